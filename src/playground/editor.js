// Setting up a position on the board itself: any stone on any cell, and whether a game can lead there.

import { ask } from "./api.js";
import { h, select } from "./dom.js";
import { cellOf, columnOf, landing, nameOf, readBoard, replay, startOf, turnOf, withStone } from "./game.js";
import { inEditor } from "./editor_words.js";
import { sideName } from "./opponents.js";
import { lookOf, stone } from "./stone.js";

/** @import { PositionAnswer, Side } from "./types.d.ts" */
/** @import { Scene } from "./board.js" */
/** @import { Session } from "./session.js" */

/** The content that a tap gives a cell. @typedef {Side | "."} Brush */

/** The page asks the service after a pause this long without a new stone, in milliseconds. */
const REST_MS = 200;
/** From this width on the tools stand beside the board. */
const BESIDE = "(min-width: 1000px)";
/** How many cells a message names. */
const NAMES_MAX = 4;

/** Sends the event `change` when the board has changed. */
export class Editor extends EventTarget {
    on = false;
    board = "";
    /** @type {Brush} */
    brush = "X";
    /** The side to move; empty where the stones tell it. @type {Side | ""} */
    turn = "";
    /** @type {number[][]} */
    lines = [];
    /** The position before the editor opened, and whether its game was running. @type {{ step: Session["now"], running: boolean } | null} */
    before = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    rest;
    /** @type {AbortController | null} */
    asked = null;

    /**
     * @param {HTMLElement} place
     * @param {HTMLButtonElement} opener
     * @param {HTMLElement} frame The board.
     * @param {Session} session
     * @param {Record<"play" | "open", (begin: () => void) => void>} on A game is to be played from the position, or one that others have played is to be looked at.
     */
    constructor(place, opener, frame, session, on) {
        super();
        this.place = place;
        this.opener = opener;
        this.session = session;
        this.to = on;
        this.brushes = h("div", { class: "segments", role: "radiogroup", "aria-label": "A tap places" });
        this.turnMenu = select([["", "by the stones"], ["X", "X"], ["O", "O"]], "", value => {
            this.turn = /** @type {Side | ""} */ (value);
            this.changed();
        });
        this.answer = h("p", { class: "possible", role: "status" });
        this.text = h("input", { spellcheck: false, autocomplete: "off", class: "code", input: () => this.read() });
        this.record = h("textarea", { rows: 2, spellcheck: false, class: "code" });
        this.recordName = h("span", { class: "field-name" });
        this.playing = h("button", { class: "primary", click: () => this.play() }, "Play from here");
        this.asText = h("details", { class: "advanced" }, h("summary", {}, "As text"),
            h("label", { class: "field" }, h("span", { class: "field-name" }, "Board, row by row: X, O and dots"), this.text),
            h("label", { class: "field" }, this.recordName, this.record),
            h("button", { click: () => void this.openRecord() }, "Open the game"));
        place.append(h("h2", {}, "Set up a position"),
            h("div", { class: "editor-tools" }, this.brushes, h("label", { class: "to-move" }, h("span", {}, "To move"), this.turnMenu),
                h("button", { click: () => this.set(".".repeat(this.board.length)) }, "Clear"),
                h("div", { class: "actions" }, this.playing, h("button", { click: () => this.stop() }, "Cancel"))),
            this.answer, this.asText);
        frame.addEventListener("keydown", event => this.onKey(event));
        place.addEventListener("keydown", event => { if (event.key === "Escape") this.stop(); });
    }

    start() {
        const { session } = this;
        this.before = { step: session.now, running: session.running };
        session.pause();
        this.on = true;
        this.turn = session.now.turn === turnOf(session.now.board) ? "" : session.now.turn;
        for (const option of this.turnMenu.options) if (option.value) option.textContent = sideName(lookOf(session.rules), option.value === "X" ? "X" : "O");
        this.turnMenu.value = this.turn;
        this.record.placeholder = session.rules.board ? "17 3 5 …" : "d1 d2 e1 …, SGF or Piskvork";
        this.recordName.textContent = session.rules.board ? "Or a game: the numbers of its cells" : "Or a game: its moves, SGF or Piskvork";
        // Beside the board there is room for all of it.
        this.asText.open ||= matchMedia(BESIDE).matches;
        this.showBrushes();
        this.showMode();
        this.set(session.now.board);
        this.brushes.querySelector("input")?.focus({ preventScroll: true });
        // The board and its tools stand at the top; the control that opened them is gone.
        scrollTo(0, 0);
    }

