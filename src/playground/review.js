// A whole game judged move by move: when the service is asked, and the judgement of each move.

import { RANKED } from "./analysis.js";
import { ask, follow } from "./api.js";
import { moveNames, other, startFields } from "./game.js";
import { inLabel, isMistake, leading, learn, lessonsOf, linesOf, turningPoint } from "./judgement.js";
import { keepReview, keptReview } from "./kept_reviews.js";
import { inWords } from "./refusal_words.js";

/** @import { Analysis } from "./analysis.js" */
/** @import { Line, PositionAnswer, ReviewedMove, ReviewRecord, Score, Side, Step } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/** @typedef {Extract<ReviewRecord, { left: number }>} Progress */
/** @typedef {Extract<ReviewRecord, { sides: unknown }>} FinalReview */

/** A review waits this long for the next move, in milliseconds: the answer to a move comes at once. */
const QUIET_MS = 400;

/** The judgements of the game; sends the event `change`. */
export class Review extends EventTarget {
    /** Judgements of moves, by the position after each: branches share their beginning. @type {WeakMap<Step, ReviewedMove>} */
    judged = new WeakMap();
    /** Whole reviews by the last position of their line. @type {WeakMap<Step, FinalReview>} */
    finals = new WeakMap();
    /** Positions in which a game has ended. @type {WeakSet<Step>} */
    ends = new WeakSet();
    /** Ends of games that were opened at an earlier move, of which the service was asked whether they are over. @type {WeakSet<Step>} */
    lookedUp = new WeakSet();
    /** Games in which somebody has asked for a review, by their first position. @type {WeakSet<Step>} */
    asked = new WeakSet();
    /** Games that were opened to be looked at, by their first position. @type {WeakSet<Step>} */
    opened = new WeakSet();
    /** Games whose positions are solved in no time. @type {Set<string>} */
    cheap = new Set();
    /** @type {AbortController | null} */
    search = null;
    /** The line that is being judged, will be, or could not be, by its last position. @type {Step | null} */
    target = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    timer;
    left = 0;
    fault = "";
    isOpen = false;
    /** Findings of longer searches by position: proofs and, where a line ends, estimates; the best first. @type {WeakMap<Step, Line[]>} */
    looks = new WeakMap();
    /** Counts the changes. */
    version = 0;

    /**
     * @param {Session} session
     * @param {Analysis} analysis
     */
    constructor(session, analysis) {
        super();
        this.session = session;
        this.analysis = analysis;
        analysis.known = () => this.known;
        analysis.addEventListener("change", () => this.learn());
    }

    /** The last position of the line on the table. */
    get end() {
        return /** @type {Step} */ (this.session.played.at(-1));
    }

    get canReview() {
        return this.session.played.length > 1;
    }

    /** The fields of a request for the game. */
    get fields() {
        const { game, rules, played } = this.session;
        return { game, ...startFields(rules, played[0]), moves: moveNames(rules, played) };
    }

    get final() {
        return this.finals.get(this.end) ?? null;
    }

    /** The game that the figures are about: the one that is over, or the line on the table. */
    get line() {
        const { main, played } = this.session;
        return this.ends.has(/** @type {Step} */ (main.at(-1))) ? main : played;
    }

    /** Whether moves are on the board that were not played in the game. */
    get isVariation() {
        return this.line.at(-1) !== this.end;
    }

    /** The review of that game. */
    get figures() {
        return this.finals.get(/** @type {Step} */ (this.line.at(-1))) ?? null;
    }

    /** Whether the story of the game comes first: it is over, was opened as text, or somebody wants it reviewed. */
    get isStory() {
        const { main, history } = this.session;
        const first = /** @type {Step} */ (history[0]);
        return this.ends.has(/** @type {Step} */ (main.at(-1))) || this.opened.has(first) || this.asked.has(first);
    }

    /** Whether judgements may be seen: they tell a player the value of the position. */
    get isShown() {
        return this.analysis.degree === "numbers" || this.ends.has(this.end) || this.asked.has(/** @type {Step} */ (this.session.history[0]));
    }

