// The end of a game: its winner, its turning point, and the next steps.

import { byId, h, isPhone, keepFocus, svg } from "./dom.js";
import { gameGraph } from "./game_graph.js";
import { other } from "./game.js";
import { icon } from "./icons.js";
import { isTurn, turningPoint } from "./judgement.js";
import { beside, face, opponentOf, OPPONENTS } from "./opponents.js";
import { ladder } from "./play.js";
import { tally } from "./record.js";
import { chance, distance, inText, moves, percent, soon } from "./score.js";
import { COPIED, sayOn } from "./share.js";
import { called, ending, madeBy, NUMBERS } from "./stage.js";
import { lookOf, stone } from "./stone.js";

/** @import { Review } from "./review.js" */
/** @import { Opponent } from "./opponents.js" */
/** @import { ReviewedMove, Side } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/** How long after the end the card comes, in milliseconds. */
const CARD_MS = 600;
const SCRAPS = 36;

/** The next steps. @typedef {{ rematch: () => void, against: (one: Opponent) => void, learn: () => void, turn: (ply: number) => void, share: () => Promise<string> }} Next */

/** The result of a better move, for the player who missed it. @param {string} who @param {import("./types.d.ts").Score} score @param {Session["rules"]} rules */
function after(who, score, rules) {
    switch (score.outcome) {
        case "draw": return "it was a draw";
        case "win": return `${who === "You" ? "you" : who} would have won ${soon(score, rules)}`;
        case "loss": return `it would have lasted ${distance(score, rules).replace(" move", " more move")}`;
        default: return `${who === "You" ? "your" : `${who}'s`} chance was ${percent(chance(score))}`;
    }
}

/** Scraps of paper over the board, for a moment; none where the visitor wants little motion. */
export function celebrate() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const colours = ["var(--red)", "var(--yellow)", "var(--good)", "#7d94ee"];
    const scraps = Array.from({ length: SCRAPS }, (_, index) => {
        const one = h("i");
        one.style.setProperty("--at", `${(index * 37) % 100}%`);
        one.style.setProperty("--delay", `${(index % 9) * 40}ms`);
        one.style.setProperty("--turn", `${(index * 73) % 360}deg`);
        one.style.setProperty("--colour", colours[index % colours.length] ?? "");
        return one;
    });
    const place = h("div", { class: "scraps", "aria-hidden": "true" }, ...scraps);
    byId("board", HTMLElement).append(place);
    setTimeout(() => place.remove(), 1600);
}

/** The card at the end of a game. */
export class EndView {
    /** The end that the card shows. @type {Session["now"] | null} */
    step = null;
    /** @type {Session["now"] | null} The end that has its card by now. */
    due = null;
    shown = "";
    /** Whether a game ends now, at this page. */
    isFresh = false;
    /** Whether the visitor plays by keys. */
    isByKey = false;
    /** Whether the card takes the focus once it is drawn. */
    isToFocus = false;

