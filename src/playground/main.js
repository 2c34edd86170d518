// Puts the page together: one session, and what looks at it.

import { ask, Refusal, useKey } from "./api.js";
import { BoardView } from "./board.js";
import { byId, field, h, number, select } from "./dom.js";
import { cellOf, emptyBoard, fromQuery, nameOf, other, readBoard, replay, toQuery, turnOf } from "./game.js";
import { LiftView } from "./lift.js";
import { PlayersView } from "./players.js";
import { describe, grouped } from "./score.js";
import { SeeView } from "./see.js";
import { Session } from "./session.js";
import { SumView } from "./sum.js";
import { Tabs } from "./tabs.js";
import { TreeView } from "./tree.js";

/** @import { FullRules, GamesAnswer, HeuristicsAnswer, Side, Step } from "./types.d.ts" */
/** @import { Catalogue } from "./players.js" */

const OWN = "own";
const session = new Session();
const status = byId("status", HTMLElement);
const notice = byId("notice", HTMLElement);
/** The last move, for who cannot see it. */
const last = byId("last-move", HTMLElement);

/** @type {FullRules} */
let ownRules = { width: 4, height: 4, k: 3, gravity: false, overline: "allowed", misere: false };

/**
 * The rules of a preset, or the rules themselves.
 *
 * @param {Catalogue} catalogue
 * @param {string | FullRules} game
 */
function rulesOf(catalogue, game) {
    if (typeof game !== "string") return game;
    const preset = catalogue.games.games.find(({ name }) => name === game);
    return preset ? /** @type {FullRules} */ (preset.rules) : null;
}

/** @param {Catalogue} catalogue */
function readAddress(catalogue) {
    const wanted = fromQuery(location.search);
    /** @type {string | FullRules} */
    let game = wanted.game ?? catalogue.games.default;
    try {
        if (game.startsWith("{")) game = /** @type {FullRules} */ ({ gravity: false, overline: "allowed", misere: false, ...JSON.parse(game) });
    } catch {
        game = "";
    }
    let rules = rulesOf(catalogue, game);
    const isSound = rules && [rules.width, rules.height, rules.k].every(n => Number.isInteger(n) && n >= 1 && n <= catalogue.games.limits.sideMax);
    if (!rules || !isSound) {
        game = catalogue.games.default;
        rules = /** @type {FullRules} */ (rulesOf(catalogue, game));
        session.begin(game, rules, [{ board: emptyBoard(rules), turn: "X", cell: null }]);
        return session.say("The address names a game that there is not: here is another one.");
    }
    if (typeof game !== "string") ownRules = { ...game };
    const board = wanted.board === null ? emptyBoard(rules) : readBoard(rules, wanted.board);
    const start = board ?? emptyBoard(rules);
    const moves = cells(rules, start, wanted.moves);
    const steps = replay(rules, { board: start, turn: wanted.turn ?? turnOf(start), cell: null }, moves);
    session.begin(game, rules, steps);
    if (board === null) session.say("The address has a board that does not fit the game: here is the empty one.");
    else if (steps.length <= moves.length) {
        // The engine waits, so that there is time to read this.
        session.pause();
        session.say(`Move ${steps.length} in the address cannot be played.`);
    }
}

/**
 * Moves by name or, where stones fall, by column.
 *
 * @param {FullRules} rules
 * @param {string} start
 * @param {string[]} moves
 */
function cells(rules, start, moves) {
    if (!rules.gravity || !/^\d+$/.test(moves[0] ?? "")) return moves.map(name => cellOf(rules, name));
    const heights = Array.from({ length: rules.width }, (_, col) =>
        Array.from({ length: rules.height }, (_, row) => start[row * rules.width + col]).filter(stone => stone !== ".").length);
    return [...moves.join("")].map(digit => {
        const col = Number(digit) - 1;
        const height = heights[col] ?? rules.height;
        heights[col] = height + 1;
        return height < rules.height ? (rules.height - 1 - height) * rules.width + col : -1;
    });
}

/** @param {Catalogue} catalogue */
function gameMenu(catalogue) {
    const form = byId("own-rules", HTMLElement);
    const begin = (/** @type {string | FullRules} */ game) => {
        const rules = rulesOf(catalogue, game);
        if (rules) session.begin(game, rules, [{ board: emptyBoard(rules), turn: "X", cell: null }]);
    };
    const names = catalogue.games.games.map(({ name, title }) => /** @type {[string, string]} */ ([name, title]));
    const menu = select([...names, [OWN, "Your own rules …"]], "tic-tac-toe", value => {
        form.hidden = value !== OWN;
        begin(value === OWN ? { ...ownRules } : value);
    }, { id: "game" });
    byId("game-place", HTMLElement).append(field("Game", menu));
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
        menu.value = isOwn ? OWN : String(session.game);
        form.hidden = !isOwn;
        if (!isOwn || form.contains(document.activeElement)) return;
        form.replaceChildren(
            ...sizes.map(([text, name]) => field(text, number(ownRules[name], 1, sideMax, value => change({ [name]: value })))),
            check("stones fall", ownRules.gravity, gravity => change({ gravity })),
            check("exactly that many count", ownRules.overline === "forbidden", on => change({ overline: on ? "forbidden" : "allowed" })),
            check("misère: a line loses", ownRules.misere, misere => change({ misere })));
    };
}

