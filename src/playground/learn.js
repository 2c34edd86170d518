// Learn from your mistakes: from one to the next, find a better move. It is proven where the game can be.

import { byId, h, keepFocus } from "./dom.js";
import { nameOf, other, replay } from "./game.js";
import { judgeMove } from "./judge_move.js";
import { allowed, answers, isBetter, isSoon, leftOut, refutation, why, winsWith } from "./judgement.js";
import { inWords } from "./refusal_words.js";
import { sideName } from "./opponents.js";
import { advised, chance, compared, describe, inText, percent, rank, sentenceOf, soon } from "./score.js";
import { lookOf } from "./stone.js";

/** @import { Line, ReviewedMove, Side } from "./types.d.ts" */
/** @import { Review } from "./review.js" */
/** @import { Session } from "./session.js" */

/** The pause between a move and the answer to it, in milliseconds. */
const ANSWER_MS = 700;

/** Leads from mistake to mistake. */
export class Learn {
    isOn = false;
    /** The lesson to begin with once the game is judged; -1 where none waits. */
    wanted = -1;
    at = 0;
    /** @type {ReviewedMove[]} */
    list = [];
    /** The words on the last try. */
    said = "";
    /** The move that ended the task, and whether the visitor found it. */
    answer = "";
    /** The mistakes that the visitor has bettered, by index. @type {Set<number>} */
    found = new Set();
    /** The cell of a move that was no better, -1 for none. */
    tried = -1;
    /** The cell of the best answer to it, -1 where that is not known. */
    reply = -1;
    /** The state that the heading and the buttons show. */
    shown = "";
    /** The line of the game that is learnt from. @type {Session["history"]} */
    line = [];
    busy = false;

    /**
     * @param {Session} session
     * @param {() => Review | null} review
     * @param {() => Side} me Whose mistakes.
     * @param {{ changed: () => void, rematch: () => void, tell: (text: string) => void }} on
     */
    constructor(session, review, me, on) {
        this.session = session;
        this.review = review;
        this.me = me;
        this.on = on;
        this.place = byId("learn", HTMLElement);
        // It stays, so that screen readers read each change once.
        this.verdict = h("p", { role: "status" });
        this.heading = h("div", { class: "panel-part" });
        this.acts = h("div", { class: "two" });
        this.place.append(this.heading, this.verdict, this.acts);
    }

    /** Begins, as soon as the game is judged. @param {number} [at] With which mistake. */
    start(at = 0) {
        this.shown = "";
        this.list = [];
        this.found.clear();
        this.line = this.session.main;
        this.isOn = true;
        this.wanted = at;
        this.on.changed();
        // The button that began this is gone; the board and the task come into sight.
        this.place.focus({ preventScroll: true });
        scrollTo(0, 0);
    }

    /** Continues a requested start, once the judgements are there. */
    begin() {
        const review = this.review();
        const [first] = this.line;
        if (this.wanted < 0 || !review || !first) return;
        review.asked.add(first);
        if (!review.figures) {
            if (review.fault) this.stop(review.fault);
            else if (!review.search) review.ask();
            return;
        }
        const { wanted } = this;
        this.wanted = -1;
        this.list = review.lessons(this.me());
        if (!this.list.length) return this.stop("There is no mistake to learn from in this game.");
        this.go(Math.min(wanted, this.list.length - 1));
    }

    /** Back to the game. @param {string} [why] */
    stop(why = "") {
        if (!this.isOn) return;
        const ply = this.task?.ply ?? this.line.length;
        this.isOn = false;
        this.wanted = -1;
        this.session.viewLine(this.line.slice(0, ply));
        this.on.changed();
        this.on.tell(why);
    }

    get task() {
        return this.isOn ? this.list[this.at] ?? null : null;
    }

    /** Mistakes that only a long look shows: they come last, for those who want them. */
    get rest() {
        const all = this.review()?.mistakes(this.me()) ?? [];
        return all.filter(({ ply }) => !this.list.some(task => task.ply === ply));
    }

    /** Goes on with these last mistakes. */
    goOn() {
        const before = this.list.length;
        this.list = [...this.list, ...this.rest];
        this.go(before);
    }

    get isSolved() {
        return this.answer !== "";
    }

    /** @param {number} at */
    go(at) {
        this.at = at;
        this.said = "";
        this.answer = "";
        this.tried = -1;
        const { task } = this;
        if (!task) return this.stop();
        this.session.viewLine(this.line.slice(0, task.ply));
        this.on.changed();
    }

