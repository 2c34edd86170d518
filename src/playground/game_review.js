// A whole game judged move by move: what each move did in words, the accuracy of both sides, a graph, and a way to each position.

import { follow } from "./api.js";
import { h, svg } from "./dom.js";
import { emptyBoard, nameOf } from "./game.js";
import { inWords } from "./link.js";
import { describe } from "./score.js";

/** @import { Reason, ReviewedMove, ReviewRecord, Side } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/** @typedef {Extract<ReviewRecord, { left: number }>} Progress */
/** @typedef {Extract<ReviewRecord, { sides: unknown }>} FinalReview */

/** For the whole review, in milliseconds. */
const MOVETIME_MS = 5000;
/** The size of the graph in its own units. */
const GRAPH = { width: 400, height: 90 };

/**
 * The first sentences of what speaks for a move.
 *
 * @param {readonly Reason[] | undefined} reasons
 * @param {number} [most]
 */
export const sentences = (reasons, most = 2) => (reasons ?? []).slice(0, most).map(({ text }) => text).join(" ");

/**
 * A label in words, with a mark that tells its kind without colour.
 *
 * @param {ReviewedMove} move
 * @returns {{ text: string, mark: string, kind: "good" | "fair" | "bad" }}
 */
function inLabel({ label, best }) {
    const missed = best[0]?.score.plies;
    switch (label) {
        case "best": return { text: "best move", mark: "", kind: "good" };
        case "only-move": return { text: "only move", mark: "□", kind: "good" };
        case "good": return { text: "good move", mark: "", kind: "good" };
        case "missed-win": return { text: missed ? `missed a win in ${missed}` : "missed a win", mark: "??", kind: "bad" };
        case "threw-away-draw": return { text: "threw away a draw", mark: "??", kind: "bad" };
        case "prolonged": return { text: "a slower win", mark: "", kind: "fair" };
        case "hastened": return { text: "loses sooner", mark: "", kind: "fair" };
        case "inaccuracy": return { text: "inaccuracy", mark: "?!", kind: "fair" };
        case "mistake": return { text: "mistake", mark: "?", kind: "bad" };
        default: return { text: "blunder", mark: "??", kind: "bad" };
    }
}

/** The game on the board, reviewed. */
export class GameReviewView {
    /** The moves that were judged, by their number. @type {Map<number, ReviewedMove>} */
    judged = new Map();
    /** @type {FinalReview | null} */
    final = null;
    /** @type {AbortController | null} */
    search = null;
    /** The game of the judgements. */
    key = "";
    fault = "";
    left = 0;
    isOpen = false;

    /**
     * @param {HTMLElement} place
     * @param {Session} session
     */
    constructor(place, session) {
        this.session = session;
        this.head = h("div", { class: "review-head" });
        this.graph = h("div", { class: "graph" });
        this.list = h("ol", { class: "game-moves", "aria-label": "Moves of the game" });
        this.detail = h("div", { class: "move-detail", "aria-live": "polite" });
        place.append(this.head, this.graph, this.detail, this.list);
        this.button = h("button", { class: "primary", id: "review-start", click: () => void this.run() }, "Review this game");
    }

    get moves() {
        return this.session.history.flatMap(step => (step.cell === null ? [] : [nameOf(this.session.rules, step.cell)]));
    }

    /** A review begins with the empty board. */
    get canReview() {
        const first = this.session.history[0];
        return first?.board === emptyBoard(this.session.rules) && first.turn === "X" && this.moves.length > 0;
    }

    /**
     * The game has changed, or the panel is opened or closed.
     *
     * @param {boolean} [isOpen]
     */
    follow(isOpen = this.isOpen) {
        this.isOpen = isOpen;
        const key = JSON.stringify([this.session.game, this.moves]);
        if (key !== this.key && (this.final || this.search || this.judged.size || this.fault)) this.clear();
        if (!isOpen) return;
        // A finished game is reviewed at once; one that goes on when somebody wants it.
        if (this.session.isOver && this.canReview && !this.search && !this.final && !this.fault && key !== this.key) void this.run();
        else this.show();
    }

    clear() {
        this.search?.abort("gone");
        this.search = null;
        this.judged = new Map();
        this.final = null;
        this.fault = "";
        this.key = "";
    }

    async run() {
        this.clear();
        const controller = new AbortController();
        const { game } = this.session;
        const moves = this.moves;
        this.search = controller;
        this.key = JSON.stringify([game, moves]);
        this.left = moves.length;
        this.show();
        const isMine = () => this.search === controller;
        try {
            const fields = { game, moves, explain: true, multiPv: 1, movetime: MOVETIME_MS };
            const final = /** @type {FinalReview} */ (await follow("/v1/review", fields, (/** @type {Progress} */ record) => {
                if (!isMine()) return;
                this.judged.set(record.move.ply, record.move);
                this.left = record.left;
                this.show();
            }, controller.signal));
            if (!isMine()) return;
            this.final = final;
            this.judged = new Map(final.moves.map(move => [move.ply, move]));
        } catch (fault) {
            if (!isMine()) return;
            if (!controller.signal.aborted) this.fault = inWords(fault);
        }
        this.search = null;
        this.show();
    }

