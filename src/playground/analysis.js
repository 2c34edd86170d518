// The value of each move, by a search that reports each depth, and the variation that is shown on the board.

import { follow } from "./api.js";
import { other } from "./game.js";
import { inWords } from "./link.js";
import { describe, rank } from "./score.js";

/** @import { AnalysisRecord, Config, Line, Marks, Side } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/** @typedef {Extract<AnalysisRecord, { depth: number }>} Progress */
/** @typedef {Extract<AnalysisRecord, { lines: unknown, position: unknown }>} FinalAnalysis */

/** On larger boards the page asks for the most promising moves only, which lets the search get deeper. */
const SMALL_CELLS = 64;
/** How many moves it asks for there. */
const PROMISING_MAX = 24;

/** The values of the moves on the board; sends the event `change` when they change. */
export class Analysis extends EventTarget {
    /** @type {Pick<Config, "heuristic" | "limit" | "depth" | "movetime">} */
    config = { heuristic: "", limit: "none", depth: 4, movetime: 3000 };
    /** Whether values are shown. */
    on = false;
    /** Whether all moves of a large board are asked for. */
    all = false;
    /** @type {AbortController | null} */
    search = null;
    /** @type {Line[]} */
    lines = [];
    /** The different numbers of a heuristic among the lines, ascending. @type {number[]} */
    values = [];
    /** @type {Progress | FinalAnalysis | null} */
    record = null;
    /** The line chosen by its first cell, and how many of its plies are on the board. */
    chosen = -1;
    shownPlies = 0;
    /** The position of the lines. @type {Session["now"] | null} */
    step = null;
    fault = "";
    stopped = false;

    /** @param {Session} session */
    constructor(session) {
        super();
        this.session = session;
    }

    changed() {
        this.dispatchEvent(new Event("change"));
    }

    /** @param {boolean} on */
    switch(on) {
        if (on === this.on) return;
        this.on = on;
        this.restart();
    }

    /** @param {Partial<Analysis["config"]>} change */
    configure(change) {
        Object.assign(this.config, change);
        this.restart();
    }

    /** Asks for all moves, or for those of promise. @param {boolean} all */
    showAll(all) {
        if (all === this.all) return;
        this.all = all;
        if (!this.isSmall) this.restart();
    }

    get isSmall() {
        return this.session.now.board.length <= SMALL_CELLS;
    }

    /** Whether the search has proven every value. */
    get isProven() {
        return this.record !== null && "search" in this.record && this.record.search?.stop === "solved";
    }

    /** Whether to search: only where values are shown, and not while the engine thinks, whose own search is shown then. */
    get isWanted() {
        const { info, isEnginesTurn, running, thinking } = this.session;
        return this.on && info?.position.status === "ongoing" && !thinking && !(isEnginesTurn && running);
    }

    /** The game has changed. */
    follow() {
        if (this.step !== this.session.now || (this.search && !this.isWanted)) this.restart();
        else if (this.isWanted && !this.search && !this.record && !this.fault && !this.stopped) void this.run();
    }

    /** @param {Line[]} lines */
    setLines(lines) {
        this.lines = lines;
        this.values = [...new Set(lines.flatMap(({ score }) => score.value ?? []))].sort((a, b) => a - b);
    }

    restart() {
        this.search?.abort("gone");
        this.search = null;
        this.setLines([]);
        this.record = null;
        this.chosen = -1;
        this.shownPlies = 0;
        this.fault = "";
        this.stopped = false;
        this.step = this.session.now;
        if (this.isWanted) void this.run();
        else this.changed();
    }

    /** Ends the search; what was found stays. */
    stop() {
        this.search?.abort("stop");
    }

    async run() {
        const controller = new AbortController();
        this.search = controller;
        this.changed();
        const { heuristic, limit } = this.config;
        const fields = {
            ...this.session.fields, ...(heuristic && { heuristic }), ...(limit !== "none" && { [limit]: this.config[limit] }),
            ...(!this.all && !this.isSmall && { multiPv: PROMISING_MAX }), explain: true,
        };
        const take = (/** @type {Progress | FinalAnalysis} */ record) => {
            if (this.search !== controller) return;
            this.record = record;
            this.setLines(record.lines);
            this.changed();
        };
        try {
            const onDepth = (/** @type {Progress} */ record) => take(record);
            take(/** @type {FinalAnalysis} */ (await follow("/v1/analysis", fields, onDepth, controller.signal)));
        } catch (fault) {
            if (this.search !== controller) return;
            if (!controller.signal.aborted) this.fault = inWords(fault);
            else if (controller.signal.reason === "stop") this.stopped = true;
        }
        if (this.search !== controller) return;
        this.search = null;
        this.changed();
    }

    /**
     * Shows a line and this many of its plies on the board; -1 shows none.
     *
     * @param {number} cell
     * @param {number} plies
     */
    choose(cell, plies) {
        this.chosen = cell;
        this.shownPlies = plies;
        this.changed();
    }

    /**
     * How good a heuristic's number is among those here, from 0 to 4.
     *
     * @param {Line} line
     */
    heat(line) {
        // By place and not by size: one huge number would make all others look alike.
        const place = line.score.value === null ? -1 : this.values.indexOf(line.score.value);
        return place < 0 ? null : this.values.length === 1 ? 2 : Math.round(place / (this.values.length - 1) * 4);
    }

    /** @returns {Pick<Marks, "scores" | "ghosts">} */
    get marks() {
        const best = Math.max(...this.lines.map(line => rank(line.score)));
        const scores = new Map(this.lines.map((line, index) =>
            [line.move.cell, { ...describe(line.score), best: rank(line.score) === best, heat: this.heat(line), rank: index + 1 }]));
        const { turn } = this.session.now;
        const line = this.lines.find(one => one.move.cell === this.chosen);
        const ghosts = (line?.pv ?? []).slice(0, this.shownPlies).map((move, index) =>
            ({ cell: move.cell, side: /** @type {Side} */ (index % 2 ? other(turn) : turn), number: index + 1 }));
        // While a variation is shown, the worth of other moves would only distract.
        return { scores: ghosts.length ? new Map() : scores, ghosts };
    }
}
