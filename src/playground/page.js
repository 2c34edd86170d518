// The page: one session, the parts that show it, and the effect of a tap in the place that is open.

import { rulesOf, toQuery } from "./address.js";
import { Analysis } from "./analysis.js";
import { BoardView } from "./board.js";
import { withHeuristics } from "./catalogue.js";
import { listenForBack } from "./dialog.js";
import { byId, h } from "./dom.js";
import { EndView } from "./end.js";
import { Explore } from "./explore.js";
import { Friend } from "./friend.js";
import { other, startOf } from "./game.js";
import { Help } from "./help.js";
import { Home } from "./home.js";
import { listenForKeys } from "./keys.js";
import { link } from "./link.js";
import { today } from "./memory.js";
import { opponentOf } from "./opponents.js";
import { PlayView } from "./play.js";
import { Puzzle } from "./puzzle.js";
import { keepChosen, keepUnfinished, nextOpponent } from "./record.js";
import { Session } from "./session.js";
import { COPIED, field, movesAsText, SAID_MS, sayOn, sendText, SENT } from "./share.js";
import { click, vibrate } from "./sound.js";
import { transport } from "./stage.js";
import { Tabs } from "./tabs.js";
import { NOT_LOADED, Route } from "./route.js";
import { View } from "./view.js";

/** @import { Place } from "./address.js" */
/** @import { Offers } from "./catalogue.js" */
/** @import { Side } from "./types.d.ts" */

/** All that is on the page. */
export class Page {
    session = new Session();
    help = new Help();
    /** @type {Place} */
    place = "home";
    /** @type {import("./panels.js").Panels | null} Comes after the board. */
    panels = null;
    /** Whether somebody at this page plays the game. */
    isMine = true;
    /** Whether the last move was made here, and now. */
    isFresh = false;
    /** @type {Promise<import("./sheet.js").Sheet> | null} Comes when it is first asked for, or with the panels. */
    sheet = null;
    /** @type {import("./learn.js").Learn | null} Comes with the first lesson. */
    learn = null;
    notice = byId("notice", HTMLElement);
    /** Runs until news have been read. @type {ReturnType<typeof setTimeout> | undefined} */
    clock;
    /** The cell that was tapped last: where stones fall, not the one that they fall to. */
    tapped = -1;
    view = new View(this);
    route = new Route(this);
    bar = h("div", { id: "evaluation", class: "evaluation", role: "img" }, h("i"), h("span"), h("span"));

    /** @param {Offers} offered The catalogue of the service. */
    constructor(offered) {
        this.offered = offered;
        this.analysis = new Analysis(this.session, offered.games.limits);
        const { session, analysis, help } = this;
        const change = () => this.view.show();
        this.board = new BoardView(byId("board", HTMLElement), byId("zoom", HTMLButtonElement), this.bar, (cell, isTap) => isTap && session.isEcho(cell) || this.tap(cell));
        this.tabs = new Tabs(byId("tabs", HTMLElement), name => {
            this.panels?.open(this.place === "explore" ? name : this.route.openTab);
            this.explore?.show(this.place);
            this.route.keepAddress();
        });
        this.explore = new Explore(session, this.tabs);
        this.showTransport = transport(session);
        this.home = new Home(session, offered, {
            play: (level, skill) => { this.against(level, skill, this.home.game); this.board.focus(this.board.focused); }, goOn: () => this.route.goOn(), more: () => void this.withSheet(sheet => sheet.showGames()), answer: (text, cell) => this.answer(text, cell),
            tap: cell => this.tap(cell), begin: game => { keepChosen(game); keepUnfinished(""); this.route.goHome(); },
        });
        this.playView = new PlayView(session, analysis, help, { changed: change, isMine: () => this.isMine, choose: () => void this.withSheet(sheet => sheet.showOpponents()), against: one => this.against(one.level, one.skill), hinted: () => this.panels?.hint.cell ?? -1 });
        this.friend = new Friend(session, { answer: (text, cell) => this.answer(text, cell), look: () => this.lookAtFriends(), puzzle: () => this.route.go("puzzle"), changed: change, address: () => this.route.keepAddress(), begin: begin => { this.beginAnother(() => { begin(); this.route.enter("play"); }); this.tell(""); } });
        this.puzzle = new Puzzle(session, offered, {
            answer: (text, cell) => this.answer(text, cell), changed: () => this.view.showBoard(), address: () => this.route.keepAddress(), explore: () => this.explorePuzzle(), share: (text, url) => void sendText(text, url).then(said => this.puzzle.tellShared(said)), entry: () => this.route.noteNewEntry(), choose: () => void this.withSheet(sheet => sheet.showGames()),
        });
        this.end = new EndView(session, {
            rematch: () => this.rematch(), against: one => this.against(one.level, one.skill), learn: () => this.learnFromGame(), turn: ply => this.see(ply), share: () => this.shareGame(),
        });
        this.listen();
    }

