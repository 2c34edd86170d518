// The game, how it is won, and the visitor's stones: above the board.

import { byId, h } from "./dom.js";
import { isOwnRules } from "./lines_game.js";
import { sideName } from "./opponents.js";
import { inWords, isLines, note } from "./plates.js";
import { lookOf, stone } from "./stone.js";

/** @import { Offers } from "./catalogue.js" */
/** @import { FullRules, Side } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/** The name of the game on the board. @param {Offers} offers @param {Session} session */
export function titleOf({ games }, { game, rules }) {
    const preset = games.games.find(({ name }) => name === game)?.title ?? "";
    // The goal of a game of lines stands beside its name.
    if (typeof game === "string") return rules.board ? preset.replace(/,.*/, "") : preset;
    const { width, height, k, overline, misere, board } = rules;
    const name = isOwnRules(game) ? `${width}×${height}, ${overline === "forbidden" ? "exactly " : ""}${inWords(k)} in a row` : board?.title ?? "";
    return misere ? `Misère ${name.replace(/^A /, "")}` : name;
}

/** How a side is spoken of in a sentence. @param {FullRules} rules @param {Side} side */
export function colourOf(rules, side) {
    const look = lookOf(rules);
    const name = sideName(look, side);
    return look === "rack" || look === "wood" ? name.toLowerCase() : name;
}

/** How a game is won. @param {FullRules} rules */
function goalOf(rules) {
    if (isLines(rules)) return note(rules);
    const { k, overline, misere } = rules;
    const line = `${overline === "forbidden" ? "exactly " : ""}${inWords(k)} in a row`;
    return h("p", { class: "board-note" }, misere ? `Who makes ${line} loses.` : `Make ${line}.`);
}

/** A sentence on the cells of a first move, or on the line to avoid; empty on boards that everybody knows. @param {FullRules} rules */
export function firstTap({ board, misere, k }) {
    if (!board) return misere ? `A line of ${inWords(k)} loses here.` : "";
    if (board.columns.length) return "Tap a lit hole: your bead drops there.";
    if (board.layers > 1) return "Tap any cell, on any layer.";
    return board.isGrid ? "Tap any square." : board.hasDrawnLines ? "Tap any point." : "Tap any cell.";
}

/** The words above the board. */
export class About {
    place = byId("about", HTMLElement);
    shown = "";

    /**
     * @param {string} title
     * @param {FullRules} rules
     * @param {Side | null} side The visitor's; null where nobody or everybody at this page plays.
     */
    show(title, rules, side) {
        const key = JSON.stringify([title, rules, side]);
        if (key === this.shown) return;
        this.shown = key;
        this.place.replaceChildren(
            h("h2", { class: "about-name" }, title),
            ...(side ? [h("p", { class: "you" }, stone(side, lookOf(rules)), `You are ${colourOf(rules, side)}`)] : []), goalOf(rules));
    }
}
