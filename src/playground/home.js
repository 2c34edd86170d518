// The first page: three ways in, and a position in which one tap wins.

import { firstTap, titleOf } from "./about.js";
import { FIRST_VISIT, readAddress } from "./address.js";
import { byId, h } from "./dom.js";
import { openGames } from "./friend_games.js";
import { landing, nameOf } from "./game.js";
import { icon } from "./icons.js";
import { link } from "./link.js";
import { today } from "./memory.js";
import { beside, face, opponentOf } from "./opponents.js";
import { isSolved, progressOf, streak } from "./puzzle_record.js";
import { chosenGame, hasPlayed, inScore, keepChosen, nextOpponent, unfinished } from "./record.js";
import { lookOf, stone } from "./stone.js";

/** @import { Offers } from "./catalogue.js" */
/** @import { Session } from "./session.js" */

/** The move that makes four, by its column; and where yellow makes four after any other, the second where the first is taken. */
const WINNING = 4;
const YELLOW = [6, 5];
const TITLES = /** @type {Record<string, string>} */ ({ 3: "three", 4: "four", 5: "five" });

/** The parts beside the board on the first page. */
export class Home {
    /** Whether the board shows the position with the one tap. */
    isShowcase = false;

    /**
     * @param {Session} session
     * @param {Offers} offers
     * @param {{ play: (level: string, skill: number) => void, goOn: () => void, more: () => void, begin: (game: string) => void, tap: (cell: number) => void, answer: (text: string, cell: number) => void }} on
     */
    constructor(session, offers, on) {
        this.session = session;
        this.offers = offers;
        this.on = on;
        this.friends = byId("open-friends", HTMLElement);
        this.tip = h("span", { class: "tip", "aria-hidden": "true", click: () => on.tap(this.tapped) }, "Tap here");
        this.tip.style.setProperty("--column", String(WINNING));
        this.buttons = [...byId("games", HTMLElement).querySelectorAll("button")];
        this.buttons.forEach(button => button.addEventListener("click", () => (button.value === "own" ? on.more() : on.begin(button.value))));
        byId("way-play", HTMLElement).addEventListener("click", event => {
            event.preventDefault();
            const next = nextOpponent(this.game);
            if (this.saved) on.goOn();
            else on.play(next.level, next.skill);
        });
    }

    /** The game that Play, Puzzle and Explore follow. */
    game = "connect-four";

    get saved() {
        return unfinished();
    }

    /** Whether the game that was kept turns out to be over: the visitor left before the service had said so. */
    get isOfOver() {
        return this.saved !== null && !this.isShowcase && this.session.isOver;
    }

    /** Puts the game that goes on, or the first position, on the board. */
    open() {
        const { saved } = this;
        this.game = chosenGame();
        // A player who has finished a game needs no showcase.
        this.isShowcase = !saved && this.game === "connect-four" && !hasPlayed();
        readAddress(this.session, this.offers, saved ?? (this.isShowcase ? FIRST_VISIT : `?game=${this.game}&o=${nextOpponent(this.game).level}`));
        if (typeof this.session.game === "string") this.game = this.session.game;
        if (saved) keepChosen(this.session.game);
    }

    /** Where the one tap lands that makes four, while it is to be made; else -1. */
    get tapped() {
        const { session } = this;
        const isOpen = this.isShowcase && session.cursor === session.history.length - 1 && session.info?.position.status !== "won";
        return isOpen ? landing(session.rules, session.now.board, WINNING) : -1;
    }

    /** Whether a tap counts: in the first position only one does, and the others learn why. @param {number} cell */
    allows(cell) {
        const { session } = this;
        if (!this.isShowcase || session.cursor !== session.history.length - 1) return true;
        if (cell % session.rules.width === WINNING) return true;
        const { rules, now } = session;
        const reply = landing(rules, now.board, YELLOW.find(column => column !== cell % rules.width) ?? WINNING);
        this.on.answer(`Column ${nameOf(rules, cell)[0]} loses: yellow makes four in ${nameOf(rules, reply)[0]}.`, reply);
        return false;
    }