    /** A game that is over is reviewed in any case, one that goes on where it costs nothing and values are wanted. */
    get isDue() {
        const { game } = this.session;
        const isWanted = this.ends.has(this.end) || (this.analysis.on && this.cheap.has(JSON.stringify(game)));
        return this.isOpen && this.canReview && !this.final && isWanted;
    }

    /** The mistakes of a side that are known, in their order. @param {Side} side @returns {ReviewedMove[]} */
    mistakes(side) {
        return this.by(side).filter(isMistake);
    }

    /** The moves of a side that gave a little away. @param {Side} side */
    inaccuracies(side) {
        return this.by(side).filter(move => inLabel(move).kind === "fair");
    }

    /** The mistakes that the side can learn from, first the one that decided the game. @param {Side} side */
    lessons(side) {
        const lessons = lessonsOf(this.mistakes(side));
        const turn = turningPoint(this.moves, other(side));
        return turn ? [turn, ...lessons.filter(move => move !== turn)] : lessons;
    }

    /** The judgements of the moves of the game. */
    get moves() {
        return this.line.flatMap(step => this.of(step) ?? []);
    }

    /** @param {Side} side */
    by(side) {
        return this.moves.filter(move => move.player === side);
    }

    /** Whether moves of a lesson are on the board, which nobody has played. */
    isPaused = () => false;

    /** Whether a move was taken back, and is only known. @param {Step} step */
    isTakenBack(step) {
        return this.session.history.indexOf(step) > this.session.counted;
    }

    /** The judgement of the move that led to a position. @param {Step} step */
    of(step) {
        return this.isShown && !this.isTakenBack(step) ? this.judged.get(step) : undefined;
    }

    /** The ranking of the position on the board with the move that was played in it and, where the move before it is proven to lose, the answer to that. @returns {Line[]} */
    get known() {
        const { now, history, cursor } = this.session;
        const judged = [history[cursor + 1], ...now.next ?? []].flatMap(step => step && this.of(step) || [])[0];
        /** @type {Line[]} */
        const lines = judged ? linesOf(judged) : [];
        const led = this.of(now);
        const reply = led?.pv[1];
        if (led?.score.outcome === "loss" && reply && lines[0]?.score.outcome !== "win") {
            lines.unshift({ rank: 1, move: reply, score: { ...led.score, outcome: "win", plies: led.score.plies - 1, expected: 1, pov: now.turn }, pv: led.pv.slice(1), class: reply.cell });
        }
        return lines.filter(({ move }, at) => lines.findIndex(line => line.move.cell === move.cell) === at);
    }

    /**
     * The game, its values or the panel have changed.
     *
     * @param {boolean} [isOpen] Whether the review can be seen.
     */
    follow(isOpen = this.isOpen) {
        this.isOpen = isOpen;
        if (this.isPaused()) return;
        const { session, analysis, end } = this;
        if (session.isOver) this.ends.add(session.now);
        if (analysis.isProven && analysis.isSmall) this.cheap.add(JSON.stringify(session.game));
        if (isOpen && session.info && session.now !== end && !this.ends.has(end) && !this.lookedUp.has(end)) void this.lookUp(end);
        if (this.target && this.target !== end) this.cancel();
        if (this.isDue && this.target !== end) {
            this.target = end;
            // Values may have been switched off meanwhile.
            this.timer = setTimeout(() => (this.isDue ? void this.run() : this.cancel()), QUIET_MS);
        }
    }

    /** Whether a line that goes on beyond the board is a whole game: a link can lead to any of its moves. @param {Step} end */
    async lookUp(end) {
        this.lookedUp.add(end);
        const { board, turn } = end;
        const answer = /** @type {PositionAnswer | null} */ (await ask("/v1/position", { game: this.session.game, board, turn, fields: ["position"] }).catch(() => null));
        if (!answer || answer.position.status === "ongoing") return;
        this.ends.add(end);
        this.changed();
        this.follow();
    }

    cancel() {
        clearTimeout(this.timer);
        this.search?.abort("gone");
        this.search = null;
        this.target = null;
        this.fault = "";
    }