    /**
     * @param {Session} session
     * @param {Next} next
     */
    constructor(session, next) {
        this.session = session;
        this.next = next;
        this.card = byId("end", HTMLElement);
        this.card.tabIndex = -1;
        this.card.setAttribute("role", "group");
        // A tap or Escape needs no wait.
        for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, event => {
            this.isByKey = kind === "keydown";
            // The key that hurries presses nothing on the card.
            if (this.hurry() && event instanceof KeyboardEvent && event.key === "Enter") event.preventDefault();
        });
    }

    /** Whether the card had to be waited for. */
    hurry() {
        document.querySelector(".scraps")?.remove();
        const isEarly = this.step !== null && this.due !== this.step;
        if (isEarly) this.reveal();
        return isEarly;
    }

    reveal() {
        this.due = this.step;
        this.shown = "";
        this.card.hidden = this.step === null;
        // The player goes on from here: the board has nothing more to press.
        const { activeElement } = document;
        this.isToFocus = this.isFresh && (byId("board", HTMLElement).contains(activeElement) || this.isByKey && activeElement === document.body);
        this.takeFocus();
    }

    /** After a move by key, focuses the most common next step, else the card. */
    takeFocus() {
        const next = this.isByKey ? this.card.querySelector(".primary") : this.card;
        if (!this.isToFocus || this.card.hidden || !(next instanceof HTMLElement)) return;
        this.isToFocus = false;
        next.focus({ preventScroll: true });
    }

    /**
     * @param {boolean} isMine
     * @param {boolean} isFresh Whether it ends now.
     * @param {Review | null} review
     * @param {boolean} isHere Whether the place shows it.
     */
    show(isMine, isFresh, review, isHere) {
        const { session } = this;
        if (!session.isOver || !isHere) {
            this.step = null;
            this.card.hidden = true;
            document.documentElement.removeAttribute("data-over");
            return;
        }
        this.isFresh = isFresh;
        if (this.step !== session.now) {
            this.step = session.now;
            this.due = null;
            const isQuick = !isFresh || matchMedia("(prefers-reduced-motion: reduce)").matches;
            if (isQuick) this.reveal();
            else setTimeout(() => this.step && this.due !== this.step && this.reveal(), CARD_MS);
            if (isFresh && !isQuick && this.hasWon(isMine)) celebrate();
        }
        document.documentElement.dataset["over"] = "";
        const key = JSON.stringify([session.game, isMine, review?.version, session.players, session.cursor]);
        if (key === this.shown) return;
        this.shown = key;
        keepFocus(this.card, () => this.draw(isMine, review));
        this.takeFocus();
    }

    /** @param {boolean} isMine */
    hasWon(isMine) {
        const winner = this.session.info?.position.winner;
        return isMine && winner ? this.session.players[winner].kind === "human" : false;
    }

    /** @param {boolean} isMine @param {Review | null} review */
    draw(isMine, review) {
        const { session, next } = this;
        const { players, rules, game, isDuel } = session;
        const { status, winner } = session.info?.position ?? {};
        const engine = /** @type {Side | null} */ (isDuel ? (players.X.kind === "engine" ? "X" : "O") : null);
        const opponent = engine ? opponentOf(players[engine].level) : null;
        const mine = engine ? other(engine) : "X";
        const hasWon = isMine && winner === mine && isDuel;
        const hasLost = isDuel && isMine && winner === engine;
        const look = lookOf(rules);
        // Somebody else's game against an opponent.
        const told = opponent && !isMine ? (!winner ? `Your friend held ${opponent.name}` : winner === engine ? `${opponent.name} beat your friend` : `Your friend beat ${opponent.name}`) : "";
        const score = opponent && isMine ? tally(game, opponent.level) : null;
        const heading = told ? told : hasLost && winner ? `${called(session, winner, isMine)} wins` : ending(session, isMine) ?? "";
        const side = (/** @type {Side} */ one) => h("div", { class: "side-of" },
            one === engine && opponent ? face(opponent.level, 72, status === "drawn" ? "calm" : winner === one ? "glad" : "beaten") : h("span", { class: "disc" }, stone(one, look)),
            h("small", { class: "muted" }, called(session, one, isMine)));
        const head = [side(mine), score && score.won + score.lost > 0 && h("b", { class: "tally num" }, `${score.won} – ${score.lost}`), side(other(mine))];
        const stronger = opponent && beside(opponent, 1);
        const weaker = opponent && beside(opponent, -1);
        // A review begins with the last moves: until it is whole, the turn can be another one.
        const turned = review?.final ? turningPoint(session.history.flatMap(step => review.of(step) ?? []), winner) : null;
        const act = (/** @type {string} */ id, /** @type {Node} */ sign, /** @type {string} */ text, /** @type {() => void} */ click, kind = "") => h("button", { id, "data-key": id, class: kind, click }, sign, text);
        const how = this.how(winner ?? null);
        // A player who has beaten a level looks for the next one.
        const isNext = hasWon && stronger;
        this.card.setAttribute("aria-label", heading);
        this.card.replaceChildren(
            h("div", { class: "tally-row" }, ...head),
            h("h1", { class: "end-title" }, heading),
            h("p", { class: "muted" }, h("span", { class: turned ? "how-long" : "" }, how), turned && h("span", { class: "how-short" }, rules.misere && winner ? "" : `${how.replace(/, in .*|\.$/, "")}. `, this.way(turned, isMine, ".")), ...(opponent && isMine ? [h("span", { class: "outcome" }, h("br"), this.outcome(opponent, hasWon, hasLost, stronger ?? null))] : [])),
            ...(opponent && isMine && winner ? [h("p", { class: "bubble words" }, h("span", { class: "sr" }, `${opponent.name} says: `), winner === engine ? opponent.won : opponent.lost)] : []),
            ...(opponent && hasWon ? [ladder(game, opponent.level)] : []),
            ...(turned && review ? [this.turn(turned, review, isMine)] : []),
            h("div", { class: "end-acts" },
                isNext && act("level-up", face(stronger.level, 28), `Level up: ${stronger.name}`, () => next.against(stronger), "primary"),
                told && opponent ? act("rematch", face(opponent.level, 28), "Try it yourself", () => next.against(opponent), "primary") : act("rematch", icon("rematch"), "Rematch", next.rematch, isNext ? "" : "primary"),
                (hasLost || !winner && isMine && isDuel && review?.final && review.lessons(mine).length > 0) && act("learn-from", icon("bulb"), "Learn from your mistakes", next.learn),
                hasLost && weaker && act("level-down", face(weaker.level, 28), `Try ${weaker.name}`, () => next.against(weaker)),
                h("div", { class: "two uneven" }, act("see-turn", icon("graph"), hasLost && isPhone() ? "Review" : turned && isTurn(turned) ? "See where it turned" : "Look at the game", () => next.turn(turned?.ply ?? session.cursor)), this.card.querySelector("#end-share.said-so") ?? act("end-share", icon("share"), "Share", () => void this.share()))));
    }

    /** Shares the game; the button says the outcome. */
    async share() {
        const said = await this.next.share();
        const button = this.card.querySelector("#end-share");
        if (button) sayOn(button, said === COPIED ? "Copied" : said, said);
    }

    /** @param {Side | null} winner */
    how(winner) {
        const { session } = this;
        if (!winner) return "Nobody made a line.";
        const { k, misere, board } = session.rules;
        const count = moves(madeBy(session, misere ? other(winner) : winner));
        // Lines of points, of a shape or of lengths that differ are no rows.
        if (board && !board.dimensions.length) return misere ? `A whole ${board.shape ? "shape" : "line"} loses here. It took ${count}.` : `A whole ${board.shape ? "shape" : "line"}, in ${count}.`;
        return misere ? `A line of ${k} loses here. It took ${count}.` : `${NUMBERS[k] ?? k} in a row, in ${count}.`;
    }

    /** @param {Opponent} one @param {boolean} hasWon @param {boolean} hasLost @param {Opponent | null} stronger */
    outcome(one, hasWon, hasLost, stronger) {
        if (hasWon) return stronger ? `${one.name} is beaten. ${stronger.name} is waiting.` : `${one.name} is beaten.${OPPONENTS.every(({ level }) => tally(this.session.game, level).won) ? " That is all of them!" : ""}`;
        if (hasLost) return "Every end is a beginning.";
        return `You held ${one.name}.`;
    }

    /** Where the result changed, or who would have held out longer with which move. @param {ReviewedMove} turned @param {boolean} isMine */
    where(turned, isMine) {
        const at = `move ${this.numberOf(turned)}`;
        return isTurn(turned) ? `It turned at ${at}` : `${called(this.session, turned.player, isMine)} missed ${inText(turned.best[0]?.move.name)} on ${at}`;
    }

    /** The same as a button that leads there. @param {ReviewedMove} turned @param {boolean} isMine @param {string} [stop] Ends the sentence, on its line. */
    way(turned, isMine, stop = "") {
        return h("button", { class: "bare", "data-key": "turn", click: () => this.next.turn(turned.ply) }, this.where(turned, isMine) + stop);
    }

    /** The number of a move, counted for its side. @param {ReviewedMove} turned */
    numberOf({ ply, player }) {
        return this.session.history.slice(1, ply + 1).filter(step => other(step.turn) === player).length;
    }

    /** @param {ReviewedMove} turned @param {Review} review @param {boolean} isMine */
    turn(turned, review, isMine) {
        const { session } = this;
        const { history, players } = session;
        const judged = history.flatMap(step => review.of(step) ?? []);
        const who = called(session, turned.player, isMine);
        const better = turned.best[0];
        const then = better ? ` With ${inText(better.move.name)} ${after(who, better.score, session.rules)}.` : "";
        const me = /** @type {Side} */ (players.X.kind === "human" || players.O.kind === "engine" ? "X" : "O");
        return h("div", { class: "turned" }, this.way(turned, isMine), h("small", { class: "muted" }, `${who} played ${inText(turned.move.name)}.${then}`),
            judged.length > 1 ? gameGraph(judged, history.length - 1, turned.ply, ply => this.next.turn(ply), me, lookOf(session.rules), side => called(session, side, isMine)) : svg("svg"));
    }
}