    listen() {
        const { session, analysis, help } = this;
        session.mayPlay = cell => this.allows(cell);
        // In Explore nobody plays, until it is said who does.
        session.mayReply = () => this.place !== "explore" || this.tabs.current === "opponents";
        session.isTrying = () => this.place === "explore" && this.panels?.review.ends.has(/** @type {import("./types.d.ts").Step} */ (session.main.at(-1))) === true;
        session.addEventListener("change", () => this.view.show());
        session.addEventListener("begin", () => this.route.noteNewEntry());
        session.addEventListener("played", event => this.notePlayed(/** @type {CustomEvent<number>} */ (event).detail));
        session.addEventListener("say", event => {
            const { text, cell } = /** @type {CustomEvent<{ text: string, cell: number }>} */ (event).detail;
            if (cell >= 0) this.answer(text, cell);
            else this.tell(text);
        });
        analysis.addEventListener("change", () => this.view.showMarks());
        help.addEventListener("change", () => { this.follow(); this.playView.shown = ""; this.view.show(); });
        link.addEventListener("change", () => this.view.showWords());
        listenForBack(() => void this.route.goToAddress(), () => this.route.keepAddress());
        for (const anchor of document.querySelectorAll("a[data-place], #way-puzzle, #way-explore, #to-friend, a.brand")) {
            anchor.addEventListener("click", event => {
                const at = /** @type {MouseEvent} */ (event);
                if (at.ctrlKey || at.metaKey || at.shiftKey) return;
                event.preventDefault();
                if (anchor.id === "to-friend") return this.startFriend();
                if (anchor.classList.contains("brand")) return this.route.goHome();
                const place = anchor.getAttribute("data-place") ?? anchor.id.replace("way-", "");
                this.route.go(/** @type {Place} */ (place));
            });
        }
        byId("more", HTMLButtonElement).addEventListener("click", () => void this.withSheet(sheet => sheet.showMore()));
        byId("game-name", HTMLButtonElement).addEventListener("click", () => void this.withSheet(sheet => sheet.showGames()));
        byId("new", HTMLButtonElement).addEventListener("click", () => this.restart());
        byId("copy-picture", HTMLButtonElement).addEventListener("click", () => void this.savePicture());
        byId("copy-moves", HTMLButtonElement).addEventListener("click", () => void this.copyMoves());
        byId("share", HTMLButtonElement).addEventListener("click", () => this.share());
        byId("copy-link", HTMLButtonElement).addEventListener("click", event => this.share(/** @type {Element} */ (event.currentTarget)));
        listenForKeys({
            v: () => this.toggleValues(), h: () => byId(this.place === "puzzle" ? "puzzle-hint" : "hint", HTMLButtonElement).click(), u: () => (this.place === "play" ? this.goBy(-1) : undefined),
            n: () => this.restart(), "?": () => void this.withSheet(sheet => sheet.showKeys()), arrowleft: () => this.stepBy(-1), arrowright: () => this.stepBy(1),
            home: () => this.stepBy(-Infinity), end: () => this.stepBy(Infinity),
        }, column => {
            if (session.rules.gravity && !session.rules.board && column < session.rules.width) this.tap(column);
        }, by => this.goBy(by));
        byId("skip", HTMLAnchorElement).addEventListener("click", event => {
            event.preventDefault();
            this.board.focus(this.board.focused);
        });
    }

