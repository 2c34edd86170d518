// The analysis of the position on the board as one line for a terminal.

import { copyButton } from "./copy.js";
import { h } from "./dom.js";
import { isStart, moveNames } from "./game.js";
import { toCurl } from "./snippets.js";

/** @import { Session } from "./session.js" */

/**
 * The position by its moves where they lead there from the empty board, which is shorter than a large board.
 *
 * @param {Session} session
 */
function fieldsOf({ game, rules, history, cursor, fields }) {
    if (!isStart(rules, history[0]) || cursor === 0) return fields;
    return { game, moves: moveNames(rules, history.slice(0, cursor + 1)) };
}

/**
 * @param {HTMLElement} place
 * @param {Session} session
 * @returns {() => void} Shows the call for the position of the session.
 */
export function positionCall(place, session) {
    const code = h("code");
    const line = h("pre", { class: "one-line", tabindex: 0, role: "region", "aria-label": "The call in one line" }, code);
    place.append(h("div", { class: "call-line" }, line, copyButton(() => code.textContent ?? "", code)));
    return () => {
        const text = toCurl({
            number: 0, method: "GET", path: "/v1/analysis", fields: fieldsOf(session), streamed: false, status: null, ms: null, answer: null,
        }, location.origin);
        if (code.textContent !== text) code.textContent = text;
    };
}
