// Which game is played: one of the main ones by a chip, any other preset, or rules of one's own.

import { rulesOf } from "./address.js";
import { byId, field, h, number, select } from "./dom.js";
import { startOf } from "./game.js";

/** @import { FullRules } from "./types.d.ts" */
/** @import { Offers } from "./catalogue.js" */
/** @import { Session } from "./session.js" */

const OWN = "own";

/** @type {FullRules} */
let ownRules = { width: 4, height: 4, k: 3, gravity: false, overline: "allowed", misere: false };

/**
 * The menu of games with the form for own rules.
 *
 * @param {Session} session
 * @param {Offers} catalogue
 * @param {(begin: () => void) => void} onBegin Another game is to begin.
 * @returns {() => void} Shows the game of the session.
 */
export function gameMenu(session, catalogue, onBegin) {
    const form = byId("own-rules", HTMLElement);
    const begin = (/** @type {string | FullRules} */ game) => {
        const rules = rulesOf(catalogue, game);
        if (rules) onBegin(() => session.begin(game, rules, [startOf(rules)]));
    };
    const place = byId("games", HTMLElement);
    const chips = [...place.querySelectorAll("button")];
    chips.forEach(chip => chip.addEventListener("click", () => begin(chip.value)));
    const names = catalogue.games.games.map(({ name, title }) => /** @type {[string, string]} */ ([name, title]));
    const menu = select([["", "More …"], ...names, [OWN, "Your own rules …"]], "", value => {
        if (!value) return;
        form.hidden = value !== OWN;
        begin(value === OWN ? { ...ownRules } : value);
    }, { id: "game", "aria-label": "All games" });
    byId("game", HTMLSelectElement).replaceWith(menu);
    const { sideMax } = catalogue.games.limits;
    const change = (/** @type {Partial<FullRules>} */ part) => {
        Object.assign(ownRules, part);
        begin({ ...ownRules });
    };
    const check = (/** @type {string} */ text, /** @type {boolean} */ on, /** @type {(on: boolean) => void} */ set) => {
        const input = h("input", { type: "checkbox", change: () => set(input.checked) });
        input.checked = on;
        return h("label", { class: "check" }, input, text);
    };
    const sizes = /** @type {const} */ ([["Width", "width"], ["Height", "height"], ["In a row", "k"]]);
    return () => {
        const isOwn = typeof session.game !== "string";
        if (typeof session.game !== "string") ownRules = { ...session.game };
        const name = isOwn ? OWN : String(session.game);
        chips.forEach(chip => chip.setAttribute("aria-pressed", String(chip.value === name)));
        const isMain = chips.some(chip => chip.value === name);
        menu.value = isMain ? "" : name;
        menu.classList.toggle("chosen", !isMain);
        form.hidden = !isOwn;
        if (!isOwn || form.contains(document.activeElement)) return;
        form.replaceChildren(
            ...sizes.map(([text, name]) => field(text, number(ownRules[name], 1, sideMax, value => change({ [name]: value })))),
            check("stones fall", ownRules.gravity, gravity => change({ gravity })),
            check("exactly that many count", ownRules.overline === "forbidden", on => change({ overline: on ? "forbidden" : "allowed" })),
            check("misère: a line loses", ownRules.misere, misere => change({ misere })));
    };
}
