// Explore for newcomers: an example with a hint for the first step, and the tools beyond the moves, folded away until they are wanted.

import { gameKey } from "./address.js";
import { byId } from "./dom.js";
import { recall, remember } from "./memory.js";

/** @import { Place } from "./address.js" */
/** @import { Session } from "./session.js" */
/** @import { Tabs } from "./tabs.js" */

const MOVES = "c1,d1,c2,d2,c3,d3,d4,g1";
/** The example that Explore begins with: columns that win, draw and lose. */
export const EXAMPLE = `?game=connect-four&moves=${MOVES}&x=you&o=you`;
/** Keys in the storage: whether a move was tried, and whether the tools were opened. */
const KEPT = { tried: "inarow-explored", tools: "inarow-tools" };

/** The hint for the first step, and the button for the tools. */
export class Explore {
    /** Whether the example was on the board with its word. */
    isNew = false;

    /** @param {Session} session @param {Tabs} tabs */
    constructor(session, tabs) {
        this.session = session;
        this.tabs = tabs;
        this.intro = byId("explore-intro", HTMLElement);
        this.tools = byId("tools", HTMLButtonElement);
        this.tools.addEventListener("click", () => {
            this.unfold();
            tabs.list.querySelector("button")?.focus();
        });
        if (recall(KEPT.tools) === "open") this.unfold();
    }

    /** Shows all tabs, from now on. */
    unfold() {
        remember(KEPT.tools, "open");
        this.tools.setAttribute("aria-expanded", "true");
        const { list } = this.tabs;
        if (!list.classList.contains("folded")) return;
        list.classList.remove("folded");
        // The tabs stand at the foot until they are wanted, above the panels from then on.
        const row = list.parentElement;
        row?.parentElement?.prepend(row);
    }

    /** @param {Place} place */
    show(place) {
        const { session, tabs } = this;
        if (place === "explore" && !["", "analysis"].includes(tabs.current)) this.unfold();
        const isExample = gameKey(session) === `connect-four ${MOVES}` && session.cursor === session.history.length - 1;
        // A visitor who has moved on from it needs no hint.
        if (place === "explore" && this.isNew && !isExample) remember(KEPT.tried, "yes");
        this.isNew = place === "explore" && isExample && recall(KEPT.tried) === null;
        this.intro.hidden = !this.isNew;
        document.body.toggleAttribute("data-intro", this.isNew);
    }
}
