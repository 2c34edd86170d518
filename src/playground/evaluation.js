// How good the position is for X: the height of the bar, and the words in it.

import { cellCount } from "./game.js";
import { chanceOfX } from "./game_graph.js";
import { sideName } from "./opponents.js";
import { brief, chance, ownMoves, percent } from "./score.js";

/** @import { Analysis } from "./analysis.js" */
/** @import { Review } from "./review.js" */
/** @import { Score, Side, Step } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/** `share`: of X, from 0 to 1. `text`: in the part of `leader`. `rest`: in the other one. @typedef {{ share: number, text: string, leader: Side, rest?: string }} Level */

/** Sends the event `change` when the value changes. */
export class Evaluation extends EventTarget {
    /** Null if it is unknown, or not to be seen. @type {Level | null} */
    value = null;
    /** The game of the value, by its first position. @type {Step | undefined} */
    game;

    /**
     * @param {Session} session
     * @param {Analysis} analysis
     * @param {Review} review
     */
    constructor(session, analysis, review) {
        super();
        this.session = session;
        this.analysis = analysis;
        this.review = review;
        for (const source of [session, analysis, review]) source.addEventListener("change", () => this.show());
    }

    show() {
        const game = this.session.history[0];
        const isSeen = this.analysis.degree === "numbers";
        // Between a move and its value the last one stays, so that it does not flicker.
        const held = game === this.game && isSeen ? this.value : null;
        const value = isSeen ? this.find() ?? held : null;
        this.game = game;
        if (JSON.stringify(value) === JSON.stringify(this.value)) return;
        this.value = value;
        this.dispatchEvent(new Event("change"));
    }

    /** @returns {Level | null} */
    find() {
        const { session, analysis, review } = this;
        const { status, winner } = session.info?.position ?? {};
        if (status === "won" && winner) return { share: Number(winner === "X"), text: "won", leader: winner };
        if (status === "drawn") return { share: 0.5, text: "draw", leader: "X" };
        const { turn } = session.now;
        const best = analysis.step === session.now ? analysis.ordered[0] : undefined;
        const judged = review.of(session.now);
        if (best) return levelOf(best.score, turn, session.rules);
        const { thinking } = session;
        if (thinking?.progress) return levelOf(thinking.progress.score, turn, session.rules);
        if (!judged) return null;
        const share = chanceOfX(judged);
        return { share, text: "", leader: share >= 0.5 ? "X" : "O" };
    }
}

/**
 * A proven win fills more of the bar than any estimate does, the more the sooner it comes.
 *
 * @param {Score} score Of the side to move.
 * @param {Side} turn
 * @param {Session["rules"]} rules
 * @returns {Level}
 */
function levelOf(score, turn, rules) {
    const cells = cellCount(rules);
    const mine = (/** @type {number} */ share, /** @type {string} */ text) => {
        const forX = turn === "X" ? share : 1 - share;
        return { share: forX, text, leader: /** @type {Side} */ (forX >= 0.5 ? "X" : "O") };
    };
    switch (score.outcome) {
        case "win": return mine(1 - score.plies / cells / 10, `win in ${brief(score, rules)}`);
        case "loss": return mine(score.plies / cells / 10, ownMoves(score) ? `win in ${brief(score, rules)}` : "win now");
        case "draw": return mine(0.5, "draw");
        // Both add up to a hundred, as they are read.
        default: {
            const share = chance(score);
            const most = Math.round(Math.max(share, 1 - share) * 100);
            return { ...mine(share, percent(most / 100)), rest: percent(1 - most / 100) };
        }
    }
}

/** @param {HTMLElement} bar @param {Level | null} level @param {import("./stone.js").Look} look Sides are called as their stones look. */
export function showBar(bar, level, look) {
    bar.classList.toggle("known", level !== null);
    bar.style.setProperty("--share", String(level?.share ?? 0.5));
    const leader = level?.leader ?? "X";
    const [text, rest] = bar.querySelectorAll("span");
    if (!text || !rest) return;
    text.textContent = level?.text ?? "";
    text.className = `for-${leader}`;
    // Where there is room it says whose win it is.
    text.dataset["side"] = /^wi/.test(text.textContent) ? `${sideName(look, leader)}: ` : "";
    rest.textContent = level?.rest ?? "";
    rest.className = `for-${leader === "X" ? "O" : "X"}`;
    const words = !level ? "not known" : level.share === 0.5 ? "even" : `${sideName(look, level.leader)}, ${level.text}`;
    const title = `Who is better: ${words}`;
    bar.setAttribute("aria-label", title);
    bar.title = title;
}
