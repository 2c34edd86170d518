// Playing: the opponent with a face, the help, and the coach.

import { byId, h, keepFocus } from "./dom.js";
import { isProven, isStart, other, withStone } from "./game.js";
import { icon, shape } from "./icons.js";
import { bestMove, judgeMove } from "./judge_move.js";
import { byValues, couldBeSeen, FAR, isMistake, refutation, sentences, stands, why, winsWith } from "./judgement.js";
import { face, greeting, opponentOf, OPPONENTS } from "./opponents.js";
import { inScore, tally } from "./record.js";
import { advised, chance, compared, costOf, describe, inText, isBound, rank, sentenceOf, soon } from "./score.js";
import { lookOf, stone } from "./stone.js";

/** @import { Analysis } from "./analysis.js" */
/** @import { Help } from "./help.js" */
/** @import { Mood, Opponent } from "./opponents.js" */
/** @import { Line, ReviewedMove, Side } from "./types.d.ts" */
/** @import { Session } from "./session.js" */
/** @import { Look } from "./stone.js" */

/** An opponent speaks at every so many moves. */
const REMARK_EVERY = 3;
/** A longer name, in letters, would push the board. */
const LONG_NAME = 34;

/** The loss of chance that is worth an interruption where nothing is proven, and the one where there is a reason to tell. */
const MUCH = 0.25;
const MUCH_WITH_REASON = 0.15;

/** Whether a move whose end is proven gives away more than a coach can watch: a review calls it a mistake. @param {Line} line @param {Line} best */
function isBlunder({ score }, best) {
    const first = best.score;
    const isSeen = couldBeSeen({ score, best: [best] });
    // Where all is lost, a coach still wants a fight, and every open line closed.
    if (score.outcome === "loss" && first.outcome === "loss") return isSeen || score.plies <= 2 && first.plies > 2;
    return isSeen || costOf(first, score) > 0;
}

/** Whether a coach speaks of a move that is judged. @param {ReviewedMove} judged @param {Look} look */
function isHeld(judged, look) {
    const { score } = /** @type {Line} */ (judged.best[0]);
    const isProof = [judged.score, score].some(({ outcome }) => outcome !== "unknown");
    return isMistake(judged) && (isProof || costOf(score, judged.score) >= (refutation(judged, look) ? MUCH_WITH_REASON : MUCH));
}

/**
 * The five opponents in their order: those beaten in a game, the present one, and those to come.
 *
 * @param {unknown} game
 * @param {string} level Of who plays.
 * @param {((one: Opponent) => void) | null} [choose] Makes each face a button.
 */
export const ladder = (game, level, choose = null) => h("ol", { class: "ladder", "aria-label": "The five opponents" }, ...OPPONENTS.map(one => {
    const isBeaten = tally(game, one.level).won > 0;
    const isHere = one.level === level;
    const drawn = [face(one.level, 40), isBeaten && icon("check", 16),
        h("small", {}, h("span", { "aria-hidden": "true" }, one.name), h("span", { class: "sr" }, `${choose && !isHere ? "Play " : ""}${one.name}${isBeaten ? ", beaten" : isHere ? ", plays" : ""}`))];
    return h("li", { class: `${isBeaten ? "beaten" : ""}${isHere ? " here" : ""}` },
        ...(choose && !isHere ? [h("button", { class: "bare", title: one.about, "data-key": `ladder-${one.level}`, click: () => choose(one) }, ...drawn)] : drawn));
}));

/** The opponent, the help and the coach. */
export class PlayView {
    /** The move that the coach holds back, with the better one and the answer to it. @type {{ step: Session["now"], cell: number, better: number, reply: number } | null} */
    held = null;
    /** A move that the coach looks at. @type {{ step: Session["now"], cell: number } | null} */
    looking = null;
    shown = "";
    /** The last position in which the opponent praises the move before. */
    praisedUntil = -1;

