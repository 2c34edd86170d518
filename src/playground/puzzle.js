// Puzzles: one for each day, the same for all, and others by level. Every move of the solution is played, and each is answered.

import { titleOf } from "./about.js";
import { rulesOf } from "./address.js";
import { ask } from "./api.js";
import { celebrate } from "./end.js";
import { cellOf, isLarge, nameOf, other, replay, startOf } from "./game.js";
import { sentences, stands, telling, winsWith } from "./judgement.js";
import { Refusal } from "./link.js";
import { today, written } from "./memory.js";
import { sideName } from "./opponents.js";
import { PuzzleCard } from "./puzzle_card.js";
import { called, isKind, keepLevel } from "./puzzle_kinds.js";
import { keepProgress, noteSolved, progressOf, streak, untouched } from "./puzzle_record.js";
import { fetchPuzzle, isNone } from "./puzzle_source.js";
import { inWords } from "./refusal_words.js";
import { distance, inText, moves } from "./score.js";
import { COPIED } from "./share.js";
import { winsAt } from "./small_values.js";
import { lookOf } from "./stone.js";

/** @import { Offers } from "./catalogue.js" */
/** @import { AnalysisRecord, FinalMove, FullRules, PuzzleAnswer, Side, Step } from "./types.d.ts" */
/** @import { Progress, PuzzleChoice } from "./puzzle_record.js" */
/** @import { Session } from "./session.js" */

const TRIES = 3;
const NTH = ["first", "second", "third", "fourth", "fifth"];
/** The pause between two moves of the answer, in milliseconds. */
const SHOW_MS = 900;
/** The pause before an answer, in milliseconds. */
const ANSWER_MS = 450;
const WRONG_MS = 1100;
/** The motif that a hint names, by the first fact that speaks for the move. */
const SEEK = [["completes-line", "a line to complete"], ["makes-fork", "a fork: two threats at once"], ["blocks-line", "a line to stop"], ["forces", "a move that leaves one answer"], ["stops-fork", "a fork to stop"], ["makes-open-three", "an open three"], ["zugzwang-column", "a move that closes a column to the other side"], ["opens-line", "a line of yours to lengthen"]];
/** The facts that speak for a move that wins, and not only against a loss; the first two say all. */
const WINNING = ["completes-line", "makes-fork", "forces", "zugzwang-column", "opens-line"];
const NO_TRIES = "No tries left. See the answer.";

/** @param {number} n @param {string} one */
const count = (n, one) => n > 0 && `${n} ${one}${n === 1 ? "" : "s"}`;

/** The puzzle on the board, and how far it is solved. */
export class Puzzle {
    /** @type {PuzzleAnswer | null} */
    puzzle = null;
    /** @type {PuzzleChoice} */
    which = { game: "connect-four", date: today() };
    /** @type {Progress} */
    progress = untouched();
    /** The position in which the puzzle begins. @type {Step | null} */
    start = null;
    busy = false;
    /** A wrong move, for the moment in which it is shown. @type {number} */
    wrong = -1;
    /** The cell of a hint; -1 for none. */
    hinted = -1;
    /** The position of the last hint, and of the last one that named a cell. @type {Step | null} */
    hintedAt = null;
    /** @type {Step | null} */
    pointedAt = null;
    /** The verdict below the steps. @type {[lead: string, text: string, kind: string]} */
    said = ["", "", ""];
    isOpen = false;
    /** Whether the address named a puzzle that there is not. */
    isLost = false;
    /** Whether the answer is on the board. */
    isRevealed = false;
    /** Whether it is played once more, for practice: the record stays. */
    isAgain = false;

    /**
     * @param {Session} session
     * @param {Offers} offers
     * @param {{ changed: () => void, answer: (text: string, cell: number) => void, explore: () => void, share: (text: string, url: string) => void, choose: () => void, entry: () => void, address: () => void }} on
     */
    constructor(session, offers, on) {
        this.session = session;
        this.offers = offers;
        this.on = on;
        this.card = new PuzzleCard(this);
    }

    /** Its title. */
    get title() {
        const { date, level } = this.which;
        return date === today() ? "Today’s puzzle" : date ? `Puzzle of ${written(date, { day: "numeric", month: "short" })}` : called(level);
    }

    /** Whether it is practice, no puzzle of a day or one that is played once more, and so counts for no row of days. */
    get isPractice() {
        return !this.which.date || this.isAgain;
    }

