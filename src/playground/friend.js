// A game with a friend by link. Nothing is kept on a server: the link holds all moves, and each device remembers how far it knows the game.

import { ask } from "./api.js";
import { byId, h } from "./dom.js";
import { celebrate } from "./end.js";
import { cellOf, landing, moveNames, nameOf, other, withStone } from "./game.js";
import { icon } from "./icons.js";
import { KEY, knownGames, NAME_KEY, rememberGame } from "./friend_games.js";
import { gameField } from "./lines_game.js";
import { recall, remember } from "./memory.js";
import { sideName } from "./opponents.js";
import { moves } from "./score.js";
import { COPIED, hasShareSheet, sendText } from "./share.js";
import { makesLine } from "./small_values.js";
import { lookOf, stone } from "./stone.js";

/** @import { PositionAnswer, Side } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

const NAME_MAX = 16;
/** How long a link waits for the position after its move, in milliseconds: the browser lets a tap copy for a few seconds. */
const FORESEE_MS = 2000;

/** A short check that a link is whole. It finds mistakes and clumsy changes; nobody's secret guards it. @param {string} text */
function checkOf(text) {
    let hash = 0x811c9dc5;
    for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    return hash.toString(36);
}

/** One game with a friend. */
export class Friend {
    /** The id of the game; empty where the game on the board is not a friend's. */
    id = "";
    /** @type {Side} This device's side. */
    side = "X";
    /** @type {Record<Side, string>} */
    names = { X: "", O: "" };
    /** The move that was chosen and not sent, -1 for none. */
    chosen = -1;
    /** The position after the chosen move; null where the service does not answer in time. @type {Promise<PositionAnswer["position"] | null>} */
    foreseen = Promise.resolve(null);
    /** The fault of the opened link: it is not the newest, or was changed; empty for none. */
    fault = "";
    /** How the game stands in a link that is only too old. */
    old = "";
    /** The last state that was sent or received, as moves. */
    sent = "";
    shown = "";
    /** Games won, by side, of those that were played one after the other. @type {Record<Side, number>} */
    score = { X: 0, O: 0 };
    /** Whether this device has not yet taken a side: a game that is over is only looked at. */
    isNew = false;
    /** The end that was celebrated. @type {Session["now"] | null} */
    ended = null;

    /**
     * @param {Session} session
     * @param {{ changed: () => void, address: () => void, begin: (begin: () => void) => void, answer: (text: string, cell: number) => void, look: () => void, puzzle: () => void }} on
     */
    constructor(session, on) {
        this.session = session;
        this.on = on;
        this.place = byId("friend", HTMLElement);
        addEventListener("storage", ({ key }) => key === KEY && this.noteOther());
    }

    get isOn() {
        return this.id !== "";
    }

    get known() {
        return knownGames();
    }

    /** @param {string} moves */
    keep(moves) {
        const { id, side, friendName, session } = this;
        rememberGame(id, { side, moves, query: this.queryOf(moves), name: friendName, isMine: session.now.turn === side, isOver: session.isOver });
    }

    get moves() {
        return moveNames(this.session.rules, this.session.history).join(",");
    }

    /** A new game: this device begins. @param {string} [friend] The name of the friend. @param {Record<Side, number>} [score] So far. */
    start(friend = "", score = { X: 0, O: 0 }) {
        const { session } = this;
        this.on.begin(() => {
            session.players.X.kind = "human";
            session.players.O.kind = "human";
            const first = session.history[0];
            if (first) session.begin(session.game, session.rules, [{ board: ".".repeat(first.board.length), turn: "X", cell: null }]);
        });
        this.id = checkOf(`${Date.now()} ${Math.random()}`);
        this.side = "X";
        this.names = { X: recall(NAME_KEY) ?? "", O: friend };
        this.score = score;
        this.isNew = false;
        this.chosen = -1;
        this.fault = "";
        this.sent = "";
        this.how = "";
        this.on.address();
        this.on.changed();
    }

    leave() {
        this.id = "";
        this.chosen = -1;
        this.fault = "";
        this.how = "";
    }

    /** The fields of the address for the game, with these moves. @param {string} [moves] @returns {Record<string, string>} */
    fields(moves = this.moves) {
        const names = [this.names.X, this.names.O].join("~");
        const score = `${this.score.X}~${this.score.O}`;
        const hasScore = score !== "0~0";
        return { friend: this.id, ...(names !== "~" && { names }), ...(hasScore && { score }), check: checkOf([this.id, moves, names, JSON.stringify(this.session.game), ...(hasScore ? [score] : [])].join("|")) };
    }

