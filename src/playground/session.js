// One game: its history, the players of both sides, and the engine's thinking.

import { ask, follow } from "./api.js";
import { columnOf, isStart, landing, other, startOf, withStone } from "./game.js";
import { inWords } from "./refusal_words.js";
import { engineFields, human } from "./seats.js";
import { continuation, join } from "./variations.js";
import { whyNot } from "./why_not.js";

/** @import { Config, FinalMove, FullRules, GameName, MoveRecord, PositionAnswer, Side, Step } from "./types.d.ts" */

/** @typedef {Extract<MoveRecord, { depth: number }>} Progress */

/** Pauses before a move, so that each is seen, in milliseconds: after a person, and between two engines. */
const PAUSE_MS = { reply: 150, watch: 450 };

/** How long after a tap a second one at the same place is a double tap, in milliseconds. */
const ECHO_MS = 350;

/**
 * Why a search ends early: the visitor wants its best so far, or the position has changed.
 *
 * @typedef {"stop" | "gone"} EndReason
 */

/** Forms of opponents to draw from. */
const SEEDS = 2 ** 32;

/** Sends the event `change` with every change, `played` with the cell before each move, and `say` with a message for the visitor. */
export class Session extends EventTarget {
    /** @type {GameName} */
    game = "connect-four";
    /** @type {FullRules} */
    rules = { width: 7, height: 6, k: 4, gravity: true, overline: "allowed", misere: false };
    /** The line on the table, from its start to the last move known of it. @type {Step[]} */
    history = [startOf(this.rules)];
    cursor = 0;
    /** The line of the game itself, without variations. */
    main = this.history;
    /** The last of its moves that counts: those beyond were taken back. */
    counted = Infinity;
    /** Whether the game came by a link that does not say who played it. */
    isNameless = false;
    /** @type {Record<Side, Config>} */
    players = { X: human(), O: { ...human(), kind: "engine", level: "casual", skill: 40 } };
    /** The seed of all moves of a game: by it an opponent keeps the form of the day. */
    seed = 0;
    /** Whether engines move by themselves. */
    running = true;
    /** @type {Pick<PositionAnswer, "position"> | null} The service's answer on the position; null until it comes. */
    info = null;
    /** @type {number | null} The cell of a person's move that came before `info` did. */
    early = null;
    /** @type {{ side: Side, progress: Progress | null, abort: (reason: EndReason) => void } | null} */
    thinking = null;
    /** The person's move for which a second tap at the same place counts; null when that is over. @type {Step | null} */
    echo = null;
    /** @type {AbortController | null} The request for `info`. */
    looking = null;
    /** Whether the last request has failed: a new setting or a click tries again. */
    hasFailed = false;
    /**
     * Whether a person's move may be played now. The handler may play it later by `play`.
     *
     * @type {(cell: number) => boolean}
     */
    mayPlay = () => true;
    /** Whether moves are only tried out, and the game stays as it was. */
    isTrying = () => false;
    /** Whether engines answer a person's moves; if not, the person plays for both sides. */
    mayReply = () => true;

    get now() {
        return /** @type {Step} */ (this.history[this.cursor]);
    }

    /** The line on the table, without moves that were taken back. */
    get played() {
        return this.history.slice(0, this.counted + 1);
    }

    get isOver() {
        return this.info !== null && this.info.position.status !== "ongoing";
    }

    get isEngineOnly() {
        return this.players.X.kind === "engine" && this.players.O.kind === "engine";
    }

    /** Whether a person plays against an engine; a game of others is no duel, until it goes on. */
    get isDuel() {
        return this.players.X.kind !== this.players.O.kind && !(this.isNameless && (this.isOver || !this.mayReply()));
    }

    get isEnginesTurn() {
        return this.players[this.now.turn].kind === "engine" && !this.isOver && (this.isEngineOnly || this.mayReply());
    }

    /** The fields of a request that say which position is meant. */
    get fields() {
        return { game: this.game, board: this.now.board, turn: this.now.turn };
    }

    /** @param {string} text @param {number} [cell] The cell that was tapped in vain, if the text answers a tap. */
    say(text, cell = -1) {
        this.dispatchEvent(new CustomEvent("say", { detail: { text, cell } }));
    }

    changed() {
        this.dispatchEvent(new Event("change"));
    }