    /** The fields of the address for the puzzle. */
    get fields() {
        const { game, date, level, seed } = this.which;
        return { ...(game !== "connect-four" && { game }), ...(date && date !== today() && { date }), ...(level && { level, seed: String(seed) }) };
    }

    get key() {
        const { game, date, level, seed } = this.which;
        return `${game} ${date ?? `${level} ${seed}`}`;
    }

    /** @param {string} search @param {string} game The game that the page is about. */
    read(search, game) {
        const query = new URLSearchParams(search);
        const date = query.get("date");
        const [level, seed] = [query.get("level"), Number(query.get("seed") ?? NaN)];
        const isLevel = isKind(level) && Number.isInteger(seed);
        const valid = date !== null && /^\d{4}-\d\d-\d\d$/.test(date) && date <= today();
        const named = query.get("game") ?? game;
        const isGame = rulesOf(this.offers, named) !== null;
        this.isLost = !isGame || !isLevel && (level !== null || query.has("seed")) || date !== null && !valid;
        this.which = { game: isGame ? named : "connect-four", ...(isLevel && level ? { level, seed } : { date: valid ? date : today() }) };
    }

    /** Brings the puzzle to the board. */
    async open() {
        this.isOpen = true;
        const { key } = this;
        this.puzzle = null;
        this.isRevealed = false;
        this.isAgain = false;
        this.said = ["", "", ""];
        // Until it comes, an empty board: another game's would be taken for the puzzle.
        const rules = rulesOf(this.offers, this.which.game);
        if (rules) this.session.begin(this.which.game, rules, replay(rules, startOf(rules), []));
        this.show();
        try {
            const puzzle = await fetchPuzzle(this.which, rulesOf(this.offers, this.which.game));
            if (!this.isOpen || this.key !== key) return;
            this.begin(puzzle);
        } catch (fault) {
            if (fault instanceof Refusal && fault.problem.errors?.some(({ pointer }) => pointer === "/game") && this.which.game !== "connect-four") return this.openInstead();
            if (!this.isOpen || this.key !== key) return;
            this.said = ["", isNone(fault) && this.isPractice ? `No ${this.title.toLowerCase()} was found for this game. Choose another kind.` : inWords(fault), "bad"];
            this.show();
        }
    }

    /** Puzzles need proofs, and these rules have none. */
    async openInstead() {
        this.which = { ...this.which, game: "connect-four" };
        await this.open();
        this.said = ["", "This game is too large to be proven, so the puzzle is one of Connect Four.", ""];
        this.show();
    }

    leave() {
        this.isOpen = false;
    }

    /** @param {PuzzleAnswer} puzzle */
    begin(puzzle) {
        const { session } = this;
        const rules = /** @type {FullRules} */ (rulesOf(this.offers, this.which.game));
        this.progress = progressOf(this.key);
        const all = [...puzzle.moves.map(({ name }) => name), ...this.progress.found].map(name => cellOf(rules, name));
        const steps = replay(rules, startOf(rules), all);
        this.puzzle = puzzle;
        this.start = steps[puzzle.moves.length] ?? null;
        session.players.X.kind = "human";
        session.players.O.kind = "human";
        session.begin(this.which.game, rules, steps);
        this.said = this.progress.done ? ["Solved.", this.praise + this.why, "good"] : this.progress.failed ? ["", NO_TRIES, ""] : ["", this.task, ""];
        if (this.isLost) this.said = ["No such puzzle.", `This is ${this.which.date === today() ? "today’s" : "another one"}. ${this.said[0]} ${this.said[1]}`, "bad"];
        this.isLost = false;
        this.on.address();
        this.show();
        // The answer to the last move may be missing.
        if (!this.progress.done && session.now.turn !== puzzle.position.turn) void this.reply();
    }

    /** The task in its present state. */
    get task() {
        const { rules } = this.session;
        const which = NTH[this.found.length] ?? "next";
        const tries = this.tries || (this.isPractice ? "" : " You have three tries.");
        const names = this.found.length ? [] : this.puzzle?.threats.map(({ name }) => inText(name)) ?? [];
        const cells = [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" or ");
        const place = rules.gravity && !rules.board ? "column" : "cell";
        return `${cells ? `${sideName(lookOf(rules), other(this.solver))} threatens to win with ${cells}. Tap` : `Your ${which} move: tap`} a ${place}.${tries}`;
    }

