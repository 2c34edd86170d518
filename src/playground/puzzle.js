// A puzzle: a position in which exactly one move keeps the outcome. The service poses it, the visitor finds the move.

import { ask } from "./api.js";
import { cellOf, nameOf, replay, startOf } from "./game.js";
import { sentences } from "./judgement.js";
import { inWords } from "./link.js";

/** @import { Analysis } from "./analysis.js" */
/** @import { Session } from "./session.js" */
/** @import { PuzzleAnswer, Step } from "./types.d.ts" */

/** Seeds of puzzles are below this. */
const SEEDS = 1_000_000;

/** Poses puzzles and says whether they are solved. */
export class Puzzle {
    /** The position of the puzzle, as long as its game is on the board. @type {Step | null} */
    step = null;
    /** @type {PuzzleAnswer | null} */
    puzzle = null;
    /** The last position that was talked about. @type {Step | null} */
    seen = null;

    /**
     * @param {HTMLButtonElement} button
     * @param {Session} session
     * @param {Analysis} analysis
     * @param {(text: string, kind?: "fault" | "news") => void} tell
     * @param {(begin: () => void) => void} beginAnother
     */
    constructor(button, session, analysis, tell, beginAnother) {
        this.session = session;
        this.analysis = analysis;
        this.tell = tell;
        this.beginAnother = beginAnother;
        button.addEventListener("click", () => void this.pose());
    }

    async pose() {
        const { game, now } = this.session;
        const seed = Math.floor(Math.random() * SEEDS);
        try {
            const puzzle = /** @type {PuzzleAnswer} */ (await ask("/v1/puzzles", { game, seed, solution: true }));
            // Who has gone on meanwhile wants none any more.
            if (this.session.game === game && this.session.now === now) this.begin(puzzle);
        } catch (fault) {
            this.tell(inWords(fault));
        }
    }

    /** @param {PuzzleAnswer} puzzle */
    begin(puzzle) {
        const { session } = this;
        const { rules, players } = session;
        const steps = replay(rules, startOf(rules), puzzle.moves.map(({ name }) => cellOf(rules, name)));
        const solver = puzzle.position.turn;
        this.analysis.switch(false);
        this.beginAnother(() => {
            players[solver].kind = "human";
            Object.assign(players[solver === "X" ? "O" : "X"], { kind: "engine", level: "perfect", skill: 100 });
            session.begin(session.game, rules, steps);
        });
        this.puzzle = puzzle;
        this.step = session.now;
        this.seen = this.step;
        this.tell(`Puzzle, difficulty ${puzzle.difficulty} of 10. ${puzzle.text}`, "news");
    }

    /** The position has changed: the first move of the solver is judged. */
    follow() {
        const { puzzle, step, session } = this;
        if (!puzzle?.solution || !step || this.seen === session.now) return;
        const { history, cursor, now, rules } = session;
        const at = history.indexOf(step);
        if (at < 0) {
            this.puzzle = null;
            return;
        }
        this.seen = now;
        if (cursor === at) return this.tell(puzzle.text, "news");
        if (cursor !== at + 1 || now.cell === null) return;
        const { move, reasons } = puzzle.solution;
        if (now.cell === move.cell) return this.tell(`Solved: ${move.name}. ${sentences(reasons)}`, "news");
        this.tell(`${nameOf(rules, now.cell)} is not the move. Take it back and try again.`, "news");
    }
}
