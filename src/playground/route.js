// Places and addresses: which place is open, the game on its board, and the entry of the browser's history.

import { titleOf } from "./about.js";
import { gameKey, readAddress, readLook, toQuery } from "./address.js";
import { byId } from "./dom.js";
import { prepareAddresses } from "./lines_game.js";
import { EXAMPLE } from "./explore.js";
import { GameKeeper, withPlayers } from "./last_games.js";
import { chosenGame, isMine, keepChosen, keepUnfinished, nextOpponent, noteMine, unfinished } from "./record.js";

/** @import { Place } from "./address.js" */
/** @import { PastGame } from "./last_games.js" */
/** @import { Page } from "./page.js" */

/** The message where a module cannot be loaded. */
export const NOT_LOADED = "Parts of the page could not be loaded. Reload the page to try again.";
const TITLES = { home: "", play: "Play", puzzle: "Puzzle", explore: "Explore", api: "API" };

/** Leads from place to place. */
export class Route {
    /** Whether the address follows the page, which it does not while the page follows the address. */
    keepsAddress = false;
    /** Whether the next address is that of another game or place. */
    isNewEntry = false;
    /** The address of the game that waits while a puzzle is on the board. */
    waiting = "";
    keeper = new GameKeeper();

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
    }

    /** A game or a place has one entry in the history of the browser, so that Back leads to the one before. */
    noteNewEntry() {
        this.isNewEntry = true;
    }

    /** Another place is opened by the visitor. @param {Place} place */
    go(place) {
        if (place === "home") return this.goHome();
        const { friend } = this.page;
        const before = this.page.place;
        this.noteNewEntry();
        // The notice belongs to the place before, and so does the address until the new place is open.
        this.page.tell("");
        this.keepsAddress = false;
        if (before === "puzzle" && place !== "puzzle") this.restoreGame();
        if (before === "home" && place !== "puzzle" && this.page.home.isShowcase) this.openGame(place);
        this.enter(place);
        if (place === "play" && before === "explore") this.showEnd();
        if (place === "puzzle") {
            if (before !== "puzzle") {
                this.waiting = before === "home" ? "" : toQuery(this.page.session, { place: "play", tab: "analysis", extra: friend.isOn ? friend.fields() : {} });
                friend.leave();
                this.page.puzzle.read("", typeof this.page.session.game === "string" ? this.page.session.game : "connect-four");
                void this.page.puzzle.open();
            }
        }
        this.keepsAddress = true;
        this.page.view.show();
    }

    /** A game that is over is shown at its end, also where the board showed another position. */
    showEnd() {
        const { session, panels } = this.page;
        const last = session.history.length - 1;
        const end = session.history[last];
        if (end && panels?.review.ends.has(end)) session.view(last);
    }

    /** The game that waits; its engine moves if it is its turn. */
    goOn() {
        this.go("play");
        if (this.page.session.isEnginesTurn) this.page.session.resume();
    }

    /** A game from the list: its story if it is over, else it goes on. @param {PastGame} game */
    async openLast({ query, result }) {
        const { page } = this;
        const isOver = result !== "open";
        history.pushState(null, "", isOver ? `/?view=explore&${query.slice(1)}` : `/${query}`);
        await this.goToAddress();
        page.isMine = true;
        page.view.show();
        if (isOver) return page.tabs.choose("analysis", false);
        if (page.session.isEnginesTurn) page.session.resume();
        page.board.focus(page.board.focused);
    }

    /** The address of the game on the board, in Play. */
    get gameAddress() {
        return toQuery(this.page.session, { place: "play", tab: "analysis" });
    }

    /** The game of a place that was opened without one. @param {Place} place */
    openGame(place) {
        const { session, offered, home } = this.page;
        const saved = unfinished();
        if (saved || place === "explore" || place === "api") {
            readAddress(session, offered, saved ?? EXAMPLE);
            this.page.isMine = saved !== null;
            return;
        }
        const next = nextOpponent(home.game);
        readAddress(session, offered, `?game=${home.game}&o=${next.level}`);
    }

    restoreGame() {
        this.page.puzzle.leave();
        if (this.waiting) {
            readAddress(this.page.session, this.page.offered, this.waiting);
            this.page.friend.read(this.waiting);
        } else this.openGame("play");
        this.waiting = "";
    }

    goHome() {
        this.noteNewEntry();
        this.page.puzzle.leave();
        this.page.leave();
        this.enter("home");
        this.page.home.open();
        scrollTo(0, 0);
    }

    /** @param {Place} place */
    enter(place) {
        const { session } = this.page;
        // The game is on the board again.
        if (place !== "explore") this.page.learn?.stop();
        const wasExploring = this.page.place === "explore" && place !== "explore";
        if (this.page.place !== place) scrollTo(0, 0);
        this.page.place = place;
        // An opponent that was left out until now waits to be asked.
        if (wasExploring && session.isEnginesTurn && !session.thinking) session.running = false;
        if (place !== "play") this.page.playView.held = null;
        const root = document.documentElement;
        root.dataset["place"] = place;
        for (const anchor of document.querySelectorAll("a[data-place]")) {
            if (anchor.getAttribute("data-place") === place) anchor.setAttribute("aria-current", "page");
            else anchor.removeAttribute("aria-current");
        }
        byId("place-name", HTMLElement).textContent = place === "puzzle" ? this.page.puzzle.title : TITLES[place];
        this.page.follow();
        this.page.panels?.open(this.openTab);
        if (place === "api") this.page.panels?.openCall();
    }

    /** The tab of Explore; in a game "end", whose card needs the review; elsewhere none. */
    get openTab() {
        return this.page.place === "explore" ? this.page.tabs.current : this.page.place === "play" ? "end" : "";
    }

    keepAddress() {
        if (!this.keepsAddress) return;
        const { session, place, friend, puzzle, learn } = this.page;
        const extra = place === "puzzle" ? puzzle.fields : friend.isOn ? friend.addressFields : learn?.isOn ? { learn: String(Math.max(learn.at, learn.wanted)) } : {};
        // The positions of a lesson are no part of the game.
        const game = learn?.isOn ? { game: session.game, rules: session.rules, players: session.players, isNameless: session.isNameless, history: learn.line, cursor: learn.task ? learn.task.ply - 1 : session.cursor } : session;
        const address = place === "home" ? "/" : toQuery(game, { place, tab: this.page.tabs.current, extra });
        if (address !== (location.search || "/")) history[this.isNewEntry ? "pushState" : "replaceState"](this.isNewEntry ? null : history.state, "", address);
        this.isNewEntry = false;
        if (place !== "play" || friend.isOn || !session.isDuel || !this.page.isMine) return;
        keepChosen(session.game);
        noteMine(gameKey(session));
        this.keeper.note(session, address, titleOf(this.page.offered, session));
        // A move counts at once: the visitor may leave before the service has said whether the game is over.
        keepUnfinished(session.isOver || session.history.length < 2 ? "" : address);
    }

    /** Goes there once the boards of its games are known. */
    async goToAddress() {
        this.keepsAddress = false;
        const unread = /[?&]record=/.test(location.search) && await import("./linked_record.js").then(({ openRecord }) => openRecord(location.search), () => NOT_LOADED);
        const asked = location.search;
        const fault = await prepareAddresses(this.page.offered, asked, unfinished(), `?game=${chosenGame()}`);
        // The visitor may have gone on.
        if (location.search !== asked) return;
        this.open();
        if (unread) this.page.tell(unread);
        if (fault) this.page.tell(`This link names a game that cannot be played. ${fault} Here is Connect Four.`);
    }

    open() {
        const { session, offered, puzzle, friend } = this.page;
        const { search } = location;
        const look = readLook(search);
        const query = new URLSearchParams(search);
        puzzle.leave();
        this.page.leave();
        this.page.isFresh = false;
        this.page.isMine = true;
        let said = "";
        this.enter(look.place);
        if (look.place === "home") this.page.home.open();
        else if (look.place === "puzzle") {
            puzzle.read(search, "connect-four");
            void puzzle.open();
        } else if (!["game", "board", "moves", "friend"].some(name => query.has(name))) {
            this.openGame(look.place);
            for (const side of /** @type {const} */ (["X", "O"])) if (query.has(side.toLowerCase())) readAddress(session, offered, search);
        } else {
            said = readAddress(session, offered, search);
            if (look.place === "play" && query.has("at")) session.count(session.cursor);
            friend.read(search);
            const wasMine = isMine(gameKey(session));
            this.page.isMine = session.history.length === 1 || wasMine;
            const isUnsaid = session.history.length > 1 && !["x", "o", "level"].some(name => query.has(name));
            const kept = isUnsaid && wasMine && withPlayers(this.gameAddress);
            if (kept) readAddress(session, offered, `${kept}&at=${session.cursor}`);
            session.isNameless = isUnsaid && !kept;
            // The visitor left while the opponent was thinking.
            if (wasMine && look.place === "play" && session.isEnginesTurn && session.cursor === session.history.length - 1) session.resume();
        }
        if (query.get("view") === "friend" && !friend.isOn) friend.start();
        this.page.tabs.choose(this.page.tabs.has(look.tab) ? look.tab : "analysis", false);
        this.page.follow();
        this.keepsAddress = true;
        this.page.view.show();
        if (said && !friend.fault) this.page.tell(said);
        const lesson = Number(query.get("learn") ?? NaN);
        if (look.place === "explore" && Number.isInteger(lesson) && lesson >= 0) void this.page.startLesson(lesson);
    }
}