/** What is the matter, in a sentence. */
function sentence() {
    const { now, info, players, thinking, running } = session;
    const state = info?.position;
    if (state?.status === "won") return `${state.winner} wins.`;
    if (state?.status === "drawn") return "A draw.";
    const who = players[now.turn].kind === "human" ? `${now.turn} to move: your turn.` : `${now.turn} to move: the engine’s turn.`;
    if (thinking) return `${thinking.side} is thinking …`;
    return players[now.turn].kind === "engine" && !running ? `${who} It waits for Play or Step.` : who;
}

/** The engine's thinking while it lasts. */
function showThinking() {
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

/** The buttons below the board. */
function transport() {
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
        const hasEngine = session.players.X.kind === "engine" || session.players.O.kind === "engine";
        play.hidden = !(session.isEngineOnly || (hasEngine && !session.running));
        play.textContent = session.running ? "Pause" : "Play";
        set(play, session.isEngineOnly ? !session.isOver : session.isEnginesTurn);
        set(step, !session.isOver && !session.thinking);
    };
}

/** The sides above the board. */
function showSides() {
    for (const side of /** @type {const} */ (["X", "O"])) {
        const place = byId(`side-${side}`, HTMLElement);
        const config = session.players[side];
        const how = config.kind === "human" ? "You" : `Engine${config.skill < 100 ? `, skill ${config.skill}` : ""}`;
        place.replaceChildren(h("b", { class: side }, side), h("span", {}, how));
        place.classList.toggle("turn", session.now.turn === side && !session.isOver);
    }
}

/** Keeps the address that of the position. */
function keepAddress() {
    const address = toQuery(session.game, session.rules, session.history.slice(0, session.cursor + 1));
    if (address !== location.search) history.replaceState(null, "", address);
}

/** @param {Catalogue} catalogue */
function start(catalogue) {
    const board = new BoardView(byId("board", HTMLElement), cell => {
        if (see.chosen >= 0) see.choose(-1, 0);
        notice.textContent = "";
        session.click(cell);
    });
    const see = new SeeView(byId("see", HTMLElement), session, catalogue);
    /** @type {number[]} */
    let line = [];
    const sum = new SumView(byId("sum", HTMLElement), session, cells => {
        line = cells;
        showBoard();
    });
    const tree = new TreeView(byId("tree", HTMLElement), session, catalogue);
    const lift = new LiftView(byId("lift", HTMLElement));
    const players = new PlayersView(byId("players", HTMLElement), session, catalogue);
    const showGame = gameMenu(catalogue);
    const showTransport = transport();
    const tabs = new Tabs(byId("tabs", HTMLElement), name => {
        if (name === "understand") tree.follow();
        if (name === "lift") lift.show();
    });
    const showBoard = () => board.show({
        rules: session.rules, step: session.now, lines: session.info?.position.winningLines ?? [],
        marks: { ...see.marks, line }, open: !session.isOver && !session.isEnginesTurn && !session.thinking,
    });
    /** @type {Step | null} */
    let seen = null;
    const show = () => {
        if (seen !== session.now) {
            seen = session.now;
            line = [];
            notice.textContent = "";
        }
        const { cell, turn } = session.now;
        const heard = cell === null ? "" : `${other(turn)} played ${nameOf(session.rules, cell)}.`;
        if (last.textContent !== heard) last.textContent = heard;
        const text = sentence();
        if (status.textContent !== text) status.textContent = text;
        showSides();
        showGame();
        showTransport();
        showThinking();
        players.show();
        sum.show();
        see.follow();
        showBoard();
        keepAddress();
        if (tabs.current === "understand") tree.follow();
    };
    session.addEventListener("change", show);
    session.addEventListener("say", event => { notice.textContent = /** @type {CustomEvent<string>} */ (event).detail; });
    see.addEventListener("change", showBoard);
    document.querySelectorAll("button[data-lift]").forEach(button => button.addEventListener("click", () => {
        tabs.choose("lift", true);
        lift.choose(button.getAttribute("data-lift") ?? "");
    }));
    setUp();
    readAddress(catalogue);
    show();
}

/** The form that sets up any position. */
function setUp() {
    const form = byId("set-up", HTMLFormElement);
    const text = byId("set-up-board", HTMLInputElement);
    form.addEventListener("submit", event => {
        event.preventDefault();
        const board = readBoard(session.rules, text.value);
        if (board === null) {
            notice.textContent = `A board of this game has ${session.now.board.length} cells, each X, O or a dot.`;
            return;
        }
        const turn = /** @type {Side | ""} */ (byId("set-up-turn", HTMLSelectElement).value) || turnOf(board);
        session.begin(session.game, session.rules, [{ board, turn, cell: null }]);
    });
}

/** The form for the key, where a service asks for one. */
function askForKey() {
    const form = byId("key-form", HTMLFormElement);
    form.hidden = false;
    status.textContent = "This service asks for a key.";
    form.addEventListener("submit", event => {
        event.preventDefault();
        useKey(byId("key", HTMLInputElement).value.trim());
        location.reload();
    });
}

try {
    const [games, heuristics] = await Promise.all([
        /** @type {Promise<GamesAnswer>} */ (ask("/v1/games")), /** @type {Promise<HeuristicsAnswer>} */ (ask("/v1/heuristics")),
    ]);
    start({ games, heuristics });
} catch (fault) {
    status.textContent = fault instanceof Refusal ? fault.message : "The service cannot be reached: is it running?";
    if (fault instanceof Refusal && fault.problem.code === "unauthorized") askForKey();
    else throw fault;
}
