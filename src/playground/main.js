// Puts the page together: one session, and what looks at it.

import { readAddress, toQuery } from "./address.js";
import { Analysis } from "./analysis.js";
import { useKey } from "./api.js";
import { BestMovesView } from "./best_moves.js";
import { BoardView } from "./board.js";
import { offers } from "./catalogue.js";
import { byId, isWriting } from "./dom.js";
import { Evaluation } from "./evaluation.js";
import { Editor } from "./editor.js";
import { nameOf, other } from "./game.js";
import { gameMenu } from "./game_menu.js";
import { HintView } from "./hint.js";
import { LatePanel } from "./late_panel.js";
import { inWords, link, Refusal } from "./link.js";
import { PlayersView } from "./players.js";
import { GameReviewView } from "./game_review.js";
import { positionCall } from "./position_call.js";
import { Review } from "./review.js";
import { asked } from "./seats.js";
import { Session } from "./session.js";
import { shareButton } from "./share.js";
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
/** The last move, for who cannot see it. */
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
 * Keeps the address that of what is seen. A game has one entry in the history of the browser, so that Back leads to the one
 * before.
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

/**
 * What a call that was not made yet would send. Where nobody's engine is to move, it is that of the other side.
 *
 * @param {string} path
 * @param {Review} review
 * @returns {import("./types.d.ts").Fields}
 */
function callFields(path, review) {
    if (path === "/v1/review") return { game: session.game, moves: review.moves };
    if (path !== "/v1/move") return session.fields;
    const { players, now } = session;
    const config = players[now.turn].kind === "engine" ? players[now.turn] : players[other(now.turn)];
    return { ...session.fields, ...(config.kind === "engine" && asked(config)) };
}

/** @param {Catalogue} catalogue What the service offers. */
function start(catalogue) {
    const board = new BoardView(byId("board", HTMLElement), byId("zoom", HTMLButtonElement), cell => {
        if (editor.on) return editor.tap(cell);
        if (analysis.chosen >= 0) analysis.choose(-1, 0);
        tell("");
        session.click(cell);
    });
    const analysis = new Analysis(session);
    const bestMoves = new BestMovesView(byId("best-moves", HTMLElement), analysis, session, catalogue);
    /** @type {number[]} */
    let line = [];
    const missing = () => tell("This part of the page could not be loaded. Open it again to try once more.");
    const trees = new LatePanel(async () => {
        const [{ TreeView }, { SumView }] = await Promise.all([import("./tree.js"), import("./sum.js")]);
        const tree = new TreeView(byId("tree", HTMLElement), session, catalogue);
        const sum = new SumView(byId("sum", HTMLElement), session, cells => {
            line = cells;
            showBoard();
        });
        return {
            show: () => {
                sum.show();
                tree.follow();
            },
        };
    }, missing);
    const calls = new LatePanel(async () => {
        const { LiftView } = await import("./lift.js");
        return new LiftView(byId("lift", HTMLElement), path => callFields(path, review));
    }, missing);
    const players = new PlayersView(byId("players", HTMLElement), session, catalogue);
    const review = new Review(session, analysis);
    const gameReview = new GameReviewView(byId("game-review", HTMLElement), review, session);
    const showCall = positionCall(byId("position-call", HTMLElement), session);
    const evaluation = new Evaluation(session, analysis, review, catalogue);
    const hint = new HintView(byId("why", HTMLElement), byId("hint", HTMLButtonElement), session, analysis);
    const address = addressKeeper(() => ({ tab: tabs.current, scores: analysis.on }));
    /** What begins a game says so where another one is left. @param {() => void} begin */
    const beginAnother = begin => {
        const leaves = session.history.length > 1;
        address.begins();
        begin();
        if (leaves) tell("A new game. “Back” in the browser leads to the one before.", "news");
    };
    const editor = new Editor(byId("editor", HTMLElement), byId("set-up", HTMLButtonElement), byId("board", HTMLElement), session, beginAnother);
    const showGame = gameMenu(session, catalogue, beginAnother);
    const showTransport = transport(session);
    const showSides = sideMenus(session, catalogue.games.levels, () => tabs.choose("opponents", true));
    /** On a phone either the board is looked at, or what stands below it. @param {"board" | "panel"} view */
    const turnTo = view => { document.body.dataset["view"] = view; };
    const tabs = new Tabs(byId("tabs", HTMLElement), name => {
        if (isReady) turnTo("panel");
        if (name === "tree") trees.open();
        if (name === "calls") calls.open();
        review.follow(name === "analysis");
        if (isReady) address.keep();
    });
    const showBoard = () => {
        if (editor.on) return board.show(editor.scene);
        const { marks } = analysis;
        board.show({
            rules: session.rules, step: session.now, lines: session.info?.position.winningLines ?? [],
            marks: { ...marks, line, hint: hint.cell }, open: !session.isOver && !session.isEnginesTurn && !session.thinking,
        });
        showEvaluation(evaluation.value);
        put(words, outlook(session.rules, marks.scores));
        const place = session.rules.gravity ? "column" : "cell";
        put(lead, analysis.on ? `Every ${place} shows what playing there leads to.` : "Play, see what it sees, take the calls.");
    };
    let isReady = false;
    /** @type {Step | null} */
    let seen = null;
    const show = () => {
        editor.follow();
        if (seen !== session.now) {
            seen = session.now;
            line = [];
            tell("");
        }
        const { cell, turn } = session.now;
        put(last, cell === null ? "" : `${other(turn)} played ${nameOf(session.rules, cell)}.`);
        put(status, sentence(session));
        document.body.dataset["board"] = lookOf(session.rules);
        showSides();
        showGame();
        showTransport();
        showThinking(session);
        players.show();
        analysis.follow();
        bestMoves.show();
        hint.show();
        review.follow();
        gameReview.show();
        showCall();
        showBoard();
        if (isReady) address.keep();
        if (tabs.current === "tree") trees.show();
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
    session.addEventListener("change", show);
    session.addEventListener("begin", () => address.begins());
    session.addEventListener("say", event => tell(/** @type {CustomEvent<string>} */ (event).detail));
    link.addEventListener("change", () => put(status, sentence(session)));
    for (const view of [analysis, hint, evaluation]) {
        view.addEventListener("change", () => {
            showBoard();
            document.body.toggleAttribute("data-stepping", analysis.chosen >= 0);
            if (isReady) address.keep();
        });
    }
    editor.addEventListener("change", showBoard);
    addEventListener("popstate", goToAddress);
    byId("to-board", HTMLButtonElement).addEventListener("click", () => {
        turnTo("board");
        scrollTo(0, 0);
    });
    analysis.addEventListener("change", () => {
        hint.show();
        review.follow();
        gameReview.show();
    });
    addEventListener("keydown", event => {
        if (event.key.toLowerCase() !== "v" || event.ctrlKey || event.altKey || event.metaKey || isWriting(event.target)) return;
        analysis.switch(!analysis.on);
    });
    document.querySelectorAll("button[data-lift]").forEach(button => button.addEventListener("click", () => {
        tabs.choose("calls", true);
        calls.open(view => view.choose(button.getAttribute("data-lift") ?? ""));
    }));
    shareButton(text => tell(text, "news"));
    goToAddress();
    document.querySelectorAll("button[disabled], select[disabled]").forEach(button => button.removeAttribute("disabled"));
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
    link.removeEventListener("change", sayLink);
    start(catalogue);
} catch (fault) {
    status.textContent = inWords(fault);
    if (fault instanceof Refusal && fault.problem.code === "unauthorized") askForKey();
    else throw fault;
}