    /**
     * @param {Session} session
     * @param {Analysis} analysis
     * @param {Help} help
     * @param {{ changed: () => void, isMine: () => boolean, choose: () => void, against: (one: Opponent) => void, hinted: () => number }} on Actions of the page; the cell of the hint, -1 for none.
     */
    constructor(session, analysis, help, on) {
        this.session = session;
        this.analysis = analysis;
        this.help = help;
        this.on = on;
        this.card = byId("opponent", HTMLElement);
        this.who = byId("who", HTMLElement);
        this.coach = byId("coach", HTMLElement);
        this.helpCard = byId("help", HTMLElement);
        // A dialog over the page closes first.
        addEventListener("keydown", ({ key }) => {
            if (key === "Escape" && this.coach.checkVisibility() && !document.querySelector("dialog[open]")) byId("take-back", HTMLButtonElement).click();
        });
    }

    /** The side of the engine, where a person plays against one. @returns {Side | null} */
    get engineSide() {
        const { isDuel, players } = this.session;
        return isDuel ? (players.X.kind === "engine" ? "X" : "O") : null;
    }

    /** The key of the help: the opponent's level. */
    get helpPlace() {
        const side = this.engineSide;
        return side ? this.session.players[side].level || "skill" : "people";
    }

    /** The cell of the move that waits, -1 for none. */
    get pending() {
        return this.held?.step === this.session.now ? this.held.cell : -1;
    }

    get isLooking() {
        return this.looking?.step === this.session.now;
    }

    /** The cell of the move that waits or that the coach looks at, -1 for none. */
    get waiting() {
        return this.isLooking ? this.looking?.cell ?? -1 : this.pending;
    }

    /** Whether a move may be played at once. @param {number} cell */
    allows(cell) {
        const { session, analysis } = this;
        if (!this.help.isOn("coach") || !session.isDuel || cell === this.on.hinted()) return true;
        const line = analysis.lineOf(cell);
        const best = analysis.ordered[0];
        const isKnown = line && best && !analysis.search && [line, best].every(({ score }) => score.outcome !== "unknown");
        // After the last move there is nothing to look at.
        if (line && best && (isKnown || line.score.plies === 1)) return !(isBlunder(line, best) && this.hold(cell, line, best));
        void this.look(cell);
        return false;
    }

    /** Asks the service about a move that the analysis has not proven. @param {number} cell */
    async look(cell) {
        const { session, analysis } = this;
        const step = session.now;
        if (this.looking?.step === step) return;
        this.looking = { step, cell };
        this.on.changed();
        const play = () => {
            this.looking = null;
            session.running = true;
            session.play(cell);
        };
        try {
            const [found] = await Promise.all([judgeMove(session, cell), analysis.settled()]);
            if (session.now !== step) return;
            if (!found) return play();
            analysis.note(step, found);
            // The page has one value for a move: the coach reads them where all do.
            const judged = () => byValues(found, analysis.ordered);
            const isBad = () => isHeld(judged(), lookOf(session.rules));
            if (isBad()) await bestMove(session, analysis);
            if (session.now !== step) return;
            if (!isBad()) return play();
            this.looking = null;
            this.hold(cell, judged(), /** @type {Line} */ (judged().best[0]));
        } catch {
            // Without the service there is no coach; the move counts.
            if (session.now === step) play();
        } finally {
            if (this.looking?.step === step) this.looking = null;
        }
    }

