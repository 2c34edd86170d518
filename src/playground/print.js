// The printed parts beside the board: the players, the graph, and the moves. They are there only while the browser prints.

import { titleOf } from "./about.js";
import { h } from "./dom.js";
import { moveNames } from "./game.js";
import { gameGraph } from "./game_graph.js";
import { inLabel } from "./judgement.js";
import { styles } from "./late_panel.js";
import { sideName } from "./opponents.js";
import { called, sentence } from "./stage.js";
import { lookOf } from "./stone.js";

/** @import { Offers } from "./catalogue.js" */
/** @import { Review } from "./review.js" */
/** @import { Side, Step } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/** More moves than this are set smaller, without words. */
const MANY = 64;

/** One side, with its player. @param {Session} session @param {Side} side @param {boolean} isMine */
function player(session, side, isMine) {
    const [colour, who] = [sideName(lookOf(session.rules), side), called(session, side, isMine)];
    return who === colour ? colour : `${colour}: ${who}`;
}

/** The moves, two a row, each with the word that it earned. @param {Session} session @param {Review} review */
function moveList({ rules, history }, review) {
    const names = moveNames(rules, history);
    const isMany = names.length > MANY;
    const move = (/** @type {number} */ index) => {
        const step = history[index + 1];
        const judged = step && !isMany ? review.of(step) : undefined;
        const label = judged && inLabel(judged);
        return h("span", {}, names[index] ?? "", label && label.kind !== "good" && h("small", {}, ` ${label.text}`));
    };
    const rows = Array.from({ length: Math.ceil(names.length / 2) }, (_, row) => h("li", {}, h("b", {}, `${row + 1}.`), move(2 * row), move(2 * row + 1)));
    return h("ol", { class: isMany ? "print-moves many" : "print-moves" }, ...rows);
}

/**
 * Prepares the page whenever it is printed.
 *
 * @param {Session} session
 * @param {Review} review
 * @param {Offers} offers
 * @param {{ me: () => Side, isMine: () => boolean }} on
 */
export function preparePrint(session, review, offers, { me, isMine }) {
    // Without its style sheet the page is printed as it is seen.
    void styles("print.css").catch(() => {});
    /** @type {HTMLElement | null} */
    let paper = null;
    addEventListener("beforeprint", () => {
        paper?.remove();
        const known = review.line.flatMap((/** @type {Step} */ step) => review.of(step) ?? []);
        const graph = known.length > 1 ? [gameGraph(known, review.line.length - 1, session.cursor, () => {}, me(), lookOf(session.rules), side => called(session, side, isMine()))] : [];
        paper = h("section", { class: "print", "aria-label": "The game" },
            h("header", { class: "print-head" }, h("h2", {}, titleOf(offers, session)),
                h("p", {}, `${player(session, "X", isMine())} · ${player(session, "O", isMine())}. ${sentence(session, isMine()).replace(/[.!]?$/, ".")}`)),
            ...graph, moveList(session, review), h("p", { class: "print-foot" }, location.href));
        document.querySelector("main")?.append(paper);
    });
    addEventListener("afterprint", () => {
        paper?.remove();
        paper = null;
    });
}