    /** A sentence below the board: a fault, or news. @param {string} text @param {"fault" | "news"} [kind] */
    tell(text, kind = "fault") {
        this.board.answer("", -1);
        this.notice.textContent = text;
        this.notice.classList.toggle("news", kind === "news");
        this.notice.classList.remove("at-board");
        clearTimeout(this.clock);
        if (kind === "news") this.clock = setTimeout(() => { this.notice.textContent = ""; }, 2 * SAID_MS);
    }

    /** Why a tap did nothing: seen where the finger is, and read to those who do not see it. @param {string} text @param {number} cell */
    answer(text, cell) {
        this.tell(text);
        const isSameColumn = this.session.rules.gravity && cell % this.session.rules.width === this.tapped % this.session.rules.width;
        this.board.answer(text, isSameColumn ? this.tapped : cell);
        this.notice.classList.add("at-board");
    }

    /** Steps through the game where nobody plays it; returns whether this is such a place. @param {number} by */
    stepBy(by) {
        if (this.place !== "explore" && this.place !== "api") return false;
        this.session.view(this.session.cursor + by);
        return true;
    }

    /** Takes a move back, or plays it again. @param {1 | -1} by */
    goBy(by) {
        const { session } = this;
        const isPlay = this.place === "play" && !this.friend.isOn;
        if (isPlay && (by < 0 ? session.canTakeBack : session.cursor < session.history.length - 1)) session.leap(by);
        else this.stepBy(by);
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
        if (panels?.editor?.on) return panels.editor.tap(cell);
        if (analysis.chosen >= 0) analysis.choose(-1, 0);
        this.tell("");
        this.tapped = cell;
        session.click(cell);
    }

    /** Whether a person's move may be played at once. @param {number} cell */
    allows(cell) {
        if (this.place === "puzzle") return this.puzzle.play(cell);
        if (this.learn?.isOn) return this.learn.play(cell);
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
        // Trying moves in Explore makes nobody's game the visitor's.
        if (this.place !== "explore" || this.tabs.current === "opponents") this.isMine = true;
        if (this.place === "home" && !this.home.isShowcase) this.route.enter("play");
        if (this.help.isOn("sound")) click(this.session.now.turn === "X" ? 220 : 262);
        if (this.help.isOn("vibration")) vibrate(12);
    }

    /** Begins a game, and says where the one before has gone. @param {() => void} begin */
    beginAnother(begin) {
        const leaves = this.session.history.length > 1 && this.place === "play";
        this.route.noteNewEntry();
        this.leave();
        this.isMine = true;
        begin();
        this.follow();
        if (leaves) this.tell("A new game. “Back” leads to the one before.", "news");
    }

    /** A position that was set up is played from there; where it came from nobody's game, by the side to move against the next opponent. @param {() => void} begin */
    playFrom(begin) {
        const { session } = this;
        const hasNoPlayers = !this.isMine && !session.isDuel && !session.isEngineOnly;
        this.beginAnother(() => {
            this.route.enter("play");
            begin();
            if (!hasNoPlayers) return;
            const { level, skill } = nextOpponent(session.game);
            Object.assign(session.players[session.now.turn], { kind: "human" });
            Object.assign(session.players[other(session.now.turn)], { kind: "engine", level, skill });
            session.changed();
        });
        this.board.focus(this.board.focused);
    }

    /** A game by the form in the panel, against the opponent if there is one: the board is in sight. @param {() => void} begin */
    startOwn(begin) {
        const hasOpponent = this.isMine && this.session.isDuel;
        this.beginAnother(() => {
            if (hasOpponent) this.route.enter("play");
            begin();
        });
        scrollTo(0, 0);
        this.board.focus(this.board.focused);
    }

