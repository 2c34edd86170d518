// Panels of which one is seen, with the keys that people expect of tabs.

import { arrow } from "./dom.js";

/** Buttons with the role of tabs, and the panels that they control. */
export class Tabs {
    current = "";

    /**
     * @param {HTMLElement} list
     * @param {(name: string) => void} onChoose
     */
    constructor(list, onChoose) {
        this.list = list;
        this.tabs = [...list.querySelectorAll("button")];
        this.onChoose = onChoose;
        this.tabs.forEach((tab, index) => {
            tab.addEventListener("click", () => {
                this.choose(tab.value, false);
                this.reveal(tab);
            });
            tab.addEventListener("keydown", event => {
                const by = arrow(event)?.[0] ?? 0;
                const to = event.key === "Home" ? 0 : event.key === "End" ? this.tabs.length - 1 : index + by;
                if (to === index) return;
                event.preventDefault();
                const next = this.tabs[(to + this.tabs.length) % this.tabs.length];
                if (next) this.choose(next.value, true);
            });
        });
    }

    /** Where the tabs are a bar at the foot of a phone, their panel may be out of sight. @param {HTMLElement} tab */
    reveal(tab) {
        const bar = this.list.closest(".tab-bar");
        if (bar && getComputedStyle(bar).position === "fixed") this.panel(tab)?.scrollIntoView({ block: "start" });
    }

    /** @param {HTMLElement} tab */
    panel(tab) {
        return document.getElementById(tab.getAttribute("aria-controls") ?? "");
    }

    /** @param {string} name */
    has(name) {
        return this.tabs.some(tab => tab.value === name);
    }

    /**
     * @param {string} name
     * @param {boolean} focus
     */
    choose(name, focus) {
        this.current = name;
        for (const tab of this.tabs) {
            const isCurrent = tab.value === name;
            tab.setAttribute("aria-selected", String(isCurrent));
            tab.tabIndex = isCurrent ? 0 : -1;
            const panel = this.panel(tab);
            if (panel) panel.hidden = !isCurrent;
        }
        this.onChoose(name);
        // By now it is in sight.
        if (focus) this.tabs.find(tab => tab.value === name)?.focus();
    }
}