    /** The game goes on as it was. */
    stop() {
        const { before, session } = this;
        if (!this.on) return;
        this.leave();
        if (before?.running && before.step === session.now) session.resume();
        this.opener.focus();
    }

    leave() {
        this.on = false;
        this.cancelCheck();
        this.showMode();
        this.dispatchEvent(new Event("change"));
    }

    /** Another position has come, by another game or by going back. */
    follow() {
        if (this.on && this.before?.step !== this.session.now) this.leave();
    }

    showMode() {
        this.place.hidden = !this.on;
        document.body.toggleAttribute("data-editing", this.on);
    }

    showBrushes() {
        const look = lookOf(this.session.rules);
        const brushes = /** @type {[Brush, string][]} */ ([["X", sideName(look, "X")], ["O", sideName(look, "O")], [".", "Empty"]]);
        this.brushes.replaceChildren(...brushes.map(([brush, name]) => {
            const input = h("input", { type: "radio", name: "brush", value: brush, change: () => { this.brush = brush; } });
            input.checked = brush === this.brush;
            return h("label", {}, input, h("span", {}, brush !== "." && stone(brush, look), name));
        }));
    }

    /** A tap on a cell; the same stone again takes it away. Where stones fall, they fall here, too. @param {number} cell */
    tap(cell) {
        const { rules } = this.session;
        if (rules.gravity && this.board[cell] === ".") return this.brush === "." ? this.lift(cell) : this.put(landing(rules, this.board, cell), this.brush);
        if (rules.gravity && (this.brush === "." || this.board[cell] === this.brush)) return this.remove(cell);
        this.put(cell, this.board[cell] === this.brush ? "." : this.brush);
    }

    /** Takes a disc out; those above it fall. @param {number} cell */
    remove(cell) {
        const column = this.columnAt(cell);
        let { board } = this;
        column.slice(column.indexOf(cell)).forEach((at, index, rest) => { board = withStone(board, at, /** @type {Brush} */ (board[rest[index + 1] ?? -1] ?? ".")); });
        this.set(board);
    }

    /** Takes the top disc of a column. @param {number} cell */
    lift(cell) {
        const top = this.columnAt(cell).findLast(at => this.board[at] !== ".");
        if (top !== undefined) this.remove(top);
    }

    /** The cells of the column of a cell, from the bottom up. @param {number} cell */
    columnAt(cell) {
        const { rules } = this.session;
        const column = columnOf(rules, cell);
        return rules.board?.columns[column] ?? Array.from({ length: rules.height }, (_, up) => (rules.height - 1 - up) * rules.width + column);
    }

    /** @param {number} cell @param {Brush} brush */
    put(cell, brush) {
        if (cell >= 0) this.set(withStone(this.board, cell, brush));
    }

    /** @param {string} board */
    set(board) {
        this.board = board;
        this.text.value = board;
        this.changed();
    }

    /** X, O and Delete on a cell place that, independent of the brush. @param {KeyboardEvent} event */
    onKey(event) {
        if (!this.on || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "Escape") return this.stop();
        const { cell, column } = /** @type {HTMLElement} */ (event.target).dataset;
        const brush = /** @type {Record<string, Brush>} */ ({ x: "X", o: "O", delete: ".", backspace: "." })[event.key.toLowerCase()];
        const at = cell ?? column;
        if (at === undefined || !brush) return;
        event.preventDefault();
        const { rules } = this.session;
        if (rules.gravity && brush === ".") return this.lift(Number(at));
        this.put(rules.gravity ? landing(rules, this.board, Number(at)) : Number(at), brush);
    }

    read() {
        const board = readBoard(this.session.rules, this.text.value);
        if (board !== null) {
            this.board = board;
            return this.changed();
        }
        // Its answer would enable “Play from here”.
        this.cancelCheck();
        this.say(`A board of this game has ${this.board.length} cells, each X, O or a dot.`, "fault");
        this.mayPlay(false);
    }

    /** The stones with an empty cell below them, in a game in which stones fall. */
    get floating() {
        const { rules } = this.session;
        if (!rules.gravity) return [];
        return [...this.board].flatMap((held, cell) => {
            const column = held === "." ? [] : this.columnAt(cell);
            return column.slice(0, column.indexOf(cell)).some(below => this.board[below] === ".") ? [cell] : [];
        });
    }

