// The list of moves with named mistakes and branches, the accuracy of both sides, and the graph; each move leads to its position.

import { h, isPhone, keepFocus } from "./dom.js";
import { nameOf, other, withStone } from "./game.js";
import { gameGraph } from "./game_graph.js";
import { icon } from "./icons.js";
import { answers, inLabel, isOfBetter, isSoon, keyOf, leftOut, LEGAL, refutation, sentences, stands, telling, winsWith } from "./judgement.js";
import { sideName } from "./opponents.js";
import { chance, compared, describe, inText, isLikely, percent } from "./score.js";
import { called } from "./stage.js";
import { lookOf, stone } from "./stone.js";
import { branches, continuation } from "./variations.js";

/** @import { Review } from "./review.js" */
/** @import { ReviewedMove, Score, Side, Step } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/** On a screen narrower than this the words on a move stand above the moves; on a phone above the figures as well, next to the board. */
const NARROW = "(max-width: 999.98px)";

/** How far a move let an estimated chance fall, in words; none where it did not fall. @param {Score} score @param {number} now The chance in the bar. @param {Score} [best] @param {boolean} [isGood] */
function fall(score, now, best, isGood) {
    // As good as won beside a proven win.
    if (best?.outcome !== "unknown") return isLikely(score, best) ? [`, ${compared(score, null, best).long}`] : best && !isGood ? [`, the chance fell to ${percent(now)}`] : [];
    const from = Math.round(chance(best) * 100);
    return from > Math.round(now * 100) ? [`, the chance fell from ${from} to ${percent(now)}`] : [];
}

/** Scrolls a box, and nothing else, until elements are in sight, the first of them in any case. @param {Element} box @param {Element} first @param {Element} last */
function bringInto(box, first, last) {
    const outer = box.getBoundingClientRect();
    const { top } = first.getBoundingClientRect();
    const { bottom } = last.getBoundingClientRect();
    if (top < outer.top) box.scrollTop += top - outer.top;
    else if (bottom > outer.bottom) box.scrollTop += Math.min(bottom - outer.bottom, top - outer.top);
}

/** The part of the panel with the game. */
export class GameReviewView {
    /**
     * @param {HTMLElement} place
     * @param {Review} review
     * @param {Session} session
     * @param {{ me: () => Side, isMine: () => boolean, learn: () => void, better: (ply: number, cell: number) => void }} on The player's side, and the actions that leave the list.
     */
    constructor(place, review, session, on) {
        this.on = on;
        this.me = on.me;
        this.place = place;
        /** @type {unknown[]} */
        this.shown = [];
        /** The move and its words that the panel was scrolled for. */
        this.scrolledFor = "";
        this.review = review;
        this.session = session;
        this.summary = h("div", { class: "figures" });
        this.notice = h("div", { class: "review-notice" });
        this.curve = h("div");
        // It stays: a finger that has touched it would lose one that is drawn anew.
        this.ask = h("button", { id: "review-start", "data-key": "review-start", click: () => this.begin() }, "Review this game");
        this.graph = h("div", { class: "graph" }, this.curve, this.ask);
        this.list = h("ol", { class: "game-moves", "aria-label": "Moves of the game" });
        this.detail = h("div", { class: "move-detail", "aria-live": "polite" });
        this.detailRow = h("li", {});
        this.key = h("p", { class: "small muted" });
        this.narrow = matchMedia(NARROW);
        /** The words on a move, which stay while a better one is looked at. @type {{ step: Step, judged: ReviewedMove } | null} */
        this.kept = null;
        this.teach = h("div", { class: "teach" });
        /** The end of the game that was last seen being reviewed. @type {Step | null} */
        this.lookedAt = null;
        place.append(this.notice, this.graph, this.summary, this.list, this.key, this.teach);
        review.addEventListener("change", () => this.show());
    }