    /** How far it was solved when it was played first. */
    get recorded() {
        return this.isAgain ? progressOf(this.key) : this.progress;
    }

    /** Keeps how far it is solved. */
    keep() {
        if (!this.isAgain) keepProgress(this.key, this.progress);
    }

    /** The tries that are left, once one is gone; practice has any number. */
    get tries() {
        const left = TRIES - this.progress.misses;
        return this.isPractice || left === TRIES ? "" : left > 0 ? ` ${left} ${left === 1 ? "try" : "tries"} left.` : ` ${NO_TRIES}`;
    }

    /** How it was solved: the mistakes and the hints, or that there were none. */
    get praise() {
        const { misses, hints } = this.progress;
        const helped = [count(misses, "mistake"), count(hints, "hint")].filter(Boolean);
        return helped.length ? `With ${helped.join(" and ")}.` : "No mistakes.";
    }

    /** @returns {Side} */
    get solver() {
        return this.puzzle?.position.turn ?? "X";
    }

    /** How many moves there are to find. */
    get length() {
        const { puzzle } = this;
        return puzzle ? (puzzle.solution?.score.outcome === "win" ? puzzle.length : 1) : 0;
    }

    /** The score to reach now on a board too large to prove, where every puzzle is a win; null on others. */
    get goal() {
        return isLarge(this.session.rules) ? { outcome: "win", plies: 2 * (this.length - this.found.length) - 1 } : null;
    }

    /** The solver's moves that were found. */
    get found() {
        return this.progress.found.filter((_, index) => index % 2 === 0);
    }

    /** Where the other side would win next, once it has answered; before that it would give the first move away. */
    get threat() {
        const { session, progress, solver } = this;
        const isMine = this.found.length > 0 && !progress.done && !this.isRevealed && session.now.turn === solver;
        return isMine ? winsAt(session.rules, session.now.board, other(solver))[0] ?? -1 : -1;
    }

    /** The cells of the board where the other side threatens to win. */
    get threats() {
        const { puzzle, session, start, threat } = this;
        return puzzle && session.now === start ? puzzle.threats.map(({ cell }) => cell) : threat < 0 ? [] : [threat];
    }

    /** A move of the visitor. @param {number} cell @returns {false} It is played when it is judged. */
    play(cell) {
        const { puzzle, progress, session } = this;
        if (!puzzle || this.busy) return false;
        if (progress.done) this.on.answer("This puzzle is solved.", cell);
        else if (progress.failed) this.on.answer(NO_TRIES, cell);
        else if (session.now.turn !== this.solver) this.on.answer(`${sideName(lookOf(session.rules), session.now.turn)} answers first. Wait a moment.`, cell);
        else void this.judge(cell);
        return false;
    }

    /** @param {Record<string, unknown> | null} more */
    async analyse(more) {
        const { lines } = /** @type {Extract<AnalysisRecord, { lines: unknown, position: unknown }>} */ (await ask("/v1/analysis", { ...this.session.fields, ...more }));
        return lines;
    }

    /** @param {number} cell */
    async judge(cell) {
        const { session, progress } = this;
        const name = nameOf(session.rules, cell);
        this.busy = true;
        this.hinted = -1;
        try {
            // A large board has too many moves to prove; how soon the best one wins is known.
            const { goal } = this;
            const lines = await this.analyse(goal && { searchMoves: [cell] });
            const best = goal ?? lines[0]?.score;
            const mine = lines.find(line => line.move.cell === cell);
            if (!best || !mine) return;
            const isRight = mine.score.outcome === best.outcome && (best.outcome !== "win" || mine.score.plies === best.plies);
            if (!isRight) return await this.miss(cell, name, mine.score, mine.pv[1]?.name ?? "");
            progress.found.push(name);
            progress.marks += progress.marks.endsWith("?") ? "" : "●";
            session.play(cell);
            if (this.found.length >= this.length) this.solve(name);
            else {
                this.said = [`Yes, ${inText(name)}.`, "", "good"];
                this.keep();
                this.show();
                await this.reply();
            }
        } catch (fault) {
            this.said = ["", inWords(fault), "bad"];
        } finally {
            this.busy = false;
            this.show();
        }
    }

