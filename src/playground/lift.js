// Every call of the page, to take away: as a command, as JavaScript, with its answer.

import { log, toCurl, toFetch, toUrl } from "./api.js";
import { copyButton } from "./copy.js";
import { h } from "./dom.js";

/** @import { Call, Fields } from "./types.d.ts" */

/** Answers are shown up to here, in characters. */
const ANSWER_MAX = 20_000;

/** The calls, and one of them in full. */
export class LiftView {
    /** @type {Call | null} */
    chosen = null;
    isWaiting = false;

    /**
     * @param {HTMLElement} place
     * @param {(path: string) => Fields} fieldsOf What a call to this path would send now.
     */
    constructor(place, fieldsOf) {
        this.fieldsOf = fieldsOf;
        this.list = h("ol", { class: "calls", "aria-label": "Calls, newest first" });
        this.detail = h("div", { class: "call" });
        place.append(this.list, this.detail);
        log.addEventListener("change", () => this.later());
        this.place = place;
    }

    /** At most once a frame, and only where it is seen. */
    later() {
        if (this.isWaiting || this.place.closest("[hidden]")) return;
        this.isWaiting = true;
        requestAnimationFrame(() => {
            this.isWaiting = false;
            this.show();
        });
    }

    /**
     * Chooses the newest call to a path, or the one that would be made.
     *
     * @param {string} path
     */
    choose(path) {
        const method = path === "/v1/tree" ? "POST" : "GET";
        const streamed = ["/v1/move", "/v1/analysis", "/v1/review"].includes(path);
        this.chosen = log.calls.find(call => call.path === path)
            ?? { number: 0, method, path, fields: this.fieldsOf(path), streamed, status: null, ms: null, answer: null };
        this.show();
    }

    show() {
        if (!this.chosen || (this.chosen.number > 0 && !log.calls.includes(this.chosen))) this.chosen = log.calls[0] ?? null;
        const focused = document.activeElement?.closest(".calls") ? document.activeElement.getAttribute("data-key") : null;
        this.list.replaceChildren(...log.calls.map(call => this.entry(call)));
        if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-key="${focused}"]`))?.focus();
        const shown = JSON.stringify(this.chosen);
        if (this.chosen && this.detail.dataset["shown"] !== shown) {
            this.detail.dataset["shown"] = shown;
            this.showCall(this.chosen);
        }
    }

    /** @param {Call} call */
    entry(call) {
        const pick = () => {
            this.chosen = call;
            this.show();
        };
        const state = call.status === null ? "…" : String(call.status);
        return h("li", {}, h("button", { "data-key": call.number, "aria-pressed": String(call === this.chosen), click: pick },
            h("b", {}, call.method), h("span", { class: "path" }, toUrl(call.path, call.method === "GET" ? call.fields : {})),
            h("span", { class: `state ${call.status && call.status >= 400 ? "bad" : ""}` }, state),
            h("span", { class: "ms" }, call.ms === null ? "" : `${call.ms < 10 ? call.ms.toFixed(1) : Math.round(call.ms)} ms`)));
    }

    /** @param {Call} call */
    showCall(call) {
        const { origin } = location;
        if (call.number === 0) {
            this.detail.replaceChildren(h("p", { class: "lead" }, "Not made yet: this is the call for the position on the board."),
                snippet("curl", toCurl(call, origin)), snippet("fetch", toFetch(call, origin)));
            return;
        }
        const answer = call.streamed && Array.isArray(call.answer)
            ? call.answer.map(record => JSON.stringify(record)).join("\n")
            : JSON.stringify(call.answer, null, 2);
        const shown = answer.length > ANSWER_MAX ? `${answer.slice(0, ANSWER_MAX)}\n… ${answer.length - ANSWER_MAX} more characters` : answer;
        const about = call.streamed ? "Answer, the last records of the stream" : "Answer";
        this.detail.replaceChildren(
            snippet("curl", toCurl(call, origin)), snippet("fetch", toFetch(call, origin)), snippet(about, shown, answer));
    }
}

/**
 * @param {string} title
 * @param {string} text
 * @param {string} [whole]
 */
function snippet(title, text, whole = text) {
    const code = h("pre", { tabindex: 0, role: "region", "aria-label": title }, h("code", {}, text));
    return h("section", { class: "snippet" }, h("header", {}, h("h3", {}, title), copyButton(() => whole, code)), code);
}
