// The page: one session, the board with its words, the places, and the panels once they have come.

import { gameKey, readAddress, readLook, rulesOf, toQuery } from "./address.js";
import { Analysis } from "./analysis.js";
import { BoardView } from "./board.js";
import { withHeuristics } from "./catalogue.js";
import { byId, h } from "./dom.js";
import { EndView } from "./end.js";
import { movesAsText, picture, save } from "./export.js";
import { EXAMPLE, Explore } from "./explore.js";
import { Friend } from "./friend.js";
import { nameOf, other, startOf } from "./game.js";
import { Help } from "./help.js";
import { Home } from "./home.js";
import { shape } from "./icons.js";
import { listenForKeys } from "./keys.js";
import { Learn } from "./learn.js";
import { link } from "./link.js";
import { opponentOf, sideName } from "./opponents.js";
import { PlayView } from "./play.js";
import { Puzzle } from "./puzzle.js";
import { count, isMine, keepUnfinished, nextOpponent, noteMine, unfinished } from "./record.js";
import { Session } from "./session.js";
import { sendText, shareButton } from "./share.js";
import { Sheet } from "./sheet.js";
import { showBar } from "./evaluation.js";
import { click, vibrate } from "./sound.js";
import { called, outlook, sentence, transport } from "./stage.js";
import { lookOf } from "./stone.js";
import { Tabs } from "./tabs.js";

/** @import { Place } from "./address.js" */
/** @import { Offers } from "./catalogue.js" */
/** @import { Mood } from "./opponents.js" */
/** @import { Side, Step } from "./types.d.ts" */

const TITLES = { home: "", play: "Play", puzzle: "Puzzle", explore: "Explore", api: "API" };