    /** The other side answers as well as it can. */
    async reply() {
        const { session } = this;
        await new Promise(resolve => setTimeout(resolve, ANSWER_MS));
        const { move } = /** @type {FinalMove} */ (await ask("/v1/move", { ...session.fields, level: "perfect", tieBreak: "first" }));
        if (!move || !this.isOpen) return;
        this.progress.found.push(move.name);
        session.play(move.cell);
        const they = sideName(lookOf(session.rules), other(this.solver));
        const threat = this.threat < 0 ? "" : ` and threatens ${inText(nameOf(session.rules, this.threat))}`;
        this.said = [this.said[0], `${they} answered ${inText(move.name)}${threat}. Now your ${NTH[this.found.length] ?? "next"} move.`, "good"];
        this.keep();
        this.show();
    }

    /**
     * A wrong move is shown for a moment, and taken back.
     *
     * @param {number} cell
     * @param {string} name
     * @param {import("./types.d.ts").Score} score
     * @param {string} answer
     */
    async miss(cell, name, score, answer) {
        const { progress } = this;
        progress.misses++;
        progress.marks += "○";
        this.wrong = cell;
        progress.failed = !this.isPractice && progress.misses >= TRIES;
        const they = sideName(lookOf(this.session.rules), other(this.solver));
        const then = score.outcome === "loss" ? winsWith(they, answer, score, this.session.rules) : score.outcome === "win" ? `It also wins, but takes ${distance(score, this.session.rules, this.found.length)}.` : score.outcome === "draw" ? `After ${answer || "that"} it is a draw.` : "That is no win yet.";
        this.said = [`Not ${name}.`, `${then}${this.tries}`, "bad"];
        this.keep();
        this.show();
        await new Promise(resolve => setTimeout(resolve, WRONG_MS));
        this.wrong = -1;
    }

    /** @param {string} name */
    solve(name) {
        this.progress.done = true;
        celebrate();
        this.keep();
        if (this.which.date && !this.isAgain) noteSolved(this.which.date, this.progress.marks);
        const { why, session: { rules, history, cursor } } = this;
        // The other side could stop one of them alone.
        const isFork = this.puzzle?.themes.includes("fork") || this.length > 1 && winsAt(rules, history[cursor - 2]?.board ?? "", this.solver).length > 1;
        this.said = [`Yes, ${name}. Solved!`, [isFork && !/ fork/.test(why) && "A fork: two threats at once.", this.praise].filter(Boolean).join(" ") + why, "good"];
    }

    /** The same puzzle as if it were new, for practice. */
    again() {
        if (this.busy) return;
        this.isAgain = true;
        this.progress = untouched();
        this.hintedAt = this.pointedAt = null;
        this.startOver();
    }

    startOver() {
        const { puzzle, session, start } = this;
        if (!puzzle || !start || this.busy) return;
        this.progress.found = [];
        this.hinted = -1;
        this.isRevealed = false;
        session.begin(session.game, session.rules, session.history.slice(0, puzzle.moves.length + 1));
        this.said = ["", `From the start again. ${this.task}`, ""];
        this.keep();
        this.show();
    }

    async hint() {
        const { session } = this;
        if (this.busy || !this.puzzle || this.progress.done || session.now.turn !== this.solver) return;
        try {
            const best = (await this.analyse({ explain: true, multiPv: 1 }))[0];
            if (!best) return;
            const isColumn = session.rules.gravity && !session.rules.board;
            // First the motif, and then the cell: two hints. Who asks once more is told the same.
            const isAgain = this.hintedAt === session.now;
            if (!isAgain || this.pointedAt !== session.now) this.progress.hints++;
            this.hintedAt = session.now;
            if (isAgain) [this.pointedAt, this.hinted] = [session.now, best.move.cell];
            if (!this.progress.marks.endsWith("?")) this.progress.marks += "?";
            this.said = ["", `Look ${isAgain ? `at ${isColumn ? `column ${best.move.name[0]}` : inText(best.move.name)}` : `for ${SEEK.find(([kind]) => telling(session.now.board, best).some(one => one.kind === kind))?.[1] ?? "a move that pays off later"}`}.${this.tries}`, ""];
            this.keep();
        } catch (fault) {
            this.said = ["", inWords(fault), "bad"];
        }
        this.show();
    }