    /**
     * Holds a move back, and says why.
     *
     * @param {number} cell
     * @param {Pick<Line, "move" | "score" | "pv" | "reasons"> & Pick<ReviewedMove, "refutation">} judged
     * @param {Line} best
     * @returns {true}
     */
    hold(cell, judged, best) {
        const { session } = this;
        const { rules, now } = session;
        const { move, score, pv, reasons } = judged;
        this.held = { step: session.now, cell, better: best.move.cell, reply: score.outcome === "loss" ? pv[1]?.cell ?? -1 : -1 };
        const side = this.engineSide ?? other(session.now.turn);
        const they = opponentOf(session.players[side].level)?.name ?? "Your opponent";
        const reply = pv[1]?.name;
        const isLoss = score.outcome === "loss";
        const leads = { draw: "it is a draw", win: `you win ${soon(score, rules)}${isBound(score, rules) ? "" : ", not sooner"}`, unknown: `your chance is ${describe(score, rules).text}` };
        const title = isLoss ? `this loses${best.score.outcome === "loss" ? " sooner" : ""}` : score.outcome === "win" ? "there is a quicker win" : best.score.outcome === "win" ? "there is a sure win" : "this is a mistake";
        const look = lookOf(rules);
        const told = refutation(judged, look);
        // What the move lets the other side do is the reason that the review has.
        const lets = told ? "" : sentences(reasons?.filter(({ kind }) => kind === "plays-under-threat"), look, 1).replace("Lets", `${inText(move.name)} lets`);
        const after = h("p", {}, "After ", h("b", {}, inText(move.name)), ...(score.outcome !== "loss" ? [` ${leads[score.outcome]}.`] : reply ? [` ${they} can play `, h("b", {}, inText(reply)), ` and win ${soon(score, rules)}.`] : [` ${winsWith(they, reply, score, rules)}`]), lets && ` ${sentenceOf(lets)}`);
        const isDistant = !told && !lets && isLoss && best.score.outcome !== "loss" && stands(rules, withStone(now.board, best.move.cell, now.turn), now.turn, best, score) === FAR;
        const reason = lets ? "" : isDistant ? FAR : told || why(rules, now, best, 1);
        const point = isDistant ? `keeps your ${best.score.outcome}` : `${isLoss && best.move.name === reply ? "takes that place and " : ""}${advised(best.score, rules)}`;
        const close = () => {
            this.held = null;
            this.on.changed();
        };
        this.coach.replaceChildren(
            h("div", { class: "flow" }, h("span", { class: "score loss" }, shape("loss")), h("h2", {}, `Wait – ${title}`)),
            after, h("p", { class: "muted" }, sentenceOf(`${inText(best.move.name)} ${point}. ${reason}`.trim())),
            h("div", { class: "two" },
                h("button", { class: "primary", id: "take-back", click: () => { close(); /** @type {HTMLElement | null} */ (byId("board", HTMLElement).querySelector("button.chosen, button, [tabindex='0']"))?.focus({ preventScroll: true }); } }, icon("undo"), "Take it back"),
                h("button", { id: "play-anyway", click: () => { close(); session.running = true; session.play(cell); } }, `Play ${move.name} anyway`)));
        this.on.changed();
        /** @type {HTMLElement | null} */ (this.coach.querySelector(".primary"))?.focus({ preventScroll: true });
        return true;
    }

    /**
     * @param {Mood} mood
     * @param {string} line The words below the name.
     * @param {string} [heading]
     * @param {{ initial: string, side: Side } | null} [friend] A person who plays by link, in place of an opponent.
     * @param {boolean} [hasFace] Whether somebody plays.
     */
    show(mood, line, heading, friend = null, hasFace = true) {
        const { session, help } = this;
        this.coach.hidden = this.pending < 0;
        const side = this.engineSide;
        const config = side && session.players[side];
        const opponent = config ? opponentOf(config.level) : null;
        const wanted = JSON.stringify([mood, line, heading, friend, hasFace, side, session.players, session.game, session.cursor, help.kept, this.analysis.lines.length && this.analysis.lines.slice(0, 3), this.analysis.degree, this.analysis.isSure]);
        if (wanted === this.shown) return;
        this.shown = wanted;
        const called = (/** @type {{ level: string, skill: number }} */ one) => opponentOf(one.level)?.name ?? `Skill ${one.skill}`;
        const { X, O } = session.players;
        const name = heading ?? (config ? called(config) : session.isEngineOnly ? `${called(X)} against ${called(O)}` : "Two players");
        const look = lookOf(session.rules);
        const chip = friend?.side ?? side;
        const drawn = (/** @type {number} */ size) => h("span", { class: "face" }, friend ? h("span", { class: "initial", "aria-hidden": "true" }, friend.initial) : face((config ?? (session.isEngineOnly ? X : null))?.level ?? "", size, mood),
            chip && h("span", { class: "chip" }, stone(chip, look)));
        const remark = opponent && !heading ? this.remark(opponent) : "";
        const about = (/** @type {Node} */ below, /** @type {Node | string} */ beside = "") => h("span", { class: "grow" }, h("b", { class: `name${name.length > LONG_NAME ? " long" : ""}` }, name), beside, below);
        const bubble = () => h("small", { class: "bubble" }, remark);
        // In the card the words of an opponent stand where its score would.
        const score = opponent && remark ? inScore(session.game, opponent.level, opponent.name) : "";
        // Each part stays whole; where there is room for one, the score says more.
        const plain = () => h("small", { class: "muted parts" }, ...line.split(" · ").flatMap((part, at) => [at > 0 && h("i", {}, " · "), h("span", { class: "wide" }, part)]));
        const parts = () => [...(hasFace ? [drawn(52)] : []), about(plain()), ...(remark ? [bubble()] : [])];
        const isChoice = !heading;
        keepFocus(this.who, () => this.who.replaceChildren(...(isChoice ? [h("button", { class: "who-button", "data-key": "who", title: "Choose another opponent", click: this.on.choose }, ...parts())] : parts())));
        // Beside the board the words take the place of the line on the opponent, so that they push nothing.
        keepFocus(this.card, () => this.card.replaceChildren(drawn(60), about(remark ? bubble() : plain(), score && h("small", { class: "muted beside" }, score)), h("button", { class: "bare", "data-key": "change", click: this.on.choose }, "Change"),
            ...(opponent ? [ladder(session.game, opponent.level, this.on.against)] : [])));
        keepFocus(this.helpCard, () => this.showHelp());
    }