/** @param {HTMLElement} element @param {string} text */
function put(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/** All that is on the page. */
export class Page {
    session = new Session();
    analysis = new Analysis(this.session);
    help = new Help();
    /** @type {Place} */
    place = "home";
    /** @type {import("./panels.js").Panels | null} Comes after the board. */
    panels = null;
    /** Whether the address follows the page, which it does not while the page follows the address. */
    keepsAddress = false;
    /** Whether the next address is that of another game or place. */
    isNewEntry = false;
    /** The position that was shown last. @type {Step | null} */
    seen = null;
    /** Whether somebody at this page plays the game. */
    isMine = true;
    /** Whether the last move was made here, and now. */
    isFresh = false;
    /** Ends that count in the score. @type {WeakSet<Step>} */
    counted = new WeakSet();
    /** The address of the game that waits while a puzzle is on the board. */
    waiting = "";
    status = byId("status", HTMLElement);
    notice = byId("notice", HTMLElement);
    words = byId("outlook", HTMLElement);
    /** The last move, for screen readers. */
    last = byId("last-move", HTMLElement);
    bar = h("div", { id: "evaluation", class: "evaluation", role: "img" }, h("i"), h("span"));

    /** @param {Offers} offered What the service offers. */
    constructor(offered) {
        this.offered = offered;
        const { session, analysis, help } = this;
        const change = () => this.show();
        const tell = (/** @type {string} */ text, /** @type {"fault" | "news"} */ kind = "fault") => this.tell(text, kind);
        this.board = new BoardView(byId("board", HTMLElement), byId("zoom", HTMLButtonElement), this.bar, cell => this.tap(cell));
        this.tabs = new Tabs(byId("tabs", HTMLElement), name => {
            this.panels?.open(this.place === "explore" ? name : this.openTab);
            this.explore?.show(this.place);
            this.keepAddress();
        });
        this.explore = new Explore(session, this.tabs);
        this.showTransport = transport(session);
        this.home = new Home(session, offered, {
            play: (level, skill) => this.against(level, skill, this.home.game), goOn: () => this.goOn(), more: () => this.sheet.showGames(), tell,
            begin: game => { this.home.game = game; keepUnfinished(""); this.goHome(); },
        });
        this.sheet = new Sheet(session, offered, help, {
            begin: begin => this.beginAnother(() => { begin(); if (this.place === "home" || this.place === "puzzle") this.enter("play"); }), against: (level, skill) => this.against(level, skill),
            restart: () => this.restart(), friend: () => this.startFriend(), go: (place, tab) => { this.go(place); if (tab) this.tabs.choose(tab, true); },
        });
        this.playView = new PlayView(session, analysis, help, { changed: change, choose: () => this.sheet.showOpponents() });
        this.sheet.helpPlace = () => this.playView.helpPlace;
        this.friend = new Friend(session, { changed: change, address: () => this.keepAddress(), begin: begin => this.beginAnother(() => { begin(); this.enter("play"); }) });
        this.puzzle = new Puzzle(session, offered, {
            changed: () => this.showBoard(), address: () => this.keepAddress(), explore: () => this.explorePuzzle(), share: (text, url) => void sendText(text, url).then(said => { this.puzzle.said = ["", said, ""]; this.puzzle.show(); }),
        });
        this.learn = new Learn(session, () => this.panels?.review ?? null, () => this.me, () => { this.follow(); this.show(); });
        this.end = new EndView(session, {
            rematch: () => this.rematch(), against: one => this.against(one.level, one.skill), learn: () => this.learnFromGame(), turn: ply => this.see(ply), share: () => this.share(),
        });
        this.listen();
    }

    listen() {
        const { session, analysis, help } = this;
        session.mayPlay = cell => this.allows(cell);
        session.addEventListener("change", () => this.show());
        session.addEventListener("begin", () => this.noteNewEntry());
        session.addEventListener("played", event => this.notePlayed(/** @type {CustomEvent<number>} */ (event).detail));
        session.addEventListener("say", event => this.tell(/** @type {CustomEvent<string>} */ (event).detail));
        analysis.addEventListener("change", () => this.showMarks());
        help.addEventListener("change", () => { this.follow(); this.playView.shown = ""; this.show(); });
        link.addEventListener("change", () => this.showWords());
        addEventListener("popstate", () => this.goToAddress());
        for (const anchor of document.querySelectorAll("a[data-place], #way-puzzle, #way-explore, #to-friend, a.brand")) {
            anchor.addEventListener("click", event => {
                const at = /** @type {MouseEvent} */ (event);
                if (at.ctrlKey || at.metaKey || at.shiftKey) return;
                event.preventDefault();
                if (anchor.id === "to-friend") return this.startFriend();
                if (anchor.classList.contains("brand")) return this.goHome();
                const place = anchor.getAttribute("data-place") ?? anchor.id.replace("way-", "");
                this.go(/** @type {Place} */ (place));
            });
        }
        byId("more", HTMLButtonElement).addEventListener("click", () => this.sheet.showMore());
        byId("game-name", HTMLButtonElement).addEventListener("click", () => this.sheet.showMore());
        byId("new", HTMLButtonElement).addEventListener("click", () => this.restart());
        byId("copy-picture", HTMLButtonElement).addEventListener("click", () => void picture(session).then(blob => blob && save(blob)));
        byId("copy-moves", HTMLButtonElement).addEventListener("click", () => void this.copyMoves());
        shareButton(() => this.share());
        listenForKeys({
            v: () => this.toggleValues(), h: () => byId(this.place === "puzzle" ? "puzzle-hint" : "hint", HTMLButtonElement).click(), u: () => (this.place === "play" ? session.leap(-1) : undefined),
            n: () => this.restart(), arrowleft: () => this.stepBy(-1), arrowright: () => this.stepBy(1),
        }, column => {
            if (session.rules.gravity && column < session.rules.width) this.tap(column);
        });
    }

    /** A sentence below the board: what cannot be done, or news. @param {string} text @param {"fault" | "news"} [kind] */
    tell(text, kind = "fault") {
        this.notice.textContent = text;
        this.notice.classList.toggle("news", kind === "news");
    }

    /** @param {1 | -1} by */
    stepBy(by) {
        if (this.place === "explore" || this.place === "api") this.session.view(this.session.cursor + by);
    }

    toggleValues() {
        const at = this.place === "explore" ? "explore" : this.playView.helpPlace;
        if (this.place === "explore" || (this.place === "play" && !this.friend.isOn)) this.help.set(at, this.help.degree(at) === "off" ? "numbers" : "off");
    }

    /** The side of the visitor, where a person plays; else the first. @returns {Side} */
    get me() {
        if (this.friend.isOn) return this.friend.side;
        return this.session.players.X.kind === "human" || this.session.isEngineOnly ? "X" : "O";
    }

    /** @param {number} cell */
    tap(cell) {
        const { session, analysis, panels } = this;
        if (panels?.editor.on) return panels.editor.tap(cell);
        if (analysis.chosen >= 0) analysis.choose(-1, 0);
        this.tell("");
        session.click(cell);
    }

    /** Whether a person's move may be played at once. @param {number} cell */
    allows(cell) {
        if (this.place === "puzzle") return this.puzzle.play(cell);
        if (this.learn.isOn) return this.learn.play(cell);
        if (this.friend.isOn) {
            this.friend.choose(cell);
            return false;
        }
        if (this.place === "home" && !this.home.allows(cell)) return false;
        return this.place !== "play" || this.playView.allows(cell);
    }

    /** @param {number} cell */
    notePlayed(cell) {
        this.playView.notePlayed(cell);
        this.isFresh = true;
        this.isMine = true;
        if (this.place === "home" && !this.home.isShowcase) this.enter("play");
        if (this.help.isOn("sound")) click(this.session.now.turn === "X" ? 220 : 262);
        if (this.help.isOn("vibration")) vibrate(12);
    }

    /** A game or a place has one entry in the history of the browser, so that Back leads to the one before. */
    noteNewEntry() {
        this.isNewEntry = true;
    }

    /** Begins a game, and says where the one before has gone. @param {() => void} begin */
    beginAnother(begin) {
        const leaves = this.session.history.length > 1 && this.place === "play";
        this.noteNewEntry();
        this.learn.isOn = false;
        this.friend.leave();
        this.isMine = true;
        begin();
        this.follow();
        if (leaves) this.tell("A new game. “Back” leads to the one before.", "news");
    }

    /** @param {string} level @param {number} skill @param {string} [game] */
    against(level, skill, game) {
        const { session } = this;
        const mine = session.players.X.kind === "human" || session.isEngineOnly ? "X" : "O";
        const chosen = game ?? (this.place === "puzzle" ? "connect-four" : session.game);
        const rules = rulesOf(this.offered, chosen);
        if (!rules) return;
        this.enter("play");
        this.beginAnother(() => {
            Object.assign(session.players[mine], { kind: "human" });
            Object.assign(session.players[other(mine)], { kind: "engine", level, skill });
            session.begin(chosen, rules, [startOf(rules)]);
        });
        this.tell("");
    }

    restart() {
        if (this.place === "home" || this.place === "puzzle") return this.go("play");
        this.beginAnother(() => this.session.restart());
        this.tell("");
    }

    /** The same again, with the sides changed: the loser begins. */
    rematch() {
        const { session } = this;
        this.beginAnother(() => {
            if (session.isDuel) session.players = { X: session.players.O, O: session.players.X };
            session.restart();
        });
        this.tell("");
        byId("board", HTMLElement).querySelector("button")?.focus({ preventScroll: true });
    }

    startFriend() {
        if (this.place === "puzzle") this.restoreGame();
        this.friend.start();
    }

    /** @param {number} ply */
    see(ply) {
        this.go("explore");
        this.tabs.choose("analysis", false);
        this.session.view(Math.max(0, ply));
    }

    learnFromGame() {
        this.go("explore");
        this.tabs.choose("analysis", false);
        this.learn.start();
    }

    explorePuzzle() {
        this.puzzle.leave();
        this.waiting = "";
        this.place = "explore";
        this.go("explore");
    }

    share() {
        const { session } = this;
        const title = this.friend.title || document.title;
        void sendText(title, this.friend.isOn ? this.friend.link : new URL(toQuery(session, { place: "play", tab: "analysis" }), location.origin).href)
            .then(said => said && this.tell(said, "news"));
    }

    async copyMoves() {
        try {
            await navigator.clipboard.writeText(movesAsText(this.session));
            this.tell("The moves are copied.", "news");
        } catch {
            this.tell(movesAsText(this.session).replaceAll("\n", " "), "news");
        }
    }

    /** Another place is opened by the visitor. @param {Place} place */
    go(place) {
        if (place === "home") return this.goHome();
        const before = this.place;
        this.noteNewEntry();
        if (before === "puzzle" && place !== "puzzle") this.restoreGame();
        if (before === "home" && place !== "puzzle" && this.home.isShowcase) this.openGame(place);
        this.enter(place);
        if (place === "puzzle") {
            if (before !== "puzzle") {
                this.waiting = before === "home" ? "" : toQuery(this.session, { place: "play", tab: "analysis" });
                this.puzzle.read("", typeof this.session.game === "string" ? this.session.game : "connect-four");
                void this.puzzle.open();
            }
        }
        this.show();
        scrollTo(0, 0);
    }

    /** The game that waits; its engine moves if it is its turn. */
    goOn() {
        this.go("play");
        if (this.session.isEnginesTurn) this.session.resume();
    }

    /** The game of a place that was opened without one. @param {Place} place */
    openGame(place) {
        const { session, offered, home } = this;
        const saved = unfinished();
        if (saved || place === "explore" || place === "api") {
            readAddress(session, offered, saved ?? EXAMPLE);
            this.isMine = saved !== null;
            return;
        }
        const next = nextOpponent(home.game);
        readAddress(session, offered, `?game=${home.game}&o=${next.level}`);
    }

    restoreGame() {
        this.puzzle.leave();
        if (this.waiting) readAddress(this.session, this.offered, this.waiting);
        else this.openGame("play");
        this.waiting = "";
    }

    goHome() {
        this.noteNewEntry();
        this.puzzle.leave();
        this.friend.leave();
        this.learn.isOn = false;
        this.enter("home");
        this.home.open();
        scrollTo(0, 0);
    }

    /** @param {Place} place */
    enter(place) {
        this.place = place;
        if (place !== "explore") this.learn.isOn = false;
        if (place !== "play") this.playView.held = null;
        const root = document.documentElement;
        root.dataset["place"] = place;
        for (const anchor of document.querySelectorAll("a[data-place]")) {
            if (anchor.getAttribute("data-place") === place) anchor.setAttribute("aria-current", "page");
            else anchor.removeAttribute("aria-current");
        }
        const name = document.querySelector(".place-name");
        if (name) name.textContent = place === "puzzle" ? "Today’s puzzle" : TITLES[place];
        this.follow();
        this.panels?.open(this.openTab);
        if (place === "api") this.panels?.openCall();
    }

    /** The tab of Explore; in a game "end", whose card needs the review; elsewhere none. */
    get openTab() {
        return this.place === "explore" ? this.tabs.current : this.place === "play" ? "end" : "";
    }

    /** How much is shown follows from the place. */
    follow() {
        const { place, help, analysis, friend, learn } = this;
        const at = place === "explore" ? "explore" : this.playView.helpPlace;
        const isHidden = place === "puzzle" || place === "api" || friend.isOn || learn.isOn;
        const degree = isHidden ? "off" : place === "home" && this.home.isShowcase ? "colours" : help.degree(at);
        analysis.switch(degree, place === "play" && !friend.isOn && help.isOn("coach") && this.session.isDuel);
    }

    keepAddress() {
        if (!this.keepsAddress) return;
        const { session, place, friend, puzzle } = this;
        const extra = place === "puzzle" ? puzzle.fields : friend.isOn ? friend.fields() : {};
        const address = place === "home" ? "/" : toQuery(session, { place, tab: this.tabs.current, extra });
        if (address !== (location.search || "/")) history[this.isNewEntry ? "pushState" : "replaceState"](null, "", address);
        this.isNewEntry = false;
        if (place !== "play" || friend.isOn || !session.isDuel || !this.isMine) return;
        noteMine(gameKey(session));
        // A move counts at once: the visitor may leave before the service has said whether the game is over.
        keepUnfinished(session.isOver || session.history.length < 2 ? "" : address);
    }

    goToAddress() {
        this.keepsAddress = false;
        const { session, offered, puzzle, friend } = this;
        const { search } = location;
        const look = readLook(search);
        const query = new URLSearchParams(search);
        puzzle.leave();
        friend.leave();
        this.isFresh = false;
        this.isMine = true;
        let said = "";
        this.enter(look.place);
        if (look.place === "home") this.home.open();
        else if (look.place === "puzzle") {
            puzzle.read(search, "connect-four");
            void puzzle.open();
        } else if (!["game", "board", "moves", "friend"].some(name => query.has(name))) {
            this.openGame(look.place);
            for (const side of /** @type {const} */ (["X", "O"])) if (query.has(side.toLowerCase())) readAddress(session, offered, search);
        } else {
            said = readAddress(session, offered, search);
            friend.read(search);
            this.isMine = session.history.length === 1 || isMine(gameKey(session));
        }
        if (query.get("view") === "friend" && !friend.isOn) friend.start();
        this.tabs.choose(this.tabs.has(look.tab) ? look.tab : "analysis", false);
        this.follow();
        this.keepsAddress = true;
        this.show();
        if (said) this.tell(said);
    }

    show() {
        const { session } = this;
        const isNew = this.seen !== session.now;
        this.seen = session.now;
        if (this.place === "home" && this.home.isOfOver) {
            keepUnfinished("");
            return this.home.open();
        }
        // A complaint belongs to its position; news stay until the next click.
        if (isNew && !this.notice.classList.contains("news")) this.tell("");
        const { cell, turn } = session.now;
        const look = lookOf(session.rules);
        put(this.last, cell === null ? "" : `${called(session, other(turn), this.isMine)} played ${nameOf(session.rules, cell)}.`);
        this.follow();
        this.countEnd();
        const title = typeof session.game === "string" ? this.offered.games.games.find(({ name }) => name === session.game)?.title ?? "" : "Your own rules";
        const name = byId("game-name", HTMLElement).querySelector("span");
        if (name) put(name, title);
        document.documentElement.dataset["look"] = look;
        this.showTransport();
        this.analysis.follow();
        this.panels?.show(isNew);
        this.sheet.showRules();
        this.showMarks();
    }

    /** A game that ends here counts in the score, once. */
    countEnd() {
        const { session } = this;
        const side = this.playView.engineSide;
        if (!session.isOver || !this.isFresh || !this.isMine || !side || this.place !== "play" || this.counted.has(session.now) || session.cursor < session.history.length - 1) return;
        this.counted.add(session.now);
        const { winner } = session.info?.position ?? {};
        count(session.game, session.players[side].level, !winner ? "drawn" : winner === side ? "lost" : "won");
        if (this.help.isOn("vibration") && winner !== side) vibrate(60);
        this.playView.shown = "";
    }

    /** What stands on the cells has changed, the position has not. */
    showMarks() {
        this.showBoard();
        this.showWords();
        document.body.toggleAttribute("data-stepping", this.analysis.chosen >= 0);
        this.keepAddress();
    }

    showBoard() {
        const { analysis, board, panels, session, place, puzzle, friend, learn } = this;
        if (panels?.editor.on) return board.show(panels.editor.scene);
        const { marks } = analysis;
        const hint = place === "puzzle" ? puzzle.hinted : panels?.hint.cell ?? -1;
        const pending = friend.isOn ? friend.chosen : place === "puzzle" ? puzzle.wrong : this.playView.pending;
        board.show({
            rules: session.rules, step: session.now, lines: session.info?.position.winningLines ?? [],
            marks: { ...marks, line: panels?.line ?? [], hint }, pending, missed: learn.missed >= 0 ? learn.missed : place === "explore" ? this.missedHere : -1,
            open: !session.isOver && !session.isEnginesTurn && !session.thinking && !(friend.isOn && (!friend.isMyTurn || friend.fault !== "")),
        });
        showBar(this.bar, place === "home" || place === "puzzle" || friend.isOn ? null : panels?.evaluation.value ?? null);
        this.showLegend();
    }

    /** The move that follows in the game, where it was a mistake. */
    get missedHere() {
        const { session, panels } = this;
        const next = session.history[session.cursor + 1];
        const judged = next && panels?.review.of(next);
        return judged && ["missed-win", "threw-away-draw", "mistake", "blunder"].includes(judged.label) ? judged.move.cell : -1;
    }

    /** The signs are told until the first game is over. */
    showLegend() {
        const legend = byId("legend", HTMLElement);
        const { place, session } = this;
        const isSeen = place === "home" && this.home.isShowcase || place === "play" && this.analysis.degree === "colours" && session.now.board.length <= 64 && !this.friend.isOn;
        legend.hidden = !isSeen;
        // Its place is kept while there is nothing to explain.
        legend.classList.toggle("unseen", place === "play" && this.analysis.marks.scores.size === 0);
        if (legend.firstChild) return;
        const one = (/** @type {string} */ kind, /** @type {string} */ text) => [h("span", { class: `score ${kind}${kind === "win" ? " best" : ""}` }, shape(kind)), h("span", {}, text)];
        legend.append(...one("win", "you win"), ...one("draw", "a draw"), ...one("loss", "you lose"), h("span", { class: "wide" }, "·\u2002proven, never guessed"));
    }

    showWords() {
        const { session, analysis, place, friend, panels } = this;
        const { isMine } = this;
        if (place === "home") this.home.show();
        const look = lookOf(session.rules);
        const isLook = place !== "play" && place !== "home" && !session.isOver && !session.thinking && !link.state;
        const said = friend.isOn && !link.state ? friend.sentence : isLook ? `${sideName(look, session.now.turn)} to move` : sentence(session, isMine);
        const where = place === "explore" && session.cursor > 0 && !session.isOver && !link.state ? `Move ${Math.floor(session.cursor / 2) + 1}. ` : "";
        const tells = place === "play" && said === "Your move" && look !== "paper" && look !== "grid" ? `Your move, ${sideName(look, session.now.turn).toLowerCase()}` : said;
        put(this.status, where + tells);
        put(this.words, place === "play" && panels?.hint.text ? panels.hint.text : outlook(session, analysis));
        this.showPlayers();
        // One button is filled.
        byId("hint", HTMLElement).classList.toggle("primary", this.playView.pending < 0 && byId("play", HTMLElement).hidden);
        friend.show();
        this.learn.show();
        this.explore.show(place);
        document.body.toggleAttribute("data-learn", this.learn.isOn);
        document.body.toggleAttribute("data-friend", friend.isOn);
        const title = friend.title || (place === "home" ? "play four in a row, see where it leads" : place === "puzzle" ? "today’s puzzle" : place === "play" ? said.replace(/[.!]$/, "") : TITLES[place]);
        document.title = friend.isOn ? `${title.replace(/\.$/, "")} – inarow` : `inarow – ${title}`;
    }

    showPlayers() {
        const { session, playView, isMine } = this;
        const side = playView.engineSide;
        const { winner, status } = session.info?.position ?? {};
        /** @type {Mood} */
        const mood = session.thinking ? "thinking" : status === "won" && side ? (winner === side ? "glad" : "beaten") : "calm";
        const opponent = side ? opponentOf(session.players[side].level) : null;
        const heading = this.place !== "play" && opponent ? (status === "won" && isMine ? (winner === side ? `${opponent.name} beat you` : `You beat ${opponent.name}`) : `${isMine ? "You" : sideName(lookOf(session.rules), this.me)} against ${opponent.name}`) : this.friend.isOn ? this.friend.friendName : undefined;
        const line = this.place !== "play" ? `${Math.ceil((session.history.length - 1) / 2)} moves` : this.friend.isOn ? `plays ${sideName(lookOf(session.rules), other(this.friend.side)).toLowerCase()}` : playView.about;
        playView.show(mood, line, heading);
        this.end.show(isMine, this.isFresh, this.panels?.review ?? null, this.place === "play" && !this.friend.isOn && !link.state && session.cursor === session.history.length - 1);
    }

    async addPanels() {
        const coming = Promise.all([import("./panels.js"), withHeuristics(this.offered)]);
        const come = await coming.catch(() => null);
        if (!come) return this.tell("Parts of the page could not be loaded. Reload the page to try again.");
        const [{ Panels }, catalogue] = come;
        const panels = new Panels(this.session, this.analysis, catalogue, this.help, {
            tell: (text, kind) => this.tell(text, kind), beginAnother: begin => this.beginAnother(begin), me: () => this.me, learn: () => this.learn.start(),
        });
        this.panels = panels;
        panels.addEventListener("change", () => this.showMarks());
        for (const button of document.querySelectorAll("[data-call]")) {
            button.addEventListener("click", () => {
                this.go("api");
                panels.openCall(button.getAttribute("data-call") ?? "");
            });
        }
        panels.open(this.openTab);
        if (this.place === "api") panels.openCall();
        this.enable("[data-late]");
        this.show();
    }

    /** What is on the page from the start works from now on. @param {string} selector */
    enable(selector) {
        for (const control of document.querySelectorAll(`button${selector}, select${selector}`)) {
            if (control instanceof HTMLButtonElement || control instanceof HTMLSelectElement) control.disabled = false;
        }
    }
}