    /** The fields of the address: a move that is chosen and not sent stays where the page is loaded anew. */
    get addressFields() {
        return { ...this.fields(), ...(this.chosen >= 0 && { choice: nameOf(this.session.rules, this.chosen) }) };
    }

    /** @param {string} moves */
    queryOf(moves) {
        const { game } = this.session;
        const query = new URLSearchParams({ game: gameField(game), ...(moves && { moves }), o: "you", ...this.fields(moves) });
        return `/?${query}`.replaceAll("%2C", ",");
    }

    /** Takes the game of a link over, once it is on the board. @param {string} search */
    read(search) {
        const query = new URLSearchParams(search);
        const id = query.get("friend") ?? "";
        this.leave();
        this.old = "";
        if (!/^[0-9a-z]{1,12}$/.test(id)) return;
        this.id = id;
        const [x = "", o = ""] = (query.get("names") ?? "").split("~").map(name => name.slice(0, NAME_MAX));
        this.names = { X: x, O: o };
        const [won = 0, lost = 0] = (query.get("score") ?? "").split("~").map(count => Math.min(999, Number(count) || 0));
        this.score = { X: won, O: lost };
        const { session, moves: played } = this;
        session.players.X.kind = "human";
        session.players.O.kind = "human";
        const known = this.known[id];
        // As it was sent: moves that cannot be played are changes, too.
        const isWhole = query.get("check") === this.fields(query.get("moves") ?? "")["check"];
        this.side = known?.side ?? session.now.turn;
        this.isNew = !known;
        // A name that was given once is there in every game.
        if (session.now.turn === this.side) this.names[this.side] ||= recall(NAME_KEY) ?? "";
        this.sent = known?.side !== session.now.turn && known?.moves === played ? played : "";
        const before = known?.moves ?? "";
        if (!isWhole) this.fault = "This link was changed on its way. Ask your friend to send it again.";
        else if (before.length > played.length && before.startsWith(played)) [this.old, this.fault] = ["This link is old", "The game has moved on."];
        else if (before && !played.startsWith(before)) this.fault = "This link tells another game than the one you played. It is not taken.";
        else if (known) this.keep(played);
        else this.settle();
        const choice = cellOf(session.rules, query.get("choice") ?? "");
        if (!this.fault && this.isMyTurn && choice >= 0 && landing(session.rules, session.now.board, choice) === choice) this.take(choice);
    }

    /** The game went on in another tab of this device. */
    noteOther() {
        const { moves: known = "" } = this.known[this.id] ?? {};
        if (!this.isOn || known.length <= this.moves.length || !known.startsWith(this.moves)) return;
        [this.old, this.fault, this.chosen] = ["The game went on", "This game went on in another tab.", -1];
        this.on.changed();
    }

    /** Takes a side once it is known that the game goes on; where nothing can have ended it that is at once: the visitor may leave soon. */
    settle() {
        const { session } = this;
        const { board, cell } = session.now;
        const mayBeOver = !board.includes(".") || cell !== null && makesLine(session.rules, board, cell);
        if (!session.info && mayBeOver || this.fault || session.cursor < session.history.length - 1) return;
        if (this.isNew && !session.isOver) {
            this.isNew = false;
            this.keep(this.moves);
        }
        if (!session.isOver || this.ended === session.now) return;
        this.ended = session.now;
        if (this.isViewer) return;
        const isNews = !this.known[this.id]?.isOver;
        this.keep(this.moves);
        if (isNews && session.info?.position.winner === this.side) celebrate();
    }

    /** Whether a game that is over was played by others. */
    get isViewer() {
        return this.isNew && this.session.isOver;
    }

    get isMyTurn() {
        return this.session.now.turn === this.side && !this.session.isOver;
    }

    /** Whether a link of the game as it is would make the other one play this side. */
    get mustChoose() {
        return this.isMyTurn && this.chosen < 0;
    }

    /** A move is chosen first, and looked at, and sent then. @param {number} cell */
    choose(cell) {
        if (this.fault) return this.on.answer("This link does not fit.", cell);
        if (!this.isMyTurn) return this.on.answer(`${this.friendName} is next. Wait for the link that comes back.`, cell);
        if (this.session.cursor < this.session.history.length - 1) return;
        this.take(landing(this.session.rules, this.session.now.board, cell));
        this.on.address();
        this.on.changed();
    }