    show() {
        const { session, review } = this;
        // The session sends `change` with every depth of a search, too.
        const shown = [session.history, session.now, session.info, review.version, review.isShown, review.isOpenEnd];
        if (shown.every((part, index) => part === this.shown[index])) return;
        this.shown = shown;
        keepFocus(this.place, () => this.draw(), () => this.list.querySelector("[aria-current]"));
    }

    draw() {
        const { review } = this;
        this.showSummary();
        this.showNotice();
        this.showGraph();
        this.list.replaceChildren(...this.rows());
        this.showDetail();
        document.body.toggleAttribute("data-story", this.hasPlace);
        this.detail.classList.toggle("judged-game", review.search !== null || review.moves.length > 0);
        this.key.textContent = keyOf(review.moves);
        this.showTeach();
        this.scroll();
    }

    /** Asks for a review. */
    begin() {
        this.review.ask();
        // The first part has moved up: on a phone behind the board that stays in sight, else out of the panel.
        if (isPhone()) this.summary.scrollIntoView();
        else this.place.closest(".panels")?.scrollTo(0, 0);
    }

    /** The graph, or the button that asks for a review. */
    showGraph() {
        const { session, review } = this;
        const history = review.line;
        // In a variation, the move at which it leaves the game.
        const cursor = review.isVariation ? Math.max(0, history.findIndex((step, ply) => step !== session.history[ply]) - 1) : Math.min(session.cursor, history.length - 1);
        const known = review.moves;
        this.graph.hidden = !review.canReview;
        // Its place is there before its curve.
        this.curve.replaceChildren(...(known.length > 1 || review.search && history.length > 2
            ? [gameGraph(known, history.length - 1, cursor, ply => this.keepAt(".game-graph", () => this.goTo(ply)), this.me(), lookOf(session.rules), side => called(session, side, this.on.isMine()))] : []));
        this.ask.hidden = review.final !== null && review.isShown || review.search !== null || review.isDue;
    }

    /** The way to learn from the mistakes of the player. */
    showTeach() {
        const { session, review } = this;
        // An example, or a position that is only looked at, has no player who could learn.
        const hasPlayer = session.isDuel || this.on.isMine();
        const count = hasPlayer ? review.lessons(this.me()).length : 0;
        const whose = this.on.isMine() || !session.isDuel ? "your" : "the";
        const all = review.mistakes(this.me()).length;
        const isLooking = review.isStory && review.search !== null;
        if (isLooking) this.lookedAt = review.end;
        // Its place is kept, so that nothing moves when the review is done.
        this.teach.classList.toggle("kept", hasPlayer && this.lookedAt === review.end);
        const news = isLooking ? "Looking for mistakes …" : this.lookedAt === review.end && review.figures && !count ? `There is no mistake ${whose === "your" ? "of yours " : ""}to learn from.` : "";
        if (news) return this.teach.replaceChildren(...(hasPlayer ? [h("p", { class: "quiet" }, news)] : []));
        // A review that was stopped does not know the number.
        const text = review.isStory && !review.figures ? `Learn from ${whose} mistakes` : `Learn from ${count < all ? `${count} of ` : ""}${whose} ${all === 1 ? "mistake" : `${all} mistakes`}`;
        this.teach.replaceChildren(...(count ? [h("button", { id: "learn-start", class: "primary", "data-key": "learn-start", click: this.on.learn }, icon("bulb"), text), ...(count < all ? [h("p", { class: "small muted" }, leftOut(all - count))] : [])] : []));
    }

    /** Keeps the move of the board in sight where the list is long, and where the panel is low the words on it, which count most. */
    scroll() {
        const here = this.list.querySelector("[aria-current]");
        if (!here) return;
        const isInList = this.list.contains(this.detailRow);
        bringInto(this.list, here, isInList ? this.detailRow : here);
        const panel = this.place.closest(".panels");
        // Only with another move, or its first words: else a visitor who reads elsewhere would be led away.
        const key = JSON.stringify([this.session.cursor, this.detail.textContent]);
        if (panel && this.review.isStory && key !== this.scrolledFor) bringInto(panel, isInList ? here : this.detail, this.detail);
        this.scrolledFor = key;
    }

