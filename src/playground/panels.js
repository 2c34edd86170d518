// The parts of the page that the first move does not need: their modules load after the board.

import { BestMovesView } from "./best_moves.js";
import { byId } from "./dom.js";
import { Evaluation } from "./evaluation.js";
import { other } from "./game.js";
import { GameReviewView } from "./game_review.js";
import { HintView } from "./hint.js";
import "./install.js";
import { LastGamesView } from "./last_games.js";
import { LatePanel, styles } from "./late_panel.js";
import { Review } from "./review.js";
import { engineFields } from "./seats.js";

/** @import { Analysis } from "./analysis.js" */
/** @import { Catalogue } from "./catalogue.js" */
/** @import { Help } from "./help.js" */
/** @import { Session } from "./session.js" */
/** @import { Fields, Side } from "./types.d.ts" */

/** Sends the event `change` when the marks on the board change. */
export class Panels extends EventTarget {
    /** Cells of a line that is pointed at. @type {number[]} */
    line = [];
    /** The editor, once a position was first set up. @type {import("./editor.js").Editor | null} */
    editor = null;
    /** The call for the position, once calls were asked for. */
    showCall = () => {};
    /** The tab that is open. */
    current = "";
    /** The parts of a printed game, once they are loaded. @type {Promise<void> | null} */
    printing = null;

    /**
     * @param {Session} session
     * @param {Analysis} analysis
     * @param {Catalogue} catalogue
     * @param {Help} help
     * @param {{ tell: (text: string, kind?: "fault" | "news") => void, edited: Record<"play" | "open", (begin: () => void) => void>, me: () => Side, isMine: () => boolean, learn: () => void, openLast: (game: import("./last_games.js").PastGame) => void, address: () => string }} on
     */
    constructor(session, analysis, catalogue, help, { tell, edited, me, isMine, learn, openLast, address }) {
        super();
        this.session = session;
        this.analysis = analysis;
        this.help = help;
        this.bestMoves = new BestMovesView(byId("best-moves", HTMLElement), analysis, session, catalogue, help);
        this.review = new Review(session, analysis);
        this.gameReview = new GameReviewView(byId("game-review", HTMLElement), this.review, session, { me, isMine, learn, better: (ply, cell) => this.showBetter(ply, cell) });
        this.prepare = () => void (this.printing ??= import("./print.js").then(({ preparePrint }) => preparePrint(session, this.review, catalogue, { me, isMine }), () => { this.printing = null; }));
        this.lastGames = new LastGamesView(byId("last-games", HTMLElement), openLast);
        this.address = address;
        this.evaluation = new Evaluation(session, analysis, this.review);
        this.hint = new HintView(byId("hint", HTMLButtonElement), session, analysis);
        const missing = () => tell("This part of the page could not be loaded. Open it again to retry.");
        this.players = new LatePanel(async () => new (await import("./players.js")).PlayersView(byId("players", HTMLElement), session, catalogue), missing);
        this.trees = new LatePanel(() => this.loadTrees(catalogue), missing);
        const editing = new LatePanel(async () => {
            const { Editor } = await import("./editor.js");
            const editor = new Editor(byId("editor", HTMLElement), byId("set-up", HTMLButtonElement), byId("board", HTMLElement), session, edited);
            editor.addEventListener("change", () => this.changed());
            this.editor = editor;
            return { show: () => editor.start() };
        }, missing);
        byId("set-up", HTMLButtonElement).addEventListener("click", () => editing.open());
        this.calls = new LatePanel(async () => {
            const [{ CallsView, positionCall }] = await Promise.all([import("./calls.js"), styles("calls.css")]);
            this.showCall = positionCall(byId("position-call", HTMLElement), session);
            this.showCall();
            return new CallsView(byId("calls", HTMLElement), path => this.callFields(path));
        }, missing);
        for (const view of [this.hint, this.evaluation]) view.addEventListener("change", () => this.changed());
        this.review.addEventListener("change", () => {
            this.arrange();
            this.bestMoves.show();
            this.changed();
        });
        analysis.addEventListener("change", () => {
            this.hint.show();
            this.review.follow();
            this.gameReview.show();
        });
    }

    changed() {
        this.dispatchEvent(new Event("change"));
    }

    /** Where there is a story of the game, it comes first. */
    arrange() {
        const { isStory } = this.review;
        const [moves, game] = [this.bestMoves.place, this.gameReview.place];
        if (isStory === (moves.nextElementSibling === game)) (isStory ? game.after(moves) : moves.after(game));
    }

    /** Shows how the game could have gone on in place of a move. @param {number} ply Of that move. @param {number} cell Of the better one. */
    showBetter(ply, cell) {
        if (!this.analysis.on) this.help.set("explore", "numbers");
        this.session.view(ply - 1);
        this.analysis.wish(cell);
    }

    /** @param {Catalogue} catalogue */
    async loadTrees(catalogue) {
        const [{ TreeView }, { SumView }] = await Promise.all([import("./tree.js"), import("./sum.js"), styles("tree.css")]);
        const tree = new TreeView(byId("tree", HTMLElement), this.session, catalogue);
        const sum = new SumView(byId("sum", HTMLElement), this.session, catalogue.heuristics.heuristics.map(({ name }) => name), cells => {
            this.line = cells;
            this.changed();
        });
        return {
            show: () => {
                sum.show();
                tree.follow();
            },
        };
    }

    /** A tab is opened. @param {string} name Empty while none is, "end" in a game. */
    open(name) {
        this.current = name;
        if (name === "tree") this.trees.open();
        if (name === "opponents") this.players.open();
        this.review.follow(name === "analysis" || name === "end");
    }

    /** The call of this path is wanted; without one, the list of calls. @param {string} [path] */
    openCall(path) {
        this.calls.open(view => path && view.choose(path));
    }

    /** The position has changed, or something else of the session. @param {boolean} isNew Whether it is the position. */
    show(isNew) {
        if (isNew) this.line = [];
        this.editor?.follow();
        this.players.show();
        this.bestMoves.show();
        this.hint.show();
        this.review.follow();
        this.arrange();
        this.gameReview.show();
        this.lastGames.show(this.address());
        this.showCall();
        if (this.current && this.session.history.length > 1) this.prepare();
        if (this.current === "tree") this.trees.show();
    }

    /**
     * The fields of a call that was not made yet. Where no engine is to move, they are those of the other side's engine.
     *
     * @param {string} path
     * @returns {Fields}
     */
    callFields(path) {
        const { session } = this;
        if (path !== "/v1/move") return session.fields;
        const { players, now } = session;
        const config = players[now.turn].kind === "engine" ? players[now.turn] : players[other(now.turn)];
        return { ...session.fields, ...(config.kind === "engine" && engineFields(config)) };
    }
}