    /** The message that goes with the move says whether it ends the game, which is asked for now: a tap that copies waits for nobody. @param {number} cell */
    take(cell) {
        this.chosen = cell;
        const { game, now: { board, turn } } = this.session;
        const fields = { game, board: withStone(board, cell, turn), turn: other(turn), fields: ["position"] };
        const asked = /** @type {Promise<Pick<PositionAnswer, "position">>} */ (ask("/v1/position", fields, { signal: AbortSignal.timeout(FORESEE_MS) }));
        this.foreseen = asked.then(({ position }) => position, () => null);
    }

    /** The message to the friend beside a link. @param {string} name The last move. @param {PositionAnswer["position"] | null} [position] After it. */
    news(name, position) {
        const who = this.names[this.side] || "Your friend";
        if (position?.status === "drawn") return `${who} played ${name}: a draw. Rematch?`;
        if (position?.status === "won") return position.winner === this.side ? `${who} won with ${name}. Rematch?` : `${who} played ${name}. You win! Rematch?`;
        return name ? `${who} played ${name}. Your turn.` : `${who} wants to play.`;
    }

    /** The address of the game with the chosen move. */
    get link() {
        const { session, chosen } = this;
        return location.origin + this.queryOf([this.moves, chosen >= 0 ? nameOf(session.rules, chosen) : ""].filter(Boolean).join(","));
    }

    /** @param {boolean} byCopy */
    async send(byCopy) {
        const { session, chosen, link } = this;
        const isOthers = session.isOver && (this.isViewer || session.now.turn === this.side);
        const title = chosen >= 0 ? this.news(nameOf(session.rules, chosen), await this.foreseen)
            : isOthers ? `${this.result}. Look at the game.` : this.news(this.last, session.info?.position);
        const how = await sendText(title, link, byCopy);
        if (!how) return;
        if (chosen >= 0) {
            this.chosen = -1;
            session.play(chosen);
        }
        this.sent = this.moves;
        this.keep(this.moves);
        this.on.address();
        this.how = how;
        this.shown = "";
        this.on.changed();
    }

    how = "";

    /** The name of the last move. */
    get last() {
        const { cell } = this.session.now;
        return cell === null ? "" : nameOf(this.session.rules, cell);
    }

    get friendName() {
        return this.names[other(this.side)] || "Your friend";
    }

    /** The same within a sentence. */
    get they() {
        return this.friendName.replace(/^Your /, "your ");
    }

    /** The state of the game, in a sentence. */
    get sentence() {
        const { session, friendName } = this;
        const { status, winner } = session.info?.position ?? {};
        if (this.fault) return this.old || "This link does not fit";
        if (status === "drawn") return "A draw";
        if (status === "won" && this.isViewer) return this.result;
        if (status === "won") return winner === this.side ? "You win!" : `${friendName} wins!`;
        if (!this.isMyTurn) return `${friendName} is next`;
        return this.last ? `${friendName} played ${this.last}. Your turn.` : "You begin";
    }

    /** How it ended, for everybody. */
    get result() {
        const { winner } = this.session.info?.position ?? {};
        return winner ? `${this.names[winner] || sideName(lookOf(this.session.rules), winner)} won` : "A draw";
    }

    /** The games won by either side, with this one. */
    get scoreNow() {
        const { winner } = this.session.info?.position ?? {};
        return { X: this.score.X + Number(winner === "X"), O: this.score.O + Number(winner === "O") };
    }

    /** The players and their sides, below that sentence. */
    get about() {
        if (this.isViewer) return moves(Math.ceil((this.session.history.length - 1) / 2));
        const look = lookOf(this.session.rules);
        const colour = sideName(look, this.side);
        return `You are ${look === "rack" || look === "wood" ? colour.toLowerCase() : colour}`;
    }

    /** Titles of tabs and of the sheet of a device say whose move it is. */
    get title() {
        return this.isOn ? this.sentence : "";
    }

    show() {
        this.place.hidden = !this.isOn;
        if (!this.isOn) return;
        this.settle();
        const { session, chosen } = this;
        const key = JSON.stringify([this.id, chosen, this.fault, this.sent, session.cursor, session.history.length, session.isOver, this.names, this.side, this.how]);
        if (key === this.shown) return;
        this.shown = key;
        this.place.replaceChildren(...this.parts());
    }