    /**
     * Begins another game, or goes to a place in one.
     *
     * @param {GameName} game
     * @param {FullRules} rules
     * @param {Step[]} history
     * @param {{ paused?: boolean }} [options]
     */
    begin(game, rules, history, { paused = false } = {}) {
        this.game = game;
        this.rules = rules;
        this.history = join(history);
        this.main = this.history;
        this.counted = Infinity;
        this.isNameless = false;
        this.seed = Math.floor(Math.random() * SEEDS);
        this.running = !this.isEngineOnly && !paused;
        this.goTo(history.length - 1);
    }

    /**
     * Goes to a position of the history to look at it: engines wait there.
     *
     * @param {number} cursor
     */
    view(cursor) {
        this.running = false;
        this.goTo(cursor);
    }

    /**
     * Goes to the end of a line of this game, which becomes the one on the table; the others stay as branches.
     *
     * @param {Step[]} line
     */
    viewLine(line) {
        this.history = [...join(line), ...continuation(/** @type {Step} */ (line.at(-1)))];
        this.counted = Infinity;
        this.view(line.length - 1);
    }

    /** Shows the end of a line that is none of the game: nothing remembers it. @param {Step[]} line */
    lookAt(line) {
        this.history = line;
        this.view(line.length - 1);
    }

    /** The same game from its start. */
    restart() {
        this.dispatchEvent(new Event("begin"));
        const { board, turn } = /** @type {Step} */ (this.history[0]);
        this.begin(this.game, this.rules, [{ board, turn, cell: null }]);
    }

    /**
     * Goes to a position of the history.
     *
     * @param {number} cursor
     */
    goTo(cursor) {
        this.thinking?.abort("gone");
        this.thinking = null;
        this.cursor = Math.max(0, Math.min(cursor, this.history.length - 1));
        this.info = null;
        this.early = null;
        this.hasFailed = false;
        this.looking?.abort("gone");
        this.changed();
        void this.look();
    }

    /** Asks the service about the position; then it may be an engine's turn. */
    async look() {
        const step = this.now;
        const controller = new AbortController();
        this.looking = controller;
        try {
            const info = /** @type {PositionAnswer} */ (await ask("/v1/position", { ...this.fields, fields: ["position"] }, { signal: controller.signal }));
            if (this.now !== step) return;
            const { early } = this;
            this.info = info;
            this.early = null;
            this.changed();
            if (early !== null) return this.click(early);
            await this.go(this.isEngineOnly ? PAUSE_MS.watch : PAUSE_MS.reply);
        } catch (fault) {
            if (!controller.signal.aborted) this.fail(fault);
        }
    }

    /** Whether a tap is the second of a double one, and the first has been answered. @param {number} cell */
    isEcho(cell) {
        const { echo, rules } = this;
        return rules.gravity && echo !== null && echo === this.history[this.cursor - 1] && echo.cell !== null && columnOf(rules, echo.cell) === columnOf(rules, cell);
    }

    /**
     * A person's move.
     *
     * @param {number} cell
     */
    click(cell) {
        const fault = whyNot(this, cell);
        if (fault) return this.say(fault, cell);
        const lands = landing(this.rules, this.now.board, cell);
        // Only the service knows whether a game is over; an empty board has no end.
        if (this.info === null && !isStart(this.rules, this.now)) {
            // A refused request is sent once more.
            if (this.hasFailed) this.goTo(this.cursor);
            this.early = lands;
            return this.changed();
        }
        if (!this.mayPlay(lands)) return;
        this.running = true;
        this.play(lands);
        const played = this.now;
        this.echo = played;
        setTimeout(() => this.echo === played && (this.echo = null), ECHO_MS);
    }

    /**
     * Plays a move that was looked at, for a person or an engine.
     *
     * @param {number} cell
     */
    playAny(cell) {
        if (this.thinking || this.isOver || this.info === null) return;
        this.running = !this.isEngineOnly;
        this.play(cell);
    }