    /** @returns {Scene} */
    get scene() {
        const { rules } = this.session;
        return {
            rules, step: { board: this.board, turn: this.turn || turnOf(this.board), cell: null }, lines: this.lines, open: true, editing: true,
            marks: { scores: new Map(), ghosts: [], line: [], hint: -1 },
        };
    }

    changed() {
        this.lines = [];
        this.mayPlay(false);
        this.cancelCheck();
        const { floating } = this;
        if (floating.length) {
            const names = floating.slice(0, NAMES_MAX).map(cell => nameOf(this.session.rules, cell)).join(", ") + (floating.length > NAMES_MAX ? " …" : "");
            this.say(`Stones fall in this game: there is nothing below ${names}.`, "fault");
        } else {
            this.rest = setTimeout(() => void this.check(), REST_MS);
        }
        this.dispatchEvent(new Event("change"));
    }

    cancelCheck() {
        clearTimeout(this.rest);
        this.asked?.abort("gone");
    }

    /** Asks the service whether the board is possible. */
    async check() {
        const { step } = this.scene;
        const asked = new AbortController();
        this.asked = asked;
        try {
            const fields = { game: this.session.game, board: step.board, turn: step.turn, fields: ["position"] };
            const { position } = /** @type {PositionAnswer} */ (await ask("/v1/position", fields, { signal: asked.signal }));
            if (asked.signal.aborted) return;
            this.lines = position.winningLines;
            this.say(...this.verdict(position));
            this.mayPlay(true);
            this.dispatchEvent(new Event("change"));
        } catch (fault) {
            if (asked.signal.aborted) return;
            this.say(inEditor(fault), "fault");
        }
    }

    /**
     * @param {PositionAnswer["position"]} position
     * @returns {[text: string, kind: "" | "fault"]}
     */
    verdict({ reachable, status, winner, turn, board }) {
        const look = lookOf(this.session.rules);
        const called = (/** @type {Side} */ side) => sideName(look, side);
        const end = status === "won" && winner ? ` ${called(winner)} has won here.` : status === "drawn" ? " It is a draw." : ` ${called(turn)} is to move.`;
        if (reachable) return [`Possible: a game can lead here.${end}`, ""];
        if (reachable === null) return [`It is not known whether a game can lead here: to find out would take too long.${end}`, ""];
        const count = (/** @type {string} */ side) => board.split(side).length - 1;
        const [x, o] = [count("X"), count("O")];
        const piece = look === "rack" ? "disc" : "stone";
        const why = x - o > 1 || o > x ? `${called("X")} has ${x} ${piece}${x === 1 ? "" : "s"} and ${called("O")} has ${o}, though they take turns and ${called("X")} begins.`
            : turn !== turnOf(board) ? `With ${x} ${called("X")} and ${o} ${called("O")} it would be ${called(turnOf(board))}’s turn.`
                : "No order of moves leads here.";
        return [`Not possible in a game. ${why} You can play from here all the same.${end}`, ""];
    }

    /** @param {string} text @param {"" | "fault"} kind */
    say(text, kind) {
        this.answer.textContent = text;
        this.answer.classList.toggle("fault", kind === "fault");
    }

    /** @param {boolean} may */
    mayPlay(may) {
        this.playing.setAttribute("aria-disabled", String(!may));
    }

    /** Opens a game as people write it; the service reads it. */
    async openRecord() {
        const { game, rules } = this.session;
        // A late check of the board must not replace the words on the game.
        this.cancelCheck();
        try {
            const { records, position } = /** @type {PositionAnswer} */ (await ask("/v1/position", { game, record: this.record.value, fields: ["records", "position"] }, { method: "POST" }));
            if (!this.on || this.session.game !== game) return;
            const moves = (records?.moves ?? "").split(" ").filter(name => name).map(name => cellOf(rules, name));
            // The order of stones that a file sets up is not known.
            const steps = records ? replay(rules, startOf(rules), moves) : [{ board: position.board, turn: position.turn, cell: null }];
            this.leave();
            this.to.open(() => this.session.begin(game, rules, steps, { paused: true }));
        } catch (fault) {
            this.say(inEditor(fault), "fault");
        }
    }

    play() {
        if (this.playing.getAttribute("aria-disabled") === "true") return;
        const { session } = this;
        const { step } = this.scene;
        this.leave();
        this.to.play(() => session.begin(session.game, session.rules, [step]));
    }
}
