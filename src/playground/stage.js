// The words around the board: whose move it is, how it stands; and the buttons for the game.

import { byId } from "./dom.js";
import { nameOf, other } from "./game.js";
import { link } from "./link.js";
import { opponentOf, sideName } from "./opponents.js";
import { inWords } from "./plates.js";
import { describe, inText, isBound, rank } from "./score.js";
import { lookOf } from "./stone.js";

/** @import { Analysis } from "./analysis.js" */
/** @import { Side } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/** A side by the name of its player, or by its colour where that says more. @param {Session} session @param {Side} side @param {boolean} isMine */
export function called({ players, rules, isDuel }, side, isMine) {
    const config = players[side];
    if (config.kind === "engine") return isDuel ? opponentOf(config.level)?.name ?? `The engine (skill ${config.skill})` : sideName(lookOf(rules), side);
    return isDuel && isMine ? "You" : sideName(lookOf(rules), side);
}

/** Moves that a side has made. @param {Session} session @param {Side} side */
export const madeBy = ({ history, cursor }, side) => history.slice(1, cursor + 1).filter(step => other(step.turn) === side).length;

/**
 * How the game ended; null while it goes on.
 *
 * @param {Session} session
 * @param {boolean} isMine Whether a person at this page has played it.
 */
export function ending(session, isMine) {
    const { info, rules } = session;
    const state = info?.position;
    if (state?.status === "drawn") return "A draw";
    if (state?.status !== "won" || !state.winner) return null;
    const who = called(session, state.winner, isMine);
    const loser = other(state.winner);
    const why = rules.misere ? ` ${called(session, loser, isMine)} made a line, and here a line loses.` : "";
    return `${who} ${who === "You" ? "win" : "wins"}!${why}`;
}

/**
 * The state of the game, in a sentence.
 *
 * @param {Session} session
 * @param {boolean} isMine
 */
export function sentence(session, isMine) {
    const { now, players, thinking, running, isDuel, isEngineOnly } = session;
    if (link.state) return link.words;
    const end = ending(session, isMine);
    if (end) return end;
    const side = called(session, now.turn, isMine);
    if (thinking) return `${side} is thinking …`;
    if (players[now.turn].kind === "human") return isDuel ? "Your move" : `${side} to move`;
    if (running) return `${side} is next`;
    return isEngineOnly ? `${side} to move` : `${side} waits`;
}

export const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
/** @param {number} n @param {string} [one] */
const amount = (n, one = "") => `${NUMBERS[n] ?? n}${one && ` ${one}${n === 1 ? "" : "s"}`}`;

/** Stands for that sentence while a search has told nothing yet. */
export const WAITING = "Looking where each move leads …";

/**
 * Where the moves lead, in a sentence; empty while that is not known, or not to be told.
 *
 * @param {Session} session
 * @param {Analysis} analysis
 */