    /** The tapped element that leads to another move stays under the finger, however long the words on that move are. @param {string} selector @param {() => void} go */
    keepAt(selector, go) {
        const top = () => this.place.querySelector(selector)?.getBoundingClientRect().top ?? 0;
        const before = top();
        go();
        if (isPhone()) scrollBy(0, top() - before);
    }

    /** How well both sides played, or how far the review has come. */
    showSummary() {
        const { search, figures: final, left, isShown } = this.review;
        const stop = () => h("button", { class: "stop", "data-key": "review-stop", click: () => this.review.stop() }, "Stop");
        this.summary.replaceChildren(...(search ? [h("div", { class: "review-summary small" }, h("span", { class: "quiet" }, `Review: ${left} ${left === 1 ? "move" : "moves"} left`), stop())] : final && isShown
            ? [h("ul", { class: "accuracy", "aria-label": "How both sides played" }, this.played("X", final.sides.X.accuracy), this.played("O", final.sides.O.accuracy))] : []));
    }

    /** One side: its mistakes, which lead from one to the next, and how much of its chances its moves kept. @param {Side} side @param {number | null} accuracy */
    played(side, accuracy) {
        const { session, review, on } = this;
        const slips = review.mistakes(side);
        const name = called(session, side, on.isMine());
        const count = `${slips.length} ${slips.length === 1 ? "mistake" : "mistakes"}`;
        const small = review.inaccuracies(side).length;
        const next = () => {
            const one = slips.find(({ ply }) => ply > session.cursor) ?? slips[0];
            if (one) this.keepAt(`[data-key=slips-${side}]`, () => this.goTo(one.ply));
        };
        return h("li", { class: side === this.me() ? "mine" : "" }, h("span", { class: "disc" }, stone(side, lookOf(session.rules))), h("b", {}, name),
            slips.length ? h("button", { class: "bare slips", "data-key": `slips-${side}`, "aria-label": `${count} of ${name}: show the next`, click: next }, h("i"), count) : h("span", { class: "none" }, "no mistake"),
            h("span", { title: "How much of the chances the moves kept; 100 % gave nothing away" }, `accuracy ${accuracy === null ? "–" : `${Math.round(accuracy)} %`}`, ...(small ? [h("br"), h("span", { class: "muted" }, `${small} ${small === 1 ? "inaccuracy" : "inaccuracies"}`)] : [])));
    }

    /** Goes to a position of the game, also from a variation. @param {number} ply */
    goTo(ply) {
        const { session, review } = this;
        if (review.isVariation) session.viewLine(review.line.slice(0, ply + 1));
        else session.view(ply);
    }

    showNotice() {
        const { fault, canReview, isVariation, line } = this.review;
        const quiet = canReview ? "" : "The moves are listed here as they are made.";
        const back = () => h("p", { class: "flow" }, h("span", { class: "quiet grow" }, "You try other moves."), h("button", { id: "to-game", "data-key": "to-game", click: () => this.session.viewLine(line) }, "Back to the game"));
        this.notice.replaceChildren(...(isVariation ? [back()] : []), ...(quiet ? [h("p", { class: "quiet" }, quiet)] : []), ...(fault ? [h("p", { class: "fault", role: "alert" }, fault)] : []));
    }

