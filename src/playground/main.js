// Puts the page together: one session, the board, and the views of both.

import { readAddress, toQuery } from "./address.js";
import { Analysis } from "./analysis.js";
import { useKey } from "./api.js";
import { BoardView } from "./board.js";
import { offers } from "./catalogue.js";
import { byId } from "./dom.js";
import { nameOf, other } from "./game.js";
import { gameMenu } from "./game_menu.js";
import { inWords, link, Refusal } from "./link.js";
import { Session } from "./session.js";
import { listenForKey } from "./shortcut.js";
import { outlook, sentence, showEvaluation, showThinking, sideMenus, transport } from "./stage.js";
import { lookOf } from "./stone.js";
import { Tabs } from "./tabs.js";

/** @import { Step } from "./types.d.ts" */
/** @import { Catalogue } from "./catalogue.js" */

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

/**
 * Keeps the address up to date with what is on the page. A game has one entry in the history of the browser, so that Back
 * leads to the game before.
 *
 * @param {() => import("./address.js").Look} look
 */
function addressKeeper(look) {
    let isNewGame = false;
    const begins = () => { isNewGame = session.history.length > 1; };
    const keep = () => {
        const address = toQuery(session, look());
        if (address !== location.search) history[isNewGame ? "pushState" : "replaceState"](null, "", address);
        isNewGame = false;
    };
    return { begins, keep };
}

/** @param {Catalogue} catalogue What the service offers. */
function start(catalogue) {
    /** @type {import("./panels.js").Panels | null} Comes after the board. */
    let panels = null;
    const analysis = new Analysis(session);
    const board = new BoardView(byId("board", HTMLElement), byId("zoom", HTMLButtonElement), cell => {
        if (panels?.editor.on) return panels.editor.tap(cell);
        if (analysis.chosen >= 0) analysis.choose(-1, 0);
        tell("");
        session.click(cell);
    });
    const address = addressKeeper(() => ({ tab: tabs.current, scores: analysis.on }));
    /** Begins a game, and says where the one before has gone. @param {() => void} begin */
    const beginAnother = begin => {
        const leaves = session.history.length > 1;
        address.begins();
        begin();
        if (leaves) tell("A new game. “Back” in the browser leads to the one before.", "news");
    };
    const showGame = gameMenu(session, catalogue, beginAnother);
    const showTransport = transport(session);
    const showSides = sideMenus(session, catalogue.games.levels, () => tabs.choose("opponents", true));
    /** A phone shows the board whole, or keeps it small above the panel. @param {"board" | "panel"} view */
    const turnTo = view => { document.body.dataset["view"] = view; };
    let isReady = false;
    const tabs = new Tabs(byId("tabs", HTMLElement), name => {
        panels?.open(name);
        if (!isReady) return;
        turnTo("panel");
        address.keep();
    });
    const showBoard = () => {
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
    };
    /** @type {Step | null} */
    let seen = null;
    const show = () => {
        const isNew = seen !== session.now;
        if (isNew) {
            seen = session.now;
            // A complaint belongs to its position; news stay until the next click.
            if (!notice.classList.contains("news")) tell("");
        }
        const { cell, turn } = session.now;
        put(last, cell === null ? "" : `${other(turn)} played ${nameOf(session.rules, cell)}.`);
        put(status, sentence(session));
        document.body.dataset["board"] = lookOf(session.rules);
        showSides();
        showGame();
        showTransport();
        showThinking(session);
        analysis.follow();
        panels?.show(isNew);
        showBoard();
        if (isReady) address.keep();
    };
    const goToAddress = () => {
        isReady = false;
        const look = readAddress(session, catalogue, location.search);
        tabs.choose(tabs.has(look.tab) ? look.tab : "analysis", false);
        analysis.switch(look.scores);
        isReady = true;
        show();
        if (look.said) tell(look.said);
    };
    const showMarks = () => {
        showBoard();
        document.body.toggleAttribute("data-stepping", analysis.chosen >= 0);
        if (isReady) address.keep();
    };
    session.addEventListener("change", show);
    session.addEventListener("begin", () => address.begins());
    session.addEventListener("say", event => tell(/** @type {CustomEvent<string>} */ (event).detail));
    analysis.addEventListener("change", showMarks);
    addEventListener("popstate", goToAddress);
    byId("to-board", HTMLButtonElement).addEventListener("click", () => {
        turnTo("board");
        scrollTo(0, 0);
    });
    listenForKey(() => analysis.switch(!analysis.on));
    goToAddress();
    enable(":not([data-late])");
    void addPanels();

    async function addPanels() {
        const { Panels } = await import("./panels.js").catch(() => ({ Panels: null }));
        if (!Panels) return tell("Parts of the page could not be loaded. Reload the page to try again.");
        panels = new Panels(session, analysis, catalogue, tell, beginAnother);
        panels.addEventListener("change", showMarks);
        document.querySelectorAll("button[data-call]").forEach(button => button.addEventListener("click", () => {
            tabs.choose("calls", true);
            panels?.openCall(button.getAttribute("data-call") ?? "");
        }));
        panels.open(tabs.current);
        show();
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
    const catalogue = await offers;
    start(catalogue);
} catch (fault) {
    status.textContent = inWords(fault);
    if (fault instanceof Refusal && fault.problem.code === "unauthorized") askForKey();
    else throw fault;
}