    /** The cell of the mistake, while it is to be bettered. */
    get missed() {
        return this.isSolved ? -1 : this.task?.move.cell ?? -1;
    }

    /** A try. @param {number} cell @returns {false} The game is not played on here. */
    play(cell) {
        if (this.task && !this.busy && !this.isSolved) void this.judge(cell);
        return false;
    }

    /** @param {number} cell */
    async judge(cell) {
        const { session, task } = this;
        const best = task?.best[0];
        const name = nameOf(session.rules, cell);
        if (!task || !best) return;
        this.tried = -1;
        if (cell === task.move.cell) {
            this.refute(task, `${inText(name)} is what you played`, task.player);
            return this.on.changed();
        }
        this.busy = true;
        try {
            // The page shows one estimate of a move: that of the review.
            const judged = await judgeMove(session, cell);
            const own = task.best.find(({ move }) => move.cell === cell);
            if (!judged || this.task !== task) return;
            const mine = own && judged.score.outcome === "unknown" ? { ...judged, score: own.score } : judged;
            if (isBetter(mine.score, task)) {
                // The best move is told, and why.
                const better = rank(best.score) > rank(mine.score) ? await judgeMove(session, best.move.cell) : mine;
                if (this.task !== task) return;
                this.found.add(task.ply);
                return this.end({ ...mine, reasons: better?.reasons }, "Yes, ", best);
            }
            this.refute(mine, `Not ${inText(name)}`, task.player);
        } catch (fault) {
            this.said = inWords(fault);
        } finally {
            this.busy = false;
            this.on.changed();
        }
    }

    /** Says why a move is no better, and shows the best answer to it. @param {ReviewedMove} judged @param {string} lead @param {Side} player */
    refute(judged, lead, player) {
        const { rules } = this.session;
        const { move, score, pv } = judged;
        const reply = pv[1];
        this.tried = move.cell;
        this.reply = reply?.cell ?? -1;
        // The effect of the better move would give it away.
        const lets = allowed(judged, lookOf(rules));
        const reason = lets ? ` ${lets.join("")}` : score.outcome === "unknown" ? ` ${answers(lookOf(rules), player, pv)}` : "";
        const after = score.outcome === "draw" && reply ? ` after ${inText(reply.name)}` : "";
        const why = score.outcome === "loss" ? winsWith(sideName(lookOf(rules), other(player)), reply?.name, score, rules)
            : score.outcome === "win" ? `it wins, but later: ${soon(score, rules)}.`
            : `it ${describe(score, rules).verb}${after}.${reason}`;
        this.said = sentenceOf(`${lead}: ${why}`).trim();
    }

    /** The task is done: its move falls, and is answered. @param {Pick<ReviewedMove, "move" | "score" | "pv" | "reasons">} judged With the reasons for the best move. @param {string} lead @param {Line} [best] */
    end({ move, score, pv, reasons }, lead, best) {
        const { session, task } = this;
        if (!task) return;
        this.tried = -1;
        this.answer = `${lead}${inText(move.name)}.`;
        const proof = score.outcome === "unknown" ? "" : " That is proven.";
        // A move better than the one played is enough; the best is told all the same.
        const better = best && rank(best.score) > rank(score) ? best : null;
        const isLess = better && advised(better.score, session.rules) !== advised(score, session.rules);
        const before = this.line.slice(0, task.ply);
        const { board, turn } = /** @type {Session["now"]} */ (before.at(-1));
        const look = lookOf(session.rules);
        // Each sentence names its move: they are about several.
        const reason = why(session.rules, { board, turn }, { ...better ?? { move, score, pv }, reasons }, 1).replace(/^(It i|[A-Z][a-z]*)s /, (_, verb) => `${inText((better ?? { move }).move.name)} ${verb.replace("It ", "").toLowerCase()}s `);
        const told = refutation(task, look);
        this.said = [`It ${score.outcome === "unknown" ? compared(score, session.rules, best?.score).verb : advised(score, session.rules)}.${proof}`, isLess && `Best was ${inText(better.move.name)}: it ${advised(better.score, session.rules)}.`, reason,
            // The reason for a move is said once; a player who has found it knows the threat that the played one allows from the task.
            !(reason && (this.found.has(task.ply) || !allowed(task, look))) && told,
            pv[1] && `After ${inText(move.name)} ${answers(look, turn, pv)}`].filter(Boolean).map(text => sentenceOf(String(text))).join(" ");
        const [, first, reply] = replay(session.rules, { board, turn, cell: null }, [move.cell, pv[1]?.cell ?? -1]);
        if (!first) return;
        session.lookAt([...before, first]);
        setTimeout(() => reply && this.task === task && this.isSolved && session.lookAt([...before, first, reply]), ANSWER_MS);
        this.on.changed();
    }