    /** Two moves a row; below them the judgement of the move on the board, and the branches. */
    rows() {
        const { history, cursor } = this.session;
        /** @type {HTMLElement[]} */
        const rows = [];
        let here = 0;
        let number = 0;
        /** @type {HTMLElement | null} */
        let row = null;
        const begin = (/** @type {Node[]} */ ...children) => {
            const begun = h("li", {}, h("span", { class: "number", "aria-hidden": "true" }, String(number)), ...children);
            rows.push(begun);
            return begun;
        };
        const gap = () => h("span", { class: "gap", "aria-hidden": "true" }, "…");
        for (const [index, step] of history.entries()) {
            const before = history[index - 1];
            // A move that was taken back is none of the game; it is listed only while the board shows it.
            if (!before || this.review.isTakenBack(step) && cursor <= this.session.counted) continue;
            const isFirst = before.turn === "X" || index === 1;
            if (isFirst) number++;
            if (isFirst || !row) row = before.turn === "X" ? begin() : begin(gap());
            row.append(this.move(history.slice(0, index + 1), `ply-${index}`));
            if (index === cursor) here = rows.length;
            const others = branches(before, step);
            if (!others.length) continue;
            rows.push(h("li", { class: "branches" }, this.branches(history.slice(0, index), others)));
            // The next move stands below the branches, at its own place.
            row = null;
        }
        // Not in the list where that is long, and the move far down.
        (isPhone() ? this.list : this.key).before(this.teach);
        (isPhone() ? this.graph : this.list).before(this.summary);
        if (isPhone()) this.summary.before(this.detail);
        else if (this.narrow.matches) this.list.before(this.detail);
        else {
            this.detailRow.replaceChildren(this.detail);
            rows.splice(here, 0, this.detailRow);
        }
        return rows;
    }

    /**
     * Moves that were played in place of another one, each with how the game went on from there.
     *
     * @param {Step[]} before
     * @param {Step[]} others
     * @returns {HTMLElement}
     */
    branches(before, others) {
        return h("ul", { "aria-label": "Played instead" }, ...others.map(first => {
            const tail = [first, ...continuation(first)];
            const moves = tail.map((_, index) => {
                const path = [...before, ...tail.slice(0, index + 1)];
                return this.move(path, `branch-${path.map(({ cell }) => cell ?? "").join("-")}`, true);
            });
            const nested = tail.flatMap((step, index) => {
                const others = index > 0 ? branches(/** @type {Step} */ (tail[index - 1]), step) : [];
                return others.length ? [this.branches([...before, ...tail.slice(0, index)], others)] : [];
            });
            return h("li", {}, ...moves, ...nested);
        }));
    }

    /**
     * A move, by the line that ends with it.
     *
     * @param {Step[]} path
     * @param {string} key
     * @param {boolean} [isBranch]
     */
    move(path, key, isBranch = false) {
        const { session } = this;
        const step = /** @type {Step} */ (path.at(-1));
        const side = other(step.turn);
        const judged = this.review.of(step);
        const label = judged && inLabel(judged);
        const name = step.cell === null ? "" : nameOf(session.rules, step.cell);
        const isHere = step === session.now;
        return h("button", {
            class: `judged ${label?.kind ?? ""}`, "data-key": key, "data-ply": isBranch ? null : path.length - 1, "aria-current": isHere ? "step" : null,
            click: () => this.keepAt(`[data-key="${key}"]`, () => (isBranch ? session.viewLine(path) : session.view(path.length - 1))),
        }, h("span", { class: "sr" }, `${sideName(lookOf(session.rules), side)}: `), h("b", {}, name),
        this.review.isTakenBack(step) && h("span", { class: "label" }, " taken back"),
        label && h("span", { class: label.kind === "good" && label.text !== "only move" || isBranch ? "label sr" : "label" }, " ", label.text));
    }

    /**
     * The result of the move on the board, as the bar shows it, counted from the board.
     * An estimate stands in the bar and beside the moves; the words say how much the move gave away.
     *
     * @param {ReviewedMove} judged
     */
    ledTo(judged) {
        const { score, best } = judged;
        // The bar shows the best move of the position.
        const next = this.review.known[0]?.score;
        const first = best[0]?.score;
        // Two searches differ by a little: the fall after a good move would be only their difference, and not that of the bar.
        const isGood = inLabel(judged).kind === "good";
        if (score.outcome === "unknown") return first?.outcome === "unknown" && isGood ? [] : fall(score, next ? 1 - chance(next) : chance(score), first, isGood);
        if (score.outcome !== "draw" && score.plies === 1) return [", ", score.outcome === "win" ? "won" : "lost"];
        return [", ", this.inWords(score), score.outcome === "win" && ", this one included"];
    }

