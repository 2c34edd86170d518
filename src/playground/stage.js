// What stands around the board: whose turn it is in a sentence, the engine's thinking, the buttons, the sides.

import { byId, h } from "./dom.js";
import { link } from "./link.js";
import { describe, grouped } from "./score.js";

/** @import { Config } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/**
 * How the game ended; null while it goes on.
 *
 * @param {Session} session
 */
function ending({ info, rules, players, isEngineOnly }) {
    const state = info?.position;
    if (state?.status === "drawn") return "A draw.";
    if (state?.status !== "won" || !state.winner) return null;
    const { winner } = state;
    const loser = winner === "X" ? "O" : "X";
    const why = rules.misere ? ` ${loser} completed a line, and in misère the line loses.` : "";
    const isAgainstEngine = !isEngineOnly && players[winner].kind === "engine";
    return `${winner} wins.${why}${isAgainstEngine ? " Play again?" : ""}`;
}

/**
 * What is the matter, in a sentence.
 *
 * @param {Session} session
 */
export function sentence(session) {
    const { now, players, thinking, running } = session;
    if (link.state === "offline") return "The service cannot be reached. Reconnecting …";
    if (link.state === "busy") return "The service is busy: waiting for a free place …";
    const end = ending(session);
    if (end) return end;
    if (thinking) return `${thinking.side} is thinking …`;
    if (players[now.turn].kind === "human") return `${now.turn} to move: your turn.`;
    const waits = session.isEngineOnly ? "It waits for Play or Step." : "It waits: press Continue.";
    return `${now.turn} to move: the engine’s turn.${running ? "" : ` ${waits}`}`;
}

/**
 * The engine's thinking while it lasts.
 *
 * @param {Session} session
 */
export function showThinking(session) {
    const strip = byId("thinking", HTMLElement);
    const { thinking } = session;
    strip.hidden = !thinking;
    if (!thinking) return;
    const { progress } = thinking;
    const figure = (/** @type {string} */ name, /** @type {string} */ value) => h("span", { class: "figure" }, h("small", {}, name), h("b", {}, value));
    const old = strip.querySelector("button");
    const stop = old ?? h("button", { class: "stop", click: () => session.thinking?.abort("stop") }, "Stop");
    strip.replaceChildren(
        figure("depth", progress ? String(progress.depth) : "…"), figure("nodes", progress ? grouped(progress.nodes) : "…"),
        figure("score", progress ? describe(progress.score).text : "…"),
        h("span", { class: "figure pv" }, h("small", {}, "variation"),
            h("b", {}, progress ? progress.pv.slice(0, 8).map(move => move.name).join(" ") : "…")), stop);
}

/**
 * The buttons below the board.
 *
 * @param {Session} session
 * @returns {() => void} Shows which of them can be used.
 */
export function transport(session) {
    const undo = byId("undo", HTMLButtonElement);
    const redo = byId("redo", HTMLButtonElement);
    const play = byId("play", HTMLButtonElement);
    const step = byId("step", HTMLButtonElement);
    undo.addEventListener("click", () => session.undo());
    redo.addEventListener("click", () => session.redo());
    byId("swap", HTMLButtonElement).addEventListener("click", () => session.swap());
    byId("new", HTMLButtonElement).addEventListener("click", () => session.restart());
    play.addEventListener("click", () => (session.running ? session.pause() : session.resume()));
    step.addEventListener("click", () => session.step());
    return () => {
        const set = (/** @type {HTMLButtonElement} */ button, /** @type {boolean} */ can) => button.setAttribute("aria-disabled", String(!can));
        set(undo, session.cursor > 0);
        set(redo, session.cursor < session.history.length - 1);
        play.hidden = !(session.isEngineOnly || (session.isEnginesTurn && !session.running));
        play.textContent = session.running ? "Pause" : session.isEngineOnly ? "Play" : "Continue";
        set(play, !session.isOver);
        set(step, !session.isOver && !session.thinking);
    };
}

/** @param {Config} config */
const howItPlays = config => (config.kind === "human" ? "You" : `Engine · ${config.level || `skill ${config.skill}`}`);

/**
 * The sides above the board.
 *
 * @param {Session} session
 */
export function showSides(session) {
    for (const side of /** @type {const} */ (["X", "O"])) {
        const place = byId(`side-${side}`, HTMLElement);
        const isTurn = session.now.turn === side && !session.isOver;
        place.replaceChildren(h("b", { class: side }, side), h("span", {}, howItPlays(session.players[side])));
        place.classList.toggle("turn", isTurn);
    }
}
