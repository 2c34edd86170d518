// The parts around the board: the sentence with the state of the game, the engine's thinking, the buttons, the sides.

import { byId, h } from "./dom.js";
import { nameOf, other } from "./game.js";
import { link } from "./link.js";
import { lookOf, stone } from "./stone.js";

/** @import { FullRules, GamesAnswer, Marks, Side } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

const SIDES = /** @type {const} */ (["X", "O"]);

/**
 * How the game ended; null while it goes on.
 *
 * @param {Session} session
 */
function ending({ info, rules, players, isDuel }) {
    const state = info?.position;
    if (state?.status === "drawn") return "A draw – play again?";
    if (state?.status !== "won" || !state.winner) return null;
    const { winner } = state;
    const loser = other(winner);
    const who = !isDuel ? `${winner} wins` : players[winner].kind === "human" ? "You win" : "The engine wins";
    const why = rules.misere ? `: ${isDuel ? (players[loser].kind === "human" ? "you" : "it") : loser} completed a line, and in misère the line loses` : "";
    return `${who}${why}${isDuel ? " – play again?" : "."}`;
}

/**
 * The state of the game, in a sentence.
 *
 * @param {Session} session
 */
export function sentence(session) {
    const { now, players, thinking, running, isDuel, isEngineOnly } = session;
    if (link.state === "offline") return "The service cannot be reached. Reconnecting …";
    if (link.state === "busy") return "The service is busy: waiting for a free place …";
    const end = ending(session);
    if (end) return end;
    if (thinking) return isDuel ? "The engine is thinking …" : `${thinking.side} is thinking …`;
    if (players[now.turn].kind === "human") return isDuel ? "Your move." : `${now.turn} to move.`;
    if (running) return isDuel ? "The engine’s move." : `${now.turn} to move.`;
    return isEngineOnly ? `${now.turn} to move. Press Play, or Move for me.` : "The engine waits. Press Continue.";
}

/**
 * The engine's thinking while it lasts, beside the sentence, so that nothing moves. What it thinks of the game stands in the panel,
 * for those who want to see values.
 *
 * @param {Session} session
 */
export function showThinking(session) {
    const { thinking } = session;
    const strip = byId("thinking", HTMLElement);
    strip.hidden = !thinking;
    if (!thinking) return;
    const { progress } = thinking;
    // Made once: a button that is replaced loses the focus, and a click that has begun.
    if (!strip.firstChild) strip.append(h("span"), h("button", { class: "stop", click: () => session.thinking?.abort("stop") }, "Stop"));
    const text = strip.querySelector("span");
    if (text) text.textContent = progress ? `depth ${progress.depth} · ${progress.pv[0]?.name ?? ""}` : "";
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
    undo.addEventListener("click", () => session.leap(-1));
    redo.addEventListener("click", () => session.leap(1));
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
        // Continue is the engine's move, too: one of both has the place.
        step.hidden = !play.hidden && !session.isEngineOnly;
        set(play, !session.isOver);
        set(step, !session.isOver && !session.thinking);
    };
}

/** Seats beside those of the named levels. */
const [YOU, MORE] = ["you", "more"];

/**
 * The sides above the board: menus of who plays.
 *
 * @param {Session} session
 * @param {GamesAnswer["levels"]} levels
 * @param {() => void} onMore All settings are wanted.
 * @returns {() => void} Shows who plays.
 */
export function sideMenus(session, levels, onMore) {
    let shown = "";
    /** @param {Side} side */
    const seat = side => {
        const config = session.players[side];
        const named = levels.map(({ name, description }) => h("option", { value: name, title: description }, `Engine · ${name}`));
        const hasName = config.kind === "human" || levels.some(({ name }) => name === config.level);
        const menu = h("select", { "aria-label": `${side} is played by`, "data-side": side, change: () => choose(side, menu.value) },
            h("option", { value: YOU }, "You"), ...named, !hasName && h("option", { value: "" }, `Engine · skill ${config.skill}`),
            h("option", { value: MORE }, "More settings …"));
        menu.value = config.kind === "human" ? YOU : hasName ? config.level : "";
        return menu;
    };
    /** @param {Side} side @param {string} value */
    const choose = (side, value) => {
        const level = levels.find(({ name }) => name === value);
        if (level) return session.configure(side, { kind: "engine", level: level.name, skill: level.skill });
        if (value === YOU) return session.configure(side, { kind: "human" });
        shown = "";
        show();
        onMore();
    };
    const show = () => {
        const look = lookOf(session.rules);
        const wanted = JSON.stringify([session.players, look]);
        for (const side of SIDES) {
            const place = byId(`side-${side}`, HTMLElement);
            place.classList.toggle("turn", session.now.turn === side && !session.isOver);
            if (shown === wanted) continue;
            const hasFocus = place.contains(document.activeElement);
            place.replaceChildren(stone(side, look), seat(side));
            if (hasFocus) place.querySelector("select")?.focus();
        }
        shown = wanted;
    };
    return show;
}

/**
 * The bar of what the first side may expect.
 *
 * @param {number | null} expected From 0 to 1; null where nothing is known.
 */
export function showEvaluation(expected) {
    const bar = byId("evaluation", HTMLElement);
    bar.classList.toggle("known", expected !== null);
    /** @type {HTMLElement | null} */ (bar.firstElementChild)?.style.setProperty("--share", String(expected ?? 0));
    const words = expected === null ? "not known" : expected > 0.5 ? "better for X" : expected < 0.5 ? "better for O" : "even";
    bar.setAttribute("aria-label", `How good the position is: ${words}`);
}

/** @param {number} n @param {string} one */
const amount = (n, one) => `${["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"][n] ?? n} ${one}${n === 1 ? "" : "s"}`;

/**
 * The results of all moves, in a sentence; empty while they are not known.
 *
 * @param {FullRules} rules
 * @param {Marks["scores"]} scores
 */
export function outlook(rules, scores) {
    const all = [...scores.values()];
    const of = (/** @type {string} */ kind) => all.filter(score => score.kind === kind);
    const [wins, draws, losses] = [of("win"), of("draw"), of("loss")];
    if (!all.length) return "";
    const place = rules.gravity ? "column" : "move";
    const [cell = -1, best] = [...scores].find(([, score]) => score.best) ?? [];
    if (wins.length) return `${amount(wins.length, place)} ${wins.length === 1 ? "wins" : "win"}${best ? `, the quickest ${best.long.replace(/^win /, "")}` : ""}.`;
    if (losses.length === all.length) return all.length === 1 ? "It loses." : `Every ${place} loses${best ? `, the slowest ${best.long.replace(/^loss /, "")}` : ""}.`;
    if (draws.length && draws.length + losses.length === all.length) {
        return draws.length === all.length ? `Every ${place} draws.` : `${amount(draws.length, place)} ${draws.length === 1 ? "draws" : "draw"}, the others lose.`;
    }
    return best?.kind === "value" ? `${nameOf(rules, cell)} looks best.` : "";
}