    /** @param {Score} score */
    inWords(score) {
        const { long, about } = describe(score, this.session.rules);
        return h("span", { title: about }, long);
    }

    /** Whether the words on a move keep their place even where there are none, so that nothing moves from step to step. */
    get hasPlace() {
        return isPhone() && this.review.isStory && !this.review.isVariation;
    }

    /** The move before the position on the board, or whose move is the first. */
    unjudged() {
        const { rules, now: { turn, cell } } = this.session;
        return h("p", {}, h("b", {}, cell === null ? `${sideName(lookOf(rules), turn)} begins` : `${sideName(lookOf(rules), other(turn))} ${nameOf(rules, cell)}`));
    }

    /** The judgement of the move that led to the position on the board. */
    showDetail() {
        const { now } = this.session;
        if (this.kept?.step !== now) this.kept = null;
        const judged = this.kept?.judged ?? this.review.of(now);
        if (!judged) return this.detail.replaceChildren(...(this.hasPlace || this.review.search ? [this.unjudged()] : []));
        const { player, move, best, pv, score, ply } = judged;
        const { rules, history } = this.session;
        const look = lookOf(rules);
        // The better move may be on the board.
        const { board } = history[ply - 1] ?? now;
        const label = inLabel(judged);
        const first = best[0];
        const reasons = telling(board, judged).filter(({ kind }) => kind !== "only-move" || label.text !== LEGAL);
        // Plans are no reason where the game is over before them.
        const counted = score.outcome === "loss" && score.plies <= 2 ? reasons.filter(({ kind }) => kind === "completes-line" || kind === "blocks-line" || kind === "plays-under-threat") : reasons;
        const told = refutation(judged, look, label.kind === "bad");
        const ofBetter = isOfBetter(judged);
        // Behind the dots of a line another sentence would be its end.
        const why = [sentences(counted, look).replace(/; best play goes on [^.]*…$/, line => (told && !ofBetter ? "." : line)), !ofBetter && told].filter(Boolean).join(" ")
            || (label.kind === "good" || ofBetter ? "" : score.outcome === "loss" && isSoon(score) && pv[1] ? winsWith(sideName(look, other(player)), pv[1].name, score, rules) : stands(rules, withStone(board, move.cell, player), player, judged, first?.score) || answers(look, player, pv));
        // What a search still looks at is not said for good.
        const soFar = this.review.isOpenEnd && score.outcome === "unknown" && label.kind === "good" ? " so far" : "";
        /** @type {HTMLElement[]} */
        const lines = [h("p", {}, h("b", {}, `${sideName(look, player)} ${move.name}: `, h("span", {}, label.text + soFar), ...this.ledTo(judged), ". "), why)];
        if (first && label.kind !== "good" && first.move.cell !== move.cell) {
            // Beside the fall of a chance another chance would be read as that of the board.
            const isFall = first.score.outcome === "unknown" && score.outcome === "unknown";
            const held = isFall ? [] : judged.label === "inaccuracy" && score.outcome === "loss" && first.score.outcome === "unknown" ? [": it holds out longer"] : [": ", this.inWords(first.score)];
            lines.push(h("p", {}, h("b", {}, `Better was ${inText(first.move.name)}`, ...held, "."), ofBetter && told.replace(/^(cell )?\S+/i, " It")),
                h("button", { "data-key": "better", click: () => {
                    this.on.better(judged.ply, first.move.cell);
                    this.kept = { step: this.session.now, judged };
                    this.showDetail();
                } }, `Show ${inText(first.move.name)}`, h("span", { class: "where" }, " on the board")));
        }
        this.detail.replaceChildren(...lines);
    }
}