    /** The words and buttons for the state of the game. @returns {Node[]} */
    parts() {
        const { session, chosen } = this;
        const look = lookOf(session.rules);
        const say = (/** @type {string} */ bold, /** @type {string} */ text) => h("div", { class: "flow" }, h("span", { class: "disc small-disc" }, stone(this.side, look)),
            h("p", { role: "status" }, h("b", {}, bold), h("br"), h("span", { class: "muted" }, text)));
        const foot = h("p", { class: "muted small centred" }, "Each move goes as a link, with the whole game in it: no account, and the service stores nothing. Help is off for both of you.");
        if (this.fault) {
            return [h("p", { class: "bad", role: "alert" }, this.fault), ...(this.newest ? [h("a", { class: "button primary", id: "friend-newest", href: this.newest }, "Back to your game")] : []),
                this.fresh("A new game with a friend", this.newest ? "" : "primary")];
        }
        if (session.isOver) return this.ending(say);
        if (chosen >= 0) {
            const name = nameOf(session.rules, chosen);
            return [say(`You ${session.rules.gravity ? "drop on" : "play"} ${session.rules.board ? "cell " : ""}${name}.`, "Tap elsewhere to change it."),
                ...(hasShareSheet() ? [this.sender(`Send ${name} to ${this.they}`), this.copier("Copy the link instead")] : [this.copier(`Copy the link with ${name}`, "primary")]), this.nameForm(), foot];
        }
        if (this.isMyTurn) return [say(`${this.about}.`, session.rules.gravity && !session.rules.board ? "Tap a column, then send your move." : "Tap a cell, then send your move."), this.nameForm(), foot];
        return [this.how ? say(this.how, this.how === COPIED ? `Send it to ${this.they}. The answer comes as a link.` : "The answer comes as a link.") : say("Your move is in the link.", "Not sent yet? Send it again."),
            h("button", { class: "primary", id: "friend-puzzle", click: () => this.on.puzzle() }, "Today’s puzzle meanwhile"), ...this.again()];
    }

    /** The end of the game, with the buttons for the last move and for the next game. @param {(bold: string, text: string) => Node} say */
    ending(say) {
        const { session, friendName, they, side } = this;
        const look = h("button", { id: "friend-look", click: () => this.on.look() }, icon("graph"), "See where it turned");
        if (this.isViewer) return [say(`${this.result}.`, "Your friend has sent you this game."), h("button", { class: "primary", id: "friend-new", click: () => this.start() }, "Play a friend yourself"), look];
        const { winner } = session.info?.position ?? {};
        const now = this.scoreNow;
        const isLast = session.now.turn !== side;
        const begins = winner ? winner !== side : !isLast;
        const score = `You ${now[side]}, ${they} ${now[other(side)]}.`;
        const rematch = () => this.start(this.names[other(side)], { X: now[side], O: now[other(side)] });
        const fresh = h("button", { class: isLast ? "" : "primary", id: "friend-new", click: rematch }, icon("rematch"), "Rematch: you begin");
        const send = isLast ? [hasShareSheet() ? this.sender(this.how ? "Send it again" : "Send the last move") : this.copier(this.how ? "Copy it again" : "Copy the link with the last move", "primary")] : [];
        const news = !isLast ? (begins ? "" : `${friendName} begins the next game.`) : `${this.how ? (this.how === COPIED ? `The link is copied. Send it to ${they}.` : this.how) : `Send the last move: ${they} does not see it yet.`}${begins ? "" : ` ${friendName} begins the next game.`}`;
        return [say(score, news), ...send, ...(begins ? [fresh] : []), look, ...(isLast ? [] : [hasShareSheet() ? this.sender("Share this game", "") : this.copier("Copy the link to this game")])];
    }

    /** Sends the last link again, by one button. */
    again() {
        return [hasShareSheet() && this.how !== COPIED ? this.sender("Send it again", "") : this.copier("Copy it again")];
    }

    sender(/** @type {string} */ text, kind = "primary") {
        return h("button", { class: kind, id: "friend-send", "data-key": "friend-send", click: () => void this.send(false) }, icon("send"), text);
    }

    copier(/** @type {string} */ text, kind = "") {
        return h("button", { class: kind, id: "friend-copy", "data-key": "friend-copy", click: () => void this.send(true) }, icon("link"), text);
    }

    fresh(/** @type {string} */ text, /** @type {string} */ kind) {
        return h("button", { class: kind, id: "friend-new", click: () => this.start(this.fault ? "" : this.names[other(this.side)]) }, text);
    }

    /** The newest state that this device knows. */
    get newest() {
        return this.known[this.id]?.query ?? "";
    }

    nameForm() {
        const input = h("input", { maxlength: NAME_MAX, autocomplete: "nickname", placeholder: "optional", change: () => {
            this.names[this.side] = input.value.trim().replaceAll("~", "").slice(0, NAME_MAX);
            remember(NAME_KEY, this.names[this.side]);
            this.on.address();
        } });
        input.value = this.names[this.side];
        return h("label", { class: "name-field" }, h("span", { class: "muted" }, "Your name"), input);
    }
}