    /**
     * Plays a move. The former line stays as a branch; a move that was played here before keeps its own.
     *
     * @param {number} cell
     * @param {Step["reasons"]} [reasons]
     */
    play(cell, reasons) {
        const { board, turn, next } = this.now;
        if (this.mayReply()) this.isNameless = false;
        // For the record of games: this was played here, not looked at.
        this.dispatchEvent(new CustomEvent("played", { detail: cell }));
        const step = next?.find(known => known.cell === cell) ?? { board: withStone(board, cell, turn), turn: other(turn), cell };
        if (reasons) step.reasons = reasons;
        // A move that was taken back in a game is none of it.
        const back = this.counted < Infinity && this.mayReply() ? this.history[this.cursor + 1] : null;
        if (back && back !== step) this.now.next = next?.filter(known => known !== back) ?? [];
        this.history = [...join([...this.history.slice(0, this.cursor + 1), step]), ...continuation(step)];
        // Where moves are tried out, nobody has taken any back.
        if (this.counted < Infinity) this.counted = this.mayReply() ? this.cursor + 1 : Infinity;
        if (!this.isTrying()) this.main = this.played;
        this.goTo(this.cursor + 1);
    }

    /** Whether a person was to move before this position; where only engines play, whether there is one before. */
    get canTakeBack() {
        return this.cursor > 0 && (this.isEngineOnly || this.history.slice(0, this.cursor).some(({ turn }) => this.players[turn].kind === "human"));
    }

    /**
     * Back or forward to where a person is to move, or by one ply where only engines or only persons play.
     *
     * @param {1 | -1} by
     */
    leap(by) {
        const mine = (/** @type {number} */ at) => this.players[this.history[at]?.turn ?? "X"].kind === "human";
        let to = this.cursor + by;
        while (!this.isEngineOnly && to > 0 && to < this.history.length - 1 && !mine(to)) to += by;
        // Where an engine is to move it waits: else it would undo the undoing.
        this.running = !this.isEngineOnly && (to < 0 || mine(Math.min(to, this.history.length - 1)));
        this.count(to);
        this.goTo(to);
    }

    /** The moves beyond this one were taken back. @param {number} last */
    count(last) {
        this.counted = last;
        this.main = this.played;
    }

    swap() {
        this.players = { X: this.players.O, O: this.players.X };
        this.running = !this.isEngineOnly;
        this.goTo(this.cursor);
    }

    /**
     * Changes how a side plays from now on.
     *
     * @param {Side} side
     * @param {Partial<Config>} change
     */
    configure(side, change) {
        Object.assign(this.players[side], change);
        const startsAnew = "kind" in change || this.hasFailed;
        if (startsAnew) this.running = !this.isEngineOnly;
        if (startsAnew || (this.thinking && this.now.turn === side)) this.goTo(this.cursor);
        else this.changed();
    }

    pause() {
        this.running = false;
        this.thinking?.abort("gone");
        this.thinking = null;
        this.changed();
    }

    resume() {
        this.running = true;
        this.changed();
        void this.go(0);
    }

    /** One move of the engine, for either side. */
    step() {
        if (this.isEngineOnly) this.running = false;
        void this.think();
    }

    /** @param {number} pause */
    async go(pause) {
        const step = this.now;
        if (!this.running || !this.isEnginesTurn) return;
        await new Promise(resolve => setTimeout(resolve, pause));
        if (this.now === step && this.running && this.isEnginesTurn) await this.think();
    }

    async think() {
        if (this.thinking || this.isOver) return;
        const controller = new AbortController();
        const side = this.now.turn;
        /** @type {NonNullable<Session["thinking"]>} */
        const mine = { side, progress: null, abort: reason => controller.abort(reason) };
        this.thinking = mine;
        this.changed();
        let move = null;
        /** @type {Step["reasons"]} */
        let reasons;
        try {
            const fields = { ...this.fields, ...engineFields(this.players[side]), seed: this.seed, explain: true };
            const final = /** @type {FinalMove} */ (await follow("/v1/move", fields, (/** @type {Progress} */ record) => {
                mine.progress = record;
                this.changed();
            }, controller.signal));
            ({ move, reasons } = final);
        } catch (fault) {
            if (!controller.signal.aborted) {
                if (this.thinking === mine) this.thinking = null;
                this.running = false;
                return this.fail(fault);
            }
            if (controller.signal.reason === "stop") move = mine.progress?.move ?? null;
        }
        if (this.thinking !== mine) return;
        this.thinking = null;
        if (!move) return this.changed();
        this.play(move.cell, reasons);
    }

    /** @param {unknown} fault */
    fail(fault) {
        this.hasFailed = true;
        this.changed();
        this.say(inWords(fault));
    }
}