    /** The positions of the answer, as it was played or as the solution has it. @returns {Step[]} */
    get answer() {
        const { puzzle, progress, isRevealed, session: { rules } } = this;
        const { board, turn } = /** @type {Step} */ (this.start);
        const cells = progress.done && !isRevealed ? progress.found.map(name => cellOf(rules, name)) : puzzle?.solution?.pv.map(({ cell }) => cell);
        return replay(rules, { board, turn, cell: null }, cells ?? []);
    }

    /** Why the first move is right, behind other sentences: by its facts and, where it wins later, by the lines that are open before the last answer. */
    get why() {
        const { puzzle, session: { rules }, start, solver } = this;
        if (!puzzle?.solution || !start) return "";
        const { answer } = this;
        const { move, score, pv, reasons } = puzzle.solution;
        const isWin = score.outcome === "win";
        const plies = Number(score.plies);
        const facts = telling(start.board, { move, score, pv, reasons }).filter(({ kind }) => !isWin || WINNING.includes(kind));
        const isSaid = facts.some(({ kind }) => WINNING.indexOf(kind) < 2);
        const end = isWin && !isSaid && answer.length > plies ? answer[plies - 2] : null;
        const open = end ? stands(rules, end.board, solver, { score, pv: answer }) : "";
        const all = [sentences(facts, lookOf(rules)), open && `${plies > 3 ? "At the end" : "Then"} ${open}`].filter(Boolean).join(" ");
        return all && ` Why ${inText(move.name)}? ${all}`;
    }

    /** The solution, move by move; afterwards it can be stepped through. */
    async reveal() {
        const { puzzle, session, key, solver } = this;
        const { pv, score } = puzzle?.solution ?? {};
        if (!puzzle || !pv || !score) return;
        const from = puzzle.moves.length;
        const start = session.history.slice(0, from + 1);
        const rest = this.answer.slice(1);
        this.isRevealed = true;
        const look = lookOf(session.rules);
        // A game that is held goes on for long: its first move is what was asked.
        const told = pv.slice(0, score.outcome === "win" ? pv.length : 1).map(({ name }, at) => `${sideName(look, at % 2 ? other(solver) : solver)} ${name}`);
        this.said = ["", `The answer: ${told.join(", ")}.${this.why}`, ""];
        session.begin(session.game, session.rules, [...start, ...rest]);
        for (let at = from; at <= from + rest.length; at++) {
            session.view(at);
            this.show();
            await new Promise(resolve => setTimeout(resolve, SHOW_MS));
            // The visitor may have gone on, or steps by now.
            if (!this.isOpen || this.key !== key || !this.isRevealed || session.cursor !== at) return;
        }
    }

    /** A step in the answer. @param {1 | -1} by */
    step(by) {
        const { session, puzzle } = this;
        if (!this.isRevealed || !puzzle) return;
        session.view(Math.max(puzzle.moves.length, session.cursor + by));
        this.show();
    }

    /** @param {string} said The outcome of sharing the result. */
    tellShared(said) {
        if (!said) return;
        this.said = ["Solved!", said === COPIED ? "Your result is copied." : said, "good"];
        this.show();
    }

    /** Another puzzle. @param {PuzzleChoice} which */
    go(which) {
        this.isLost = false;
        this.which = which;
        if (which.level) keepLevel(which.level);
        this.on.entry();
        void this.open();
    }

    /** A result that gives nothing away, in a sentence. */
    get result() {
        const { date, level } = this.which;
        const { recorded: progress, puzzle } = this;
        const game = titleOf(this.offers, this.session).replace(/,.*/, "");
        const name = `${game} ${date ? `puzzle of ${written(date, { day: "numeric", month: "long" })}` : called(level).toLowerCase()}`;
        const how = [puzzle?.solution?.score.outcome === "win" && `win in ${moves(puzzle.length)}`, count(progress.misses, "mistake"), count(progress.hints, "hint"), !progress.misses && !progress.hints && "no mistakes"].filter(Boolean).join(", ");
        const days = streak();
        return `I solved the ${name} on inarow: ${how}. ${progress.marks.replaceAll("?", "◐")}${date && days > 1 ? ` ${days} days in a row.` : ""}`;
    }

    /** The address of this puzzle on any day. */
    get link() {
        const { game, date } = this.which;
        return `${location.origin}/?${new URLSearchParams({ view: "puzzle", ...this.fields, ...(date && { date }), ...(game !== "connect-four" && { game }) })}`;
    }

    show() {
        this.on.changed();
        this.card.show();
    }
}