    /** A game as text was played by others: it is looked at, and its review is in sight. @param {() => void} begin */
    openRecord(begin) {
        const { session } = this;
        this.beginAnother(() => {
            this.isMine = false;
            for (const config of Object.values(session.players)) config.kind = "human";
            this.tabs.choose("analysis", false);
            begin();
            const first = session.history[0];
            if (first) this.panels?.review.opened.add(first);
            this.panels?.arrange();
            this.panels?.gameReview.draw();
        });
        scrollTo(0, 0);
    }

    /** @param {string} level None for a second person at this page. @param {number} skill @param {import("./types.d.ts").GameName} [game] */
    against(level, skill, game) {
        const { session } = this;
        const mine = session.players.X.kind === "human" || session.isEngineOnly ? "X" : "O";
        const chosen = game ?? (this.place === "puzzle" ? "connect-four" : session.game);
        const rules = rulesOf(this.offered, chosen);
        if (!rules) return;
        const hadHelp = this.analysis.on;
        this.beginAnother(() => {
            this.route.enter("play");
            Object.assign(session.players[mine], { kind: "human" });
            Object.assign(session.players[other(mine)], level ? { kind: "engine", level, skill } : { kind: "human" });
            session.begin(chosen, rules, [startOf(rules)]);
        });
        const isToTell = hadHelp && !this.analysis.on && !this.help.isOn("told");
        if (isToTell) this.help.set("told", "on");
        this.tell(isToTell ? `Against ${opponentOf(level)?.name ?? "each other"} help is off. You can turn it on.` : "", "news");
    }

    restart() {
        if (this.place === "home" || this.place === "puzzle") return this.route.go("play");
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
        this.board.focus(this.board.focused);
    }

    startFriend() {
        if (this.place === "puzzle") this.route.restoreGame();
        this.friend.start();
    }

    /** A friend's game that is over is a game like any other. */
    lookAtFriends() {
        this.friend.leave();
        this.see(this.session.history.length - 1);
    }

    /** @param {number} ply */
    see(ply) {
        this.route.go("explore");
        this.tabs.choose("analysis", false);
        this.session.view(Math.max(0, ply));
    }

    learnFromGame() {
        this.route.go("explore");
        this.tabs.choose("analysis", false);
        void this.startLesson();
    }

    /** @param {number} [at] With which mistake. */
    async startLesson(at) {
        const come = await import("./learn.js").catch(() => null);
        if (!come) return this.tell(NOT_LOADED);
        this.learn ??= new come.Learn(this.session, () => this.panels?.review ?? null, () => this.me, {
            changed: () => { this.follow(); this.view.show(); }, rematch: () => { this.route.enter("play"); this.rematch(); }, tell: text => this.tell(text),
        });
        // The visitor may have gone on.
        if (this.place === "explore") this.learn.start(at);
    }

    /** No lesson and no friend's game goes on. */
    leave() {
        if (this.learn) this.learn.isOn = false;
        this.friend.leave();
    }

    explorePuzzle() {
        this.puzzle.leave();
        this.route.waiting = "";
        this.isMine = false;
        this.place = "explore";
        this.route.go("explore");
    }

    /** Shares the game on the board; returns a sentence on the outcome. @returns {Promise<string>} */
    async shareGame() {
        const { session } = this;
        return sendText(this.view.shareTitle, new URL(toQuery(session, { place: "play", tab: "analysis" }), location.origin).href);
    }

    /** @param {Element} [button] Says the outcome. */
    share(button) {
        const { friend } = this;
        // A friend's link goes with a move, and is noted.
        if (friend.isOn) return friend.mustChoose ? this.tell("Choose your move first: it goes with the link.", "news") : void friend.send(false);
        void this.shareGame().then(said => (button ? sayOn(button, said === COPIED ? "Copied" : said === SENT ? "Sent" : "") : said && this.tell(said, "news")));
    }

