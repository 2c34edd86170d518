// The value of each move, by a search that reports each depth, and the variation that is shown on the board.

import { follow } from "./api.js";
import { isLarge, isProven, other, placeOf } from "./game.js";
import { isMistake, linesOf } from "./judgement.js";
import { inWords } from "./refusal_words.js";
import { chance, compared, percent, rank } from "./score.js";
import { smallLines } from "./small_values.js";

/** @import { AnalysisRecord, Config, Line, Marks, ReviewedMove, Side } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/** @typedef {Extract<AnalysisRecord, { depth: number }>} Progress */
/** @typedef {Extract<AnalysisRecord, { lines: unknown, position: unknown }>} FinalAnalysis */

/** How much help is given: none, the result of each move, or its distance as well. @typedef {"off" | "colours" | "numbers"} Degree */

/** On larger boards the page asks for the most promising moves only, which lets the search get deeper. */
const SMALL_CELLS = 64;
/** How many moves the page asks for on larger boards. */
const PROMISING_MAX = 24;
/** Estimates of a small board that differ by less in the engine's expectation say nothing where they are the same number. */
const NOISE = 0.02;
/** On a large board a search that names no limit looks at so many times the positions of one in a review, and takes at most so many times the default time. */
const LONGER = { nodes: 10, time: 5 };
/** How many plies are shown at first of a line that was asked for by its move. */
const WISHED_PLIES = 3;

/** How many moves a review ranks: the others are no better than the last of these. */
export const RANKED = 3;

/**
 * One value for each move: where a review has judged the position, its own, so that no other search contradicts its words. Later proofs
 * count all the same.
 *
 * @param {Line[]} found By a search, best first.
 * @param {Line[]} known By a review, its ranking first.
 */
function merged(found, known) {
    const [first] = found;
    // Where every move is proven to lose there is nothing better.
    const isLost = first?.score.outcome === "loss";
    const isNear = first?.score.outcome === "win";
    const least = known[RANKED - 1]?.score;
    const rest = found.flatMap(line => {
        const own = known.find(({ move }) => move.cell === line.move.cell);
        if (own) return { ...line, ...(own.score.outcome === line.score.outcome || line.score.outcome === "unknown" ? own : {}) };
        if (!least || line.score.outcome !== "unknown" || rank(line.score) < rank(least)) return line;
        return least.outcome === "unknown" ? { ...line, score: { ...line.score, expected: least.expected, value: least.value - 1 } } : [];
    });
    const more = known.filter(({ move, score }) => !isLost && !(isNear && score.outcome === "win") && !found.some(line => line.move.cell === move.cell));
    return [...more, ...rest];
}

/** The values of the moves on the board; sends the event `change` when they change. */
export class Analysis extends EventTarget {
    /** @type {Pick<Config, "heuristic" | "limit" | "depth" | "movetime">} */
    config = { heuristic: "", limit: "none", depth: 4, movetime: 3000 };
    /** How much of the values is shown. @type {Degree} */
    degree = "off";
    /** Whether values are wanted although they are hidden: the coach watches over the moves, or a hint is wanted. */
    isWatching = false;
    /** Whether all moves of a large board are asked for. */
    all = false;
    /** @type {AbortController | null} */
    search = null;
    /** The lines of the search. @type {Line[]} */
    found = [];
    /** The lines of a review for the position on the board, its ranking first. @type {() => Line[]} */
    known = () => [];
    /** What judgements of moves have found before they were played, by position and cell. @type {WeakMap<Session["now"], Map<number, Line>>} */
    noted = new WeakMap();
    /** @type {Progress | FinalAnalysis | null} */
    record = null;
    /** The line chosen by its first cell, and how many of its plies are on the board. */
    chosen = -1;
    shownPlies = 0;
    /** The position of the lines. @type {Session["now"] | null} */
    step = null;
    fault = "";
    stopped = false;
    /** A line that is to be shown as soon as it is known, by its first cell. @type {{ step: Session["now"], cell: number } | null} */
    wished = null;

    /**
     * @param {Session} session
     * @param {import("./types.d.ts").GamesAnswer["limits"]} limits Of the service.
     */
    constructor(session, { reviewNodesDefault, nodesMax, movetimeMsDefault, movetimeMsMax }) {
        super();
        this.session = session;
        /** Positions, not time: a phone and a desktop see the same, however busy the service is. */
        this.large = { nodes: Math.min(LONGER.nodes * reviewNodesDefault, nodesMax), movetime: Math.min(LONGER.time * movetimeMsDefault, movetimeMsMax) };
    }

