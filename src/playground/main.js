// Puts the page together: one session, the board, and the views of both.

import { readAddress, toQuery } from "./address.js";
import { Analysis } from "./analysis.js";
import { useKey } from "./api.js";
import { BoardView } from "./board.js";
import { offers, withHeuristics } from "./catalogue.js";
import { byId } from "./dom.js";
import { nameOf, other } from "./game.js";
import { gameMenu } from "./game_menu.js";
import { inWords, link, Refusal } from "./link.js";
import { Session } from "./session.js";
import { outlook, sentence, showEvaluation, showThinking, sideMenus, transport } from "./stage.js";
import { lookOf } from "./stone.js";
import { Tabs } from "./tabs.js";

/** @import { Step } from "./types.d.ts" */
/** @import { Offers } from "./catalogue.js" */

const session = new Session();
const status = byId("status", HTMLElement);
const notice = byId("notice", HTMLElement);
const words = byId("outlook", HTMLElement);
const lead = byId("lead", HTMLElement);
/** The last move, for screen readers. */
const last = byId("last-move", HTMLElement);

/**
 * A sentence below the board: what cannot be done, or news.
 *
 * @param {string} text
 * @param {"fault" | "news"} [kind]
 */
function tell(text, kind = "fault") {
    notice.textContent = text;
    notice.classList.toggle("news", kind === "news");
}