    /** Tells the best move, and the reason for it. @param {ReviewedMove} task */
    async reveal(task) {
        const best = task.best[0];
        if (!best || this.busy) return;
        this.busy = true;
        const judged = await judgeMove(this.session, best.move.cell).catch(() => null);
        this.busy = false;
        if (this.task === task) this.end({ ...best, reasons: judged?.reasons }, "The answer: ");
    }

    show() {
        this.begin();
        this.place.hidden = !this.isOn;
        if (!this.isOn) return;
        const { task } = this;
        const said = task ? this.said || this.hint(task) : "Looking for the moves to better …";
        if (this.verdict.textContent !== said) this.verdict.textContent = said;
        this.verdict.className = this.isSolved ? "good" : "";
        const key = JSON.stringify([task?.ply, this.at, this.answer, this.list.length]);
        if (key === this.shown) return;
        this.shown = key;
        const isEnd = this.isSolved && this.at >= this.list.length - 1;
        const number = task ? this.line.slice(1, task.ply + 1).filter(step => other(step.turn) === task.player).length : 0;
        const title = !task ? "Learn from your mistakes" : isEnd ? `${this.found.size} of ${this.list.length} found` : `Mistake ${this.at + 1} of ${this.list.length}`;
        this.heading.replaceChildren(
            h("header", { class: "panel-head" }, h("h2", {}, title), task && h("small", { class: "muted" }, `move ${number}${this.at === 0 && this.list.some(({ ply }) => ply < task.ply) ? ", which cost most" : ""}`)),
            h("p", { class: "ask-better" }, h("b", {}, this.answer || (task ? `Find a better move than ${inText(task.move.name)}.` : ""))));
        keepFocus(this.place, () => this.acts.replaceChildren(...this.buttons(task, isEnd)), () => this.acts.querySelector("button"));
    }

    /** The buttons of the task's state. @param {ReviewedMove | null} task @param {boolean} isEnd */
    buttons(task, isEnd) {
        const act = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ click, kind = "") => h("button", { id, "data-key": id, class: kind, click }, text);
        const stop = act("learn-stop", "Stop", () => this.stop());
        if (!task) return [stop];
        if (!this.isSolved) return [act("learn-answer", "Show the answer", () => void this.reveal(task)), stop];
        if (!isEnd) return [act("learn-next", "Next mistake", () => this.go(this.at + 1), "primary"), stop];
        const rest = this.rest.length;
        const look = (/** @type {string} */ kind) => act("learn-stop", "Look at the game", () => this.stop(), kind);
        // One button is filled.
        const [main, then] = this.session.isDuel ? [act("learn-rematch", "Rematch", () => this.on.rematch(), "primary"), look("")] : [look("primary"), null];
        return rest ? [main, act("learn-rest", `${rest} more ${rest === 1 ? "mistake" : "mistakes"}`, () => this.goOn()), ...(then ? [stop] : [])] : [main, ...(then ? [then] : [])];
    }

    /** The result of the mistake. @param {ReviewedMove} task */
    hint(task) {
        const { score } = task;
        const best = task.best[0]?.score;
        // The other side's move would give the better one away.
        const lets = allowed(task, lookOf(this.session.rules))?.[0];
        const lost = best?.outcome === "unknown" && score.outcome === "unknown" ? `The chance fell from ${percent(chance(best))} to ${percent(chance(score))}.` : "";
        const then = score.outcome === "loss" && isSoon(score) ? `It loses ${soon(score, this.session.rules)}.`
            : best?.outcome === "win" ? `There was a win ${soon(best, this.session.rules)}.`
            : best?.outcome === "draw" ? "There was a draw."
            : lets ? `${lets}.` : lost;
        const more = this.rest.length;
        const rest = this.at === 0 && more > 0 ? ` ${leftOut(more)}` : "";
        return `${then} Tap on the board.${rest}`.trim();
    }
}
