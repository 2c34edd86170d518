// The form for rules of one's own: a game begins with them when the visitor says so, not with every figure.

import { ask } from "./api.js";
import { field, h, number } from "./dom.js";
import { isOwnRules } from "./lines_game.js";
import { Refusal } from "./link.js";
import { inWords } from "./refusal_words.js";

/** @import { GameName, GridRules } from "./types.d.ts" */

/** The rules that were entered last, or played. @type {GridRules} */
let wanted = { width: 6, height: 5, k: 4, gravity: true, overline: "allowed", misere: false };

/** Names of numbers, by the member that the service refuses. @type {Record<string, string>} */
const NUMBERS = { "/game/width": "Width", "/game/height": "Height", "/game/k": "In a row" };

/** The number that is refused, and its range. @param {unknown} fault @param {GridRules} rules @param {number} sideMax */
function inField(fault, { width, height }, sideMax) {
    const pointer = fault instanceof Refusal ? fault.problem.errors?.[0]?.pointer ?? "" : "";
    const name = NUMBERS[pointer];
    if (!name) return inWords(fault);
    return name === "In a row" ? `${name}: choose 1 to ${Math.max(width, height)}, the longer side.` : `${name}: choose 1 to ${sideMax}.`;
}

/**
 * A form of the class `own-rules`. Rules that the service refuses stay, with the reason below them.
 *
 * @param {GameName} game On the board; rules of one's own fill the form.
 * @param {number} sideMax
 * @param {(game: GridRules) => void} start Called with rules that the service accepts.
 * @param {"primary" | ""} kind Of the button.
 */
export function ownRulesForm(game, sideMax, start, kind) {
    if (isOwnRules(game)) wanted = { ...game };
    const change = (/** @type {Partial<GridRules>} */ part) => Object.assign(wanted, part);
    const check = (/** @type {string} */ text, /** @type {boolean} */ on, /** @type {(on: boolean) => void} */ set) => {
        const input = h("input", { type: "checkbox", change: () => set(input.checked) });
        input.checked = on;
        return h("label", { class: "check" }, input, text);
    };
    const sizes = /** @type {const} */ ([["Width", "width"], ["Height", "height"], ["In a row", "k"]]);
    const fault = h("p", { class: "fault", role: "alert" });
    const send = async (/** @type {Event} */ event) => {
        event.preventDefault();
        const rules = { ...wanted };
        try {
            await ask("/v1/position", { game: rules, fields: ["position"] });
        } catch (refused) {
            fault.textContent = inField(refused, rules, sideMax);
            return;
        }
        fault.textContent = "";
        start(rules);
    };
    return h("form", { class: "own-rules", novalidate: true, "aria-label": "Your own rules", submit: send },
        ...sizes.map(([text, name]) => field(text, number(wanted[name], 1, sideMax, value => change({ [name]: value })))),
        check("Stones fall", wanted.gravity, gravity => change({ gravity })),
        check("Longer lines do not count", wanted.overline === "forbidden", on => change({ overline: on ? "forbidden" : "allowed" })),
        check("A line loses (misère)", wanted.misere, misere => change({ misere })),
        fault, h("button", { class: `start ${kind}`.trim(), type: "submit" }, "Start this game"));
}