export function outlook({ rules, isOver }, analysis) {
    const { degree, ordered, isOpening, isSmall, all } = analysis;
    const first = ordered[0];
    if (isOver || degree === "off") return "";
    if (!first) return analysis.search ? WAITING : "";
    if (isOpening) return "The board is open. Most begin in the centre.";
    const best = describe(first.score, rules);
    const name = inText(nameOf(rules, first.move.cell));
    const place = rules.gravity ? "column" : "move";
    if (analysis.isAlike) return `Every ${place} looks the same. Play any.`;
    const of = (/** @type {string} */ kind) => ordered.filter(({ score }) => score.outcome === kind).length;
    const same = ordered.filter(({ score }) => rank(score) === rank(first.score)).map(({ move }) => inText(nameOf(rules, move.cell)));
    const last = same.length > 3 ? `${same.length - 1} others` : same.at(-1);
    /** The best moves, all of them, with their verb. */
    const bests = (/** @type {string} */ one, /** @type {string} */ more) => (same.length === 1 ? `${name} ${one}` : `${same.slice(0, same.length > 3 ? 1 : -1).join(", ")} and ${last} ${more}`);
    // Bounds that differ rank no moves for good.
    const [holds, hold, is, are] = isBound(first.score, rules) ? ["seems to hold", "seem to hold", "seems", "seem"] : ["holds", "hold", "is", "are"];
    const [wins, draws, losses] = [of("win"), of("draw"), of("loss")];
    const isWin = first.score.outcome === "win";
    // The one thing that a beginner must not miss.
    if (isWin && first.score.plies === 1) return `${name} makes ${inWords(rules.k)} now.`;
    const soon = degree === "numbers" && isWin ? ` ${name} ${best.verb}.` : "";
    // Only some of the moves of a large board are known: they cannot be counted.
    if (isWin && !isSmall && !all) return `${name} ${best.verb}.`;
    if (wins === 0 && losses === ordered.length) {
        const differ = new Set(ordered.map(({ score }) => score.plies)).size > 1;
        return ordered.length === 1 ? "It loses." : `Every ${place} loses${differ ? `; ${bests(holds, hold)} out longest` : ""}.`;
    }
    if (draws === ordered.length) return `Every ${place} draws. Play any.`;
    if (wins === ordered.length && wins === 1) return "It wins.";
    if (wins === ordered.length && same.length === wins) return `Every ${place} ${soon ? best.verb : "wins"}. Play any.`;
    if (wins === ordered.length) return soon ? `Every ${place} wins.${soon}` : `Every ${place} wins; ${bests(is, are)} fastest.`;
    if (wins + draws + losses < ordered.length) return best.kind === "value" ? `${name} looks best.` : `${name} ${best.verb}.`;
    if (wins) return `${amount(wins, place)} ${wins === 1 ? "wins" : "win"}${draws ? `, ${amount(draws).toLowerCase()} ${draws === 1 ? "draws" : "draw"}` : ""}.${soon}`;
    return `${amount(draws, place)} ${draws === 1 ? "draws" : "draw"}, the others lose.`;
}

/**
 * The buttons that move through the game.
 *
 * @param {Session} session
 * @returns {() => void} Shows which of them can be used.
 */
export function transport(session) {
    const button = (/** @type {string} */ id, /** @type {() => void} */ click) => {
        const one = byId(id, HTMLButtonElement);
        one.addEventListener("click", () => one.getAttribute("aria-disabled") !== "true" && click());
        return one;
    };
    const undo = button("undo", () => session.leap(-1));
    const redo = button("redo", () => session.view(session.cursor + 1));
    const back = button("back", () => session.view(session.cursor - 1));
    const first = button("to-first", () => session.view(0));
    const last = button("to-last", () => session.view(session.history.length - 1));
    const hint = byId("hint", HTMLButtonElement);
    const play = button("play", () => (hurries() ? session.thinking?.abort("stop") : session.running ? session.pause() : session.resume()));
    /** Whether an opponent thinks so long that it can be asked to move now. */
    const hurries = () => !session.isEngineOnly && session.thinking !== null && session.thinking.progress !== null;
    const step = button("step", () => session.step());
    button("swap", () => session.swap());
    return () => {
        const set = (/** @type {HTMLButtonElement} */ one, /** @type {boolean} */ can) => one.setAttribute("aria-disabled", String(!can));
        const [hasPast, hasFuture] = [session.cursor > 0, session.cursor < session.history.length - 1];
        [back, first].forEach(one => set(one, hasPast));
        set(undo, session.canTakeBack);
        [redo, last].forEach(one => set(one, hasFuture));
        play.hidden = session.isOver || !(session.isEngineOnly || hurries() || (session.isEnginesTurn && !session.running && !session.thinking));
        hint.hidden = !play.hidden;
        play.textContent = hurries() ? "Move now" : session.running ? "Pause" : session.isEngineOnly ? "Play" : "Go on";
        set(play, !session.isOver);
        set(step, !session.isOver && !session.thinking);
    };
}