    async savePicture() {
        const come = await import("./export.js").catch(() => null);
        if (!come) return this.tell(NOT_LOADED);
        const blob = await come.picture(this.session, this.view.told);
        if (!blob) return;
        come.save(blob, this.view.title);
        sayOn(byId("copy-picture", HTMLElement), "Saved");
    }

    async copyMoves() {
        try {
            await navigator.clipboard.writeText(movesAsText(this.session));
            sayOn(byId("copy-moves", HTMLElement), "Copied");
        } catch {
            field(movesAsText(this.session).replaceAll("\n", " "));
        }
    }

    /** How much is shown follows from the place. */
    follow() {
        const { place, help, analysis, friend, learn } = this;
        const at = place === "explore" ? "explore" : this.playView.helpPlace;
        const isHidden = place === "puzzle" || place === "api" || friend.isOn || learn?.isOn === true;
        const degree = isHidden ? "off" : place === "home" ? (this.home.isShowcase ? "colours" : "off") : help.degree(at);
        analysis.switch(degree, place === "play" && !friend.isOn && help.isOn("coach") && this.session.isDuel || this.panels?.hint.step === this.session.now);
    }

    /** @param {(sheet: import("./sheet.js").Sheet) => void} show */
    async withSheet(show) {
        this.sheet ??= import("./sheet.js").then(({ Sheet }) => this.newSheet(Sheet));
        const sheet = await this.sheet.catch(() => null);
        if (sheet) return show(sheet);
        this.sheet = null;
        this.tell(NOT_LOADED);
    }

    /** @param {typeof import("./sheet.js").Sheet} Sheet */
    newSheet(Sheet) {
        const sheet = new Sheet(this.session, this.offered, this.help, {
            begin: begin => (this.place === "puzzle" && typeof sheet.wanted === "string" ? this.puzzle.go({ game: sheet.wanted, date: today() }) : this.beginAnother(() => { if (this.place === "home" || this.place === "puzzle") this.route.enter("play"); begin(); })), start: begin => this.startOwn(begin), against: (level, skill) => this.against(level, skill),
            restart: () => this.restart(), friend: () => this.startFriend(), go: (place, tab) => { this.route.go(place); if (tab) this.tabs.choose(tab, true); },
            openLast: game => void this.route.openLast(game), address: () => this.route.gameAddress,
        });
        sheet.helpPlace = () => this.playView.helpPlace;
        return sheet;
    }

    async addPanels() {
        const coming = Promise.all([import("./panels.js"), withHeuristics(this.offered)]);
        const come = await coming.catch(() => null);
        if (!come) return this.tell(NOT_LOADED);
        const [{ Panels }, catalogue] = come;
        const panels = new Panels(this.session, this.analysis, catalogue, this.help, {
            tell: (text, kind) => this.tell(text, kind), edited: { play: begin => this.playFrom(begin), open: begin => this.openRecord(begin) }, me: () => this.me, isMine: () => this.isMine, learn: () => void this.startLesson(),
            openLast: game => void this.route.openLast(game), address: () => this.route.gameAddress,
        });
        panels.review.isPaused = () => this.learn !== null && this.learn.isOn && this.learn.wanted < 0;
        this.panels = panels;
        panels.addEventListener("change", () => this.view.showMarks());
        for (const button of document.querySelectorAll("[data-call]")) {
            button.addEventListener("click", () => {
                this.route.go("api");
                panels.openCall(button.getAttribute("data-call") ?? "");
            });
        }
        panels.open(this.route.openTab);
        if (this.place === "api") panels.openCall();
        this.enable("[data-late]");
        this.view.show();
    }

    /** The parts that are there from the start work from now on. @param {string} selector */
    enable(selector) {
        for (const control of document.querySelectorAll(`button${selector}, select${selector}`)) {
            if (control instanceof HTMLButtonElement || control instanceof HTMLSelectElement) control.disabled = false;
        }
    }
}