    /** A review that somebody has asked for. */
    ask() {
        this.asked.add(/** @type {Step} */ (this.session.history[0]));
        void this.run();
    }

    /** Ends the review; its judgements stay. */
    stop() {
        this.search?.abort("stop");
    }

    async run() {
        this.cancel();
        const controller = new AbortController();
        const { session, end, fields: game } = this;
        const line = session.played;
        const kept = keptReview(game);
        if (kept) return this.finish(line, kept);
        this.search = controller;
        this.target = end;
        this.left = line.length - 1;
        this.changed();
        const isMine = () => this.search === controller;
        const take = (/** @type {ReviewedMove} */ move) => {
            const step = line[move.ply];
            if (step) this.judged.set(step, move);
            this.settle(line);
        };
        try {
            const fields = { ...this.fields, explain: true, multiPv: RANKED };
            const final = /** @type {FinalReview} */ (await follow("/v1/review", fields, (/** @type {Progress} */ record) => {
                if (!isMine()) return;
                take(record.move);
                this.left = record.left;
                this.changed();
            }, controller.signal));
            if (!isMine()) return;
            this.search = null;
            // A solved game is solved again in no time.
            if (!final.complete) keepReview(game, final);
            return this.finish(line, final);
        } catch (fault) {
            if (!isMine()) return;
            if (!controller.signal.aborted) this.fault = inWords(fault);
        }
        this.search = null;
        this.changed();
    }

    /** Whether a search still looks further than the review at the position where the line ends, for which the review had no move. */
    get isOpenEnd() {
        return this.analysis.search !== null && this.session.now === this.end;
    }

    /** Adds what a search has found for the position on the board to the judgements of the moves before and after it. */
    learn() {
        const { analysis, final, session: { history, now } } = this;
        if (!analysis.proof && !(analysis.isDone && now === this.end)) return;
        this.looks.set(now, analysis.ordered);
        if (!this.settle(history)) return;
        if (final) keepReview(this.fields, final);
        this.changed();
    }

    /**
     * Brings the judgements of a line in agreement with what is known of the position after each move: a move is worth what its position is. Whether
     * one has changed.
     *
     * @param {Step[]} line
     */
    settle(line) {
        let isNews = false;
        const tell = (/** @type {ReviewedMove} */ judged, /** @type {Line[]} */ found) => {
            const { cost: { result }, player } = judged;
            if (!learn(judged, found)) return;
            isNews = true;
            // The mean of its moves, as the service counts it.
            const side = this.figures?.sides[player];
            if (side?.accuracy) side.accuracy += 100 * ((1 - judged.cost.result) ** 3 - (1 - result) ** 3) / this.by(player).length;
        };
        // From the last move to the first, each of which follows from the one after it.
        for (let at = line.length - 1; at >= 0; at--) {
            const step = /** @type {Step} */ (line[at]);
            const look = this.looks.get(step) ?? [];
            const value = look[0]?.score;
            for (const next of value && value.outcome !== "unknown" ? step.next ?? [] : []) {
                const judged = this.judged.get(next);
                // Where the best move loses, all do.
                if (judged) tell(judged, value?.outcome === "win" ? look.slice(0, 1) : [...linesOf(judged).map(one => (one.score.outcome === "loss" ? one : { ...one, score: /** @type {Score} */ (value) })), ...look]);
            }
            const judged = this.judged.get(step);
            const next = line[at + 1];
            const best = next && this.judged.get(next)?.best[0] || look[0];
            if (judged?.best.length && best) tell(judged, [leading(best, judged)]);
        }
        return isNews;
    }

    /** A whole line is judged. @param {Step[]} line @param {FinalReview} final */
    finish(line, final) {
        const end = /** @type {Step} */ (line.at(-1));
        for (const move of final.moves) {
            const step = line[move.ply];
            if (step) this.judged.set(step, move);
        }
        this.finals.set(end, final);
        if (final.position.status !== "ongoing") this.ends.add(end);
        this.target = end;
        this.settle(line);
        this.learn();
        this.changed();
    }

    changed() {
        this.version++;
        this.dispatchEvent(new Event("change"));
    }
}