    /** The visitor's state of the puzzle of the day: new, solved, or a row of days to keep. */
    showPuzzle() {
        const days = streak();
        const row = `${days} ${days === 1 ? "day" : "days"} in a row`;
        const now = progressOf(`${this.game} ${today()}`);
        const text = now.done ? `Solved. ${days > 1 ? `${row}.` : "A new one tomorrow."}` : now.failed ? "Not solved. A new one tomorrow." : isSolved(today()) ? "Solved in another game." : days ? `${row}. Keep it.` : "A new one every day. Can you?";
        const small = byId("way-puzzle", HTMLElement).querySelector("small");
        if (small) small.textContent = text;
    }

    /** The games with friends that go on. */
    showFriends() {
        const games = openGames();
        const key = JSON.stringify(games);
        if (this.friends.dataset["shows"] === key) return;
        this.friends.dataset["shows"] = key;
        this.friends.replaceChildren(...games.map(({ query, name, isMine }) => h("a", { class: "way small-way", href: query ?? "/" }, icon("send"),
            h("span", { class: "grow" }, h("b", {}, name === "Your friend" ? "Your game with a friend" : `Your game with ${name}`), h("small", {}, isMine ? "Your move." : `Waiting for ${name === "Your friend" ? "your friend" : name}.`)), icon("next"))));
    }

    /** The hint of the first position belongs to no other place. */
    leave() {
        this.tip.remove();
    }

    show() {
        const { session } = this;
        const look = lookOf(session.rules);
        const { saved } = this;
        const level = session.players.O.kind === "engine" ? session.players.O.level : session.players.X.level;
        const next = nextOpponent(this.game);
        const one = saved ? opponentOf(level) ?? next : next;
        const after = beside(one, 1);
        const way = byId("way-play", HTMLElement);
        way.querySelector(".thumb")?.replaceChildren(face(one.level, 56));
        const [title, small] = [way.querySelector("b"), way.querySelector("small")];
        if (title) title.textContent = saved ? `Go on against ${one.name}` : `Play ${one.name}`;
        if (small) small.textContent = saved ? `${titleOf(this.offers, session)}, move ${Math.floor(session.cursor / 2) + 1}.` : [one.level === "beginner" ? "An easy start." : inScore(this.game, one.level, one.name).replace(/^y(.*)$/, "Y$1."), after ? `${after.name} comes next.` : "The last of the five."].filter(Boolean).join(" ");
        this.showPuzzle();
        this.showFriends();
        this.buttons.forEach(button => button.setAttribute("aria-pressed", String(button.value === this.game)));
        const say = byId("say", HTMLElement);
        const { status } = session.info?.position ?? {};
        const isWon = this.isShowcase && status === "won";
        const mine = session.players.X.kind === "human" ? "X" : "O";
        const colour = { rack: ["red", "yellow"], wood: ["black", "white"], paper: ["X", "O"], grid: ["X", "O"] }[look][mine === "X" ? 0 : 1];
        const { board } = session.rules;
        const goal = TITLES[session.rules.k] ?? String(session.rules.k);
        byId("goal", HTMLElement).textContent = goal;
        const text = link.state ? link.words : isWon ? "That was easy." : this.isShowcase ? "You are red. One tap makes four."
            : session.cursor === 0 ? `You are ${colour}. ${board && !board.dimensions.length ? "You begin." : session.rules.misere ? firstTap(session.rules) : `Make ${goal} in a row.`}` : `You are ${colour}. ${session.now.turn === mine ? "Your move." : "Your game goes on."}`;
        const key = `${text} ${look}`;
        if (say.dataset["shows"] !== key) {
            say.dataset["shows"] = key;
            const next = h("button", { id: "play-next", class: "primary", click: () => way.click() }, `Play ${one.name}`);
            say.replaceChildren(stone(mine, look), h("span", {}, text), ...(isWon ? [next] : []));
            // One button is filled: after the win the one beside the news.
            way.classList.toggle("go", !isWon);
            if (isWon && byId("board", HTMLElement).contains(document.activeElement)) {
                next.focus({ preventScroll: true });
                // Only where keys have scrolled the page away from it.
                next.scrollIntoView({ block: "nearest" });
            }
        }
        const field = this.isShowcase && status !== "won" ? byId("board", HTMLElement).querySelector(".field-box") : null;
        if (field) field.append(this.tip);
        else this.leave();
    }
}