    show() {
        const focused = document.activeElement?.closest(".game-moves") ? document.activeElement.getAttribute("data-ply") : null;
        this.showHead();
        this.graph.replaceChildren(...(this.judged.size > 1 ? [this.curve()] : []));
        this.showDetail();
        this.list.replaceChildren(...this.rows());
        if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-ply="${focused}"]`))?.focus();
    }

    showHead() {
        const { search, final } = this;
        const parts = [];
        if (!this.moves.length) parts.push(h("p", { class: "empty" }, "Play some moves: then they are judged here, one by one."));
        else if (!this.canReview) parts.push(h("p", { class: "empty" }, "Only a game from the empty board can be reviewed; this one began with a position that was set up."));
        else if (search) {
            parts.push(h("p", { class: "status-line" }, `Judging … ${this.left} ${this.left === 1 ? "move" : "moves"} left`),
                h("button", { class: "stop", click: () => search.abort("stop") }, "Stop"));
        } else if (final) {
            const percent = (/** @type {Side} */ side) => {
                const { accuracy } = final.sides[side];
                return accuracy === null ? "–" : `${Math.round(accuracy)} %`;
            };
            parts.push(h("p", { class: "accuracy" }, "Accuracy: ", h("b", { class: "X" }, "X"), ` ${percent("X")} · `, h("b", { class: "O" }, "O"), ` ${percent("O")}`));
        } else {
            parts.push(this.button);
        }
        if (this.fault) parts.push(h("p", { class: "fault", role: "alert" }, this.fault));
        this.head.replaceChildren(...parts);
    }

    rows() {
        const { session } = this;
        const rows = [];
        /** @type {HTMLElement | null} */
        let row = null;
        for (const [index, step] of session.history.entries()) {
            if (step.cell === null) continue;
            const side = session.history[index - 1]?.turn ?? "X";
            if (!row || side === "X" || index === 1) {
                row = h("li", {}, h("span", { class: "number", "aria-hidden": "true" }, String(rows.length + 1)));
                rows.push(row);
                if (side === "O") row.append(h("span"));
            }
            const judged = this.judged.get(index);
            const label = judged && inLabel(judged);
            row.append(h("button", {
                "data-ply": index, class: label ? `judged ${label.kind}` : "judged", "aria-current": index === session.cursor ? "step" : null,
                click: () => session.view(index),
            }, h("span", { class: "sr" }, `${side}: `), h("b", {}, nameOf(session.rules, step.cell), label?.mark && h("span", { class: "mark", "aria-hidden": "true" }, label.mark)),
            label && h("span", { class: "label" }, " ", label.text)));
        }
        return rows;
    }

    /** What there is to say of the move that led to the position on the board. */
    showDetail() {
        const judged = this.judged.get(this.session.cursor);
        if (!judged) return this.detail.replaceChildren();
        const { player, move, score, best, reasons } = judged;
        const first = best[0];
        const lines = [h("p", {}, h("b", {}, `${player} ${move.name}: ${inLabel(judged).text}, ${describe(score).long}. `), sentences(reasons))];
        if (first && inLabel(judged).kind !== "good" && first.move.cell !== move.cell) {
            lines.push(h("p", {}, h("b", {}, `Better was ${first.move.name}: ${describe(first.score).long}. `), sentences(first.reasons)));
        }
        this.detail.replaceChildren(...lines);
    }

    /**
     * What X may expect after a move, from 0 to 1, as `/v1/review` defines it.
     *
     * @param {ReviewedMove} move
     */
    expected({ player, expected }) {
        return player === "X" ? expected : 1 - expected;
    }

    curve() {
        const { width, height } = GRAPH;
        const { session } = this;
        const last = Math.max(2, session.history.length - 1);
        const x = (/** @type {number} */ ply) => (ply / last) * width;
        const y = (/** @type {number} */ value) => 8 + (1 - value) * (height - 16);
        const known = [...this.judged.values()].sort((a, b) => a.ply - b.ply);
        const points = known.map(move => `${x(move.ply).toFixed(1)},${y(this.expected(move)).toFixed(1)}`);
        const [from, to] = [x(known[0]?.ply ?? 0), x(known.at(-1)?.ply ?? 0)];
        const words = known.filter(move => inLabel(move).kind === "bad").map(move => `${move.player} ${move.move.name} ${inLabel(move).text}`);
        const marks = known.filter(move => inLabel(move).kind === "bad").map(move =>
            svg("circle", { class: "slip", cx: x(move.ply), cy: y(this.expected(move)), r: 4.5 }));
        return svg("svg", {
            viewBox: `0 0 ${width} ${height}`, role: "img", click: (/** @type {MouseEvent} */ event) => this.pick(event),
            "aria-label": `The expected result over the game, up for X, down for O. ${words.length ? `Turns: ${words.join("; ")}.` : "No mistakes."}`,
        }, svg("polygon", { class: "area", points: `${from},${y(0.5)} ${points.join(" ")} ${to},${y(0.5)}` }),
        svg("line", { class: "even", x1: 0, x2: width, y1: y(0.5), y2: y(0.5) }), svg("polyline", { class: "curve", points: points.join(" ") }),
        svg("line", { class: "here", x1: x(session.cursor), x2: x(session.cursor), y1: 0, y2: height }), ...marks);
    }

    /** The place in the graph leads to its position, as the list does for keys. @param {MouseEvent} event */
    pick(event) {
        const { left, width } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
        const last = this.session.history.length - 1;
        this.session.view(Math.round((event.clientX - left) / width * Math.max(2, last)));
    }
}