    changed() {
        this.dispatchEvent(new Event("change"));
    }

    /** Whether values are shown. */
    get on() {
        return this.degree !== "off";
    }

    /** @param {Degree} degree @param {boolean} [isWatching] */
    switch(degree, isWatching = this.isWatching) {
        const isSame = (degree !== "off" || isWatching) === (this.on || this.isWatching);
        if (degree === this.degree && isWatching === this.isWatching) return;
        this.degree = degree;
        this.isWatching = isWatching;
        if (isSame) this.changed();
        else this.restart();
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

    /** Whether the search has come to its end, by the page's own choice of it. */
    get isDone() {
        const { heuristic, limit } = this.config;
        return this.record !== null && "search" in this.record && !heuristic && limit === "none" && this.step === this.session.now;
    }

    /** Whether to search: only where values are shown, and not while the engine thinks, whose own search is shown then. */
    get isWanted() {
        return this.isOpen && this.session.info?.position.status === "ongoing";
    }

    /** Whether values may be shown, as far as the page itself knows. */
    get isOpen() {
        const { isEnginesTurn, running, thinking } = this.session;
        return (this.on || this.isWatching) && !thinking && !(isEnginesTurn && running);
    }

    /** The game has changed. */
    follow() {
        if (this.step !== this.session.now || (this.search && !this.isWanted)) this.restart();
        else if (this.isWanted && !this.search && !this.record && !this.fault && !this.stopped) void this.run();
    }

    restart() {
        this.search?.abort("gone");
        this.search = null;
        // The smallest boards need no answer.
        this.found = this.isOpen ? smallLines(this.session.rules, this.session.now) : [];
        this.record = null;
        this.chosen = -1;
        this.shownPlies = 0;
        this.fault = "";
        this.stopped = false;
        this.step = this.session.now;
        this.grant();
        if (this.isWanted) void this.run();
        else this.changed();
    }

    /** Ends the search; its lines stay. */
    stop() {
        this.search?.abort("stop");
    }

    async run() {
        const controller = new AbortController();
        this.search = controller;
        this.changed();
        const { heuristic, limit } = this.config;
        const fields = {
            ...this.session.fields, ...(heuristic && { heuristic }), ...(limit !== "none" ? { [limit]: this.config[limit] } : isLarge(this.session.rules) && this.large),
            ...(!this.all && !this.isSmall && { multiPv: PROMISING_MAX }), explain: true,
        };
        const take = (/** @type {Progress | FinalAnalysis} */ record) => {
            if (this.search !== controller) return;
            this.record = record;
            this.found = record.lines;
            this.grant();
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

    /** Waits for the end of the search, if there is one. @param {() => void} onDepth Hears of each depth. @returns {Promise<void>} */
    settled(onDepth = () => {}) {
        const sources = [this, this.session];
        return new Promise(done => {
            const look = () => {
                const { info, hasFailed } = this.session;
                // Without the state of the game there is no search yet.
                if (this.search || !info && !hasFailed) return onDepth();
                sources.forEach(source => source.removeEventListener("change", look));
                done();
            };
            sources.forEach(source => source.addEventListener("change", look));
            look();
        });
    }

    /** Takes what a judgement has found, so that all of the page has one value for a move: proofs, and how bad a mistake is. @param {Session["now"]} step @param {ReviewedMove} judged */
    note(step, judged) {
        const news = linesOf(judged).filter(({ move, score }) => score.outcome !== "unknown" || move.cell === judged.move.cell && isMistake(judged));
        this.noted.set(step, new Map([...this.noted.get(step) ?? [], ...news.map(line => /** @type {const} */ ([line.move.cell, line]))]));
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

    /** Shows the line of a move of this position as soon as it is known. @param {number} cell */
    wish(cell) {
        this.wished = { step: this.session.now, cell };
        this.grant();
        this.changed();
    }

    /** Shows the line that was wished for, if it is there; another position has forgotten it. */
    grant() {
        if (!this.wished) return;
        const line = this.lineOf(this.wished.cell);
        if (this.wished.step !== this.session.now) this.wished = null;
        else if (line) {
            this.wished = null;
            this.chosen = line.move.cell;
            this.shownPlies = Math.min(WISHED_PLIES, line.pv.length);
        }
    }

    /** The known lines, of this search and of a review. */
    get lines() {
        const { found, step } = this;
        const noted = new Map(step && this.noted.get(step));
        const lines = found.map(line => ({ ...line, ...(line.score.outcome === "unknown" && noted.get(line.move.cell)) }));
        for (const { move } of found) noted.delete(move.cell);
        return merged([...[...noted.values()].filter(({ score }) => score.outcome === "win"), ...lines], this.isOpen && step === this.session.now ? this.known() : []);
    }

    /** The value of a move, by its cell, where it is known. @param {number} cell */
    lineOf(cell) {
        return this.step === this.session.now ? this.lines.find(line => line.move.cell === cell) ?? null : null;
    }

    /** The lines, best first; of those that are as good, the ones near the centre, so that the same position shows the same moves. */
    get ordered() {
        const { rules } = this.session;
        const far = (/** @type {number} */ cell) => {
            const [col, row] = placeOf(rules, cell);
            return Math.hypot(col - (rules.width - 1) / 2, row - (rules.height - 1) / 2);
        };
        return [...this.lines].sort((a, b) => rank(b.score) - rank(a.score) || far(a.move.cell) - far(b.move.cell) || a.move.cell - b.move.cell);
    }

    /** Whether all that is shown is proven; where nothing is yet, whether it will be. */
    get isSure() {
        const { lines } = this;
        return lines.length ? this.isSmall && lines.every(({ score }) => score.outcome !== "unknown") : isProven(this.session.rules);
    }

    /** The win or the loss that is proven so far. */
    get proof() {
        const score = this.step === this.session.now ? this.ordered[0]?.score : undefined;
        return score?.outcome === "win" || score?.outcome === "loss" ? score : null;
    }

    /** Whether nothing is on a large board yet, where every estimate is a guess. */
    get isOpening() {
        const { now, rules } = this.session;
        return !rules.board && !this.isSmall && !/[XO]/.test(now.board);
    }

    /** Whether all moves lead to the same: then there is nothing to show. Of wins the fastest is the best, of losses the slowest. */
    get isEven() {
        const { lines } = this;
        const expected = lines.map(({ score }) => score.expected);
        const isNoise = this.degree === "numbers" && this.isSmall && Math.max(...expected) - Math.min(...expected) < NOISE;
        // Near the middle the scale of people hides differences of estimates, near the ends it shows them.
        const shown = lines.map(({ score }) => (score.outcome === "unknown" ? `${isNoise ? "" : percent(score.expected)} ${percent(chance(score))}` : score.outcome === "draw" ? "draw" : `${score.outcome} ${score.plies}`));
        return shown.length > 1 && new Set(shown).size === 1;
    }

    /** Whether all moves of a small board have the same estimate as a number, which is told once. */
    get isAlike() {
        return this.degree === "numbers" && this.isSmall && this.isEven && this.lines[0]?.score.outcome === "unknown";
    }

    /** @returns {Pick<Marks, "scores" | "ghosts">} */
    get marks() {
        const lines = this.ordered;
        const best = Math.max(...lines.map(line => rank(line.score)));
        const { degree } = this;
        // Where estimates look the same, the one that is called best is marked.
        const shown = !this.isEven ? lines : lines.slice(0, Number(lines[0]?.score.outcome === "unknown" && !this.isAlike));
        const scores = new Map(shown.map((line, index) =>
            [line.move.cell, { ...compared(line.score, this.session.rules, lines[0]?.score), best: rank(line.score) === best, rank: index + 1, shown: degree === "numbers" ? degree : "colours" }]));
        const { turn } = this.session.now;
        const line = this.lines.find(one => one.move.cell === this.chosen);
        const ghosts = (line?.pv ?? []).slice(0, this.shownPlies).map((move, index) =>
            ({ cell: move.cell, side: /** @type {Side} */ (index % 2 ? other(turn) : turn), number: index + 1 }));
        // While a line is shown, the worth of other moves would only distract.
        return { scores: ghosts.length || degree === "off" || this.isOpening ? new Map() : scores, ghosts };
    }
}