/** @param {HTMLElement} element @param {string} text */
function put(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/** The page: the board with its head, and the panels once they have come. */
class Page {
    /** @type {import("./panels.js").Panels | null} Comes after the board. */
    panels = null;
    analysis = new Analysis(session);
    /** Whether the address follows the page, which it does not while the page follows the address. */
    keepsAddress = false;
    /** Whether the next address is that of another game. */
    isNewGame = false;
    /** The position that was shown last. @type {Step | null} */
    seen = null;

    /** @param {Offers} offered What the service offers. */
    constructor(offered) {
        this.offered = offered;
        this.board = new BoardView(byId("board", HTMLElement), byId("zoom", HTMLButtonElement), cell => this.tap(cell));
        this.tabs = new Tabs(byId("tabs", HTMLElement), name => {
            this.panels?.open(name);
            if (!this.keepsAddress) return;
            this.turnTo("panel");
            this.keepAddress();
        });
        const showGame = gameMenu(session, offered, begin => this.beginAnother(begin));
        const showTransport = transport(session);
        const showSides = sideMenus(session, offered.games.levels, () => this.tabs.choose("opponents", true));
        this.showHead = () => {
            showSides();
            showGame();
            showTransport();
        };
        session.addEventListener("change", () => this.show());
        session.addEventListener("begin", () => this.noteNewGame());
        session.addEventListener("say", event => tell(/** @type {CustomEvent<string>} */ (event).detail));
        this.analysis.addEventListener("change", () => this.showMarks());
        addEventListener("popstate", () => this.goToAddress());
        byId("to-board", HTMLButtonElement).addEventListener("click", () => {
            this.turnTo("board");
            scrollTo(0, 0);
        });
    }

    /** @param {number} cell */
    tap(cell) {
        if (this.panels?.editor.on) return this.panels.editor.tap(cell);
        if (this.analysis.chosen >= 0) this.analysis.choose(-1, 0);
        tell("");
        session.click(cell);
    }

    /** A game that has begun has one entry in the history of the browser, so that Back leads to the game before. */
    noteNewGame() {
        this.isNewGame = session.history.length > 1;
    }

    /** Begins a game, and says where the one before has gone. @param {() => void} begin */
    beginAnother(begin) {
        const leaves = session.history.length > 1;
        this.noteNewGame();
        begin();
        if (leaves) tell("A new game. “Back” in the browser leads to the one before.", "news");
    }

    /** A phone shows the board whole, or keeps it small above the panel. @param {"board" | "panel"} view */
    turnTo(view) {
        document.body.dataset["view"] = view;
    }

    keepAddress() {
        if (!this.keepsAddress) return;
        const address = toQuery(session, { tab: this.tabs.current, scores: this.analysis.on });
        if (address !== location.search) history[this.isNewGame ? "pushState" : "replaceState"](null, "", address);
        this.isNewGame = false;
    }

    goToAddress() {
        this.keepsAddress = false;
        const look = readAddress(session, this.offered, location.search);
        this.tabs.choose(this.tabs.has(look.tab) ? look.tab : "analysis", false);
        this.analysis.switch(look.scores);
        this.keepsAddress = true;
        this.show();
        if (look.said) tell(look.said);
    }

    show() {
        const isNew = this.seen !== session.now;
        this.seen = session.now;
        // A complaint belongs to its position; news stay until the next click.
        if (isNew && !notice.classList.contains("news")) tell("");
        const { cell, turn } = session.now;
        put(last, cell === null ? "" : `${other(turn)} played ${nameOf(session.rules, cell)}.`);
        put(status, sentence(session));
        document.body.dataset["board"] = lookOf(session.rules);
        this.showHead();
        showThinking(session);
        this.analysis.follow();
        this.panels?.show(isNew);
        this.showBoard();
        this.keepAddress();
    }

    /** What stands on the cells has changed, the position has not. */
    showMarks() {
        this.showBoard();
        document.body.toggleAttribute("data-stepping", this.analysis.chosen >= 0);
        this.keepAddress();
    }

    showBoard() {
        const { analysis, board, panels } = this;
        if (panels?.editor.on) return board.show(panels.editor.scene);
        const { marks } = analysis;
        board.show({
            rules: session.rules, step: session.now, lines: session.info?.position.winningLines ?? [],
            marks: { ...marks, line: panels?.line ?? [], hint: panels?.hint.cell ?? -1 },
            open: !session.isOver && !session.isEnginesTurn && !session.thinking,
        });
        showEvaluation(panels?.evaluation.value ?? null);
        put(words, outlook(session.rules, marks.scores));
        const place = session.rules.gravity ? "column" : "cell";
        put(lead, analysis.on ? `Every ${place} shows what playing there leads to.` : "Play, see what it sees, take the calls.");
    }

    async addPanels() {
        const coming = Promise.all([import("./panels.js"), withHeuristics(this.offered)]);
        const come = await coming.catch(() => null);
        if (!come) return tell("Parts of the page could not be loaded. Reload the page to try again.");
        const [{ Panels }, catalogue] = come;
        const panels = new Panels(session, this.analysis, catalogue, tell, begin => this.beginAnother(begin));
        this.panels = panels;
        panels.addEventListener("change", () => this.showMarks());
        document.querySelectorAll("button[data-call]").forEach(button => button.addEventListener("click", () => {
            this.tabs.choose("calls", true);
            panels.openCall(button.getAttribute("data-call") ?? "");
        }));
        panels.open(this.tabs.current);
        this.show();
        enable("");
    }
}

/** Controls can be used from now on. @param {string} which */
function enable(which) {
    document.querySelectorAll(`:is(button, select)[disabled]${which}`).forEach(control => control.removeAttribute("disabled"));
}

/** The form for the key, where a service asks for one. */
function askForKey() {
    const form = byId("key-form", HTMLFormElement);
    form.hidden = false;
    status.textContent = "This service asks for a key.";
    form.addEventListener("submit", event => {
        event.preventDefault();
        useKey(byId("key", HTMLInputElement).value.trim());
        location.reload();
    });
}

const sayLink = () => put(status, sentence(session));
link.addEventListener("change", sayLink);
// The first calls were made before this module ran.
if (link.state) sayLink();
try {
    const page = new Page(await offers);
    page.goToAddress();
    enable(":not([data-late])");
    void page.addPanels();
} catch (fault) {
    status.textContent = inWords(fault);
    if (fault instanceof Refusal && fault.problem.code === "unauthorized") askForKey();
    else throw fault;
}