    /** Notes a person's move before it is played: a good one is praised, once it is answered. */
    notePlayed(/** @type {number} */ cell) {
        const { session, analysis } = this;
        const { cursor, now, players } = session;
        if (players[now.turn].kind !== "human") return;
        const mine = analysis.lineOf(cell);
        const others = analysis.lines.filter(({ move }) => move.cell !== cell);
        const isGood = mine !== null && others.length > 1 && others.filter(({ score }) => rank(score) < rank(mine.score)).length === others.length && mine.score.outcome !== "loss";
        if (isGood) this.praisedUntil = cursor + 2;
        else if (this.praisedUntil > cursor) this.praisedUntil = -1;
    }

    /** A few words, now and then: a greeting, praise for a move that no other matched, or a remark. @param {Opponent} opponent */
    remark(opponent) {
        const { remarks, praise, won, lost } = opponent;
        const { cursor, info, isOver, thinking, game, rules, history } = this.session;
        const { winner } = info?.position ?? {};
        if (isOver && !this.on.isMine()) return "";
        if (isOver && winner) return winner === this.engineSide ? won : lost;
        if (isOver || thinking) return "";
        if (cursor < 2) return greeting(opponent, isStart(rules, history[0]) ? game : null, this.engineSide === "O");
        if (cursor === this.praisedUntil) return praise;
        const turn = Math.floor(cursor / 2);
        return turn % REMARK_EVERY === 0 ? remarks[Math.floor(turn / REMARK_EVERY) % remarks.length] ?? "" : "";
    }

    showHelp() {
        const { session, analysis, help, helpPlace } = this;
        const isEstimate = !analysis.isSure;
        const best = isEstimate && analysis.degree === "numbers" && !analysis.isOpening && !session.isOver ? analysis.ordered.slice(0, 3) : [];
        const bars = best.map(({ move, score }) => {
            const share = chance(score);
            const meter = h("i");
            meter.style.setProperty("--share", String(share));
            return h("li", {}, h("b", {}, move.name), h("span", { class: "meter" }, meter), h("span", { class: "num" }, compared(score, session.rules, best[0]?.score).word));
        });
        this.helpCard.replaceChildren(
            h("div", { class: "flow" }, h("h2", { class: "grow" }, "Help"), session.isDuel && help.toggle("coach", "Coach")),
            help.control(helpPlace, "help-degree"),
            ...(bars.length ? [h("ol", { class: "chances" }, ...bars)] : []),
            h("p", { class: "muted small foot" }, isEstimate ? "Chances are estimates; a draw counts half. Wins and losses are proven."
                : "Help shows where each move leads. It is proven, never guessed."));
    }

    /** The line below the opponent's name. */
    get about() {
        const { session } = this;
        const side = this.engineSide;
        if (!side) return session.isEngineOnly ? "You watch" : "on one device";
        const { level } = session.players[side];
        const one = opponentOf(level);
        const kind = isProven(session.rules) ? one?.sure ?? one?.about : one?.about;
        return [kind, inScore(session.game, level, one?.name ?? "they")].filter(Boolean).join(" · ");
    }
}
