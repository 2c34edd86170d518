// A game with a friend by link. Nothing is kept on a server: the link holds all moves, and each device remembers how far it knows the game.

import { byId, h } from "./dom.js";
import { landing, moveNames, nameOf, other } from "./game.js";
import { icon } from "./icons.js";
import { recall, recallAll, remember } from "./memory.js";
import { sideName } from "./opponents.js";
import { COPIED, hasShareSheet, sendText } from "./share.js";
import { lookOf, stone } from "./stone.js";

/** @import { Side } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

const KEY = "inarow-friends";
/** The name that was given on this device. */
const NAME_KEY = "inarow-name";
/** How many games are remembered. */
const KEPT_MAX = 30;
const NAME_MAX = 16;

/** What this device knows of a game. @typedef {{ side: Side, moves: string }} Known */

/** A short check that a link is whole. It finds mistakes and clumsy changes; nobody's secret guards it. @param {string} text */
function checkOf(text) {
    let hash = 0x811c9dc5;
    for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    return hash.toString(36);
}

/** One game with a friend. */
export class Friend {
    /** Empty where the game on the board is none. */
    id = "";
    /** @type {Side} This device's side. */
    side = "X";
    /** @type {Record<Side, string>} */
    names = { X: "", O: "" };
    /** The move that was chosen and not sent, -1 for none. */
    chosen = -1;
    /** The link was opened and is not the newest, or was changed. */
    fault = "";
    /** Whether that fault is only its age. */
    isOld = false;
    /** The last state that was sent or received, as moves. */
    sent = "";
    shown = "";

    /**
     * @param {Session} session
     * @param {{ changed: () => void, address: () => void, begin: (begin: () => void) => void, answer: (text: string, cell: number) => void, look: () => void, puzzle: () => void }} on
     */
    constructor(session, on) {
        this.session = session;
        this.on = on;
        this.place = byId("friend", HTMLElement);
    }

    get isOn() {
        return this.id !== "";
    }

    /** @returns {Record<string, Known>} */
    get known() {
        return recallAll(KEY, /** @type {Record<string, Known>} */ ({}));
    }

    /** @param {string} moves */
    keep(moves) {
        const rest = Object.entries(this.known).filter(([id]) => id !== this.id).slice(1 - KEPT_MAX);
        remember(KEY, JSON.stringify(Object.fromEntries([...rest, [this.id, { side: this.side, moves }]])));
    }

    get moves() {
        return moveNames(this.session.rules, this.session.history).join(",");
    }

    /** A new game: this device begins. @param {string} [friend] The name of who plays the other side. */
    start(friend = "") {
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

    /** What the address says of the game, with these moves. @param {string} [moves] @returns {Record<string, string>} */
    fields(moves = this.moves) {
        const names = [this.names.X, this.names.O].join("~");
        return { friend: this.id, ...(names !== "~" && { names }), check: checkOf([this.id, moves, names, JSON.stringify(this.session.game)].join("|")) };
    }

    /** Takes the game of a link over, once it is on the board. @param {string} search */
    read(search) {
        const query = new URLSearchParams(search);
        const id = query.get("friend") ?? "";
        this.leave();
        this.isOld = false;
        if (!/^[0-9a-z]{1,12}$/.test(id)) return;
        this.id = id;
        const [x = "", o = ""] = (query.get("names") ?? "").split("~").map(name => name.slice(0, NAME_MAX));
        this.names = { X: x, O: o };
        const { session, moves } = this;
        session.players.X.kind = "human";
        session.players.O.kind = "human";
        const known = this.known[id];
        // As it was sent: moves that cannot be played are changes, too.
        const isWhole = query.get("check") === this.fields(query.get("moves") ?? "")["check"];
        this.side = known?.side ?? session.now.turn;
        // A name that was given once is there in every game.
        if (session.now.turn === this.side) this.names[this.side] ||= recall(NAME_KEY) ?? "";
        this.sent = known?.side !== session.now.turn && known?.moves === moves ? moves : "";
        const before = known?.moves ?? "";
        if (!isWhole) this.fault = "This link was changed on its way. Ask your friend to send it again.";
        else if (before.length > moves.length && before.startsWith(moves)) [this.isOld, this.fault] = [true, "The game is further by now."];
        else if (before && !moves.startsWith(before)) this.fault = "This link tells another game than the one you played. It is not taken.";
        else this.keep(moves);
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
        this.chosen = landing(this.session.rules, this.session.now.board, cell);
        this.on.changed();
    }

    /** The address of the game with the chosen move. */
    get link() {
        const { session, chosen } = this;
        const moves = [this.moves, chosen >= 0 ? nameOf(session.rules, chosen) : ""].filter(Boolean).join(",");
        const query = new URLSearchParams({ game: typeof session.game === "string" ? session.game : JSON.stringify(session.game), ...(moves && { moves }), o: "you", ...this.fields(moves) });
        return `${location.origin}/?${query}`.replaceAll("%2C", ",");
    }

    /** @param {boolean} byCopy */
    async send(byCopy) {
        const { session, chosen, link } = this;
        const name = chosen >= 0 ? nameOf(session.rules, chosen) : this.last;
        const title = `${this.names[this.side] || "Your friend"} played ${name}. Your turn.`;
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

    /** The state of the game, in a sentence. */
    get sentence() {
        const { session, friendName } = this;
        const { status, winner } = session.info?.position ?? {};
        if (this.fault) return this.isOld ? "This link is old" : "This link does not fit";
        if (status === "drawn") return "A draw";
        if (status === "won") return winner === this.side ? "You win!" : `${friendName} wins!`;
        if (!this.isMyTurn) return `${friendName} is next`;
        return this.last ? `${friendName} played ${this.last}. Your turn.` : "You begin";
    }

    /** Who plays what, below that sentence. */
    get about() {
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
        const { session, chosen } = this;
        const key = JSON.stringify([this.id, chosen, this.fault, this.sent, session.cursor, session.history.length, session.isOver, this.names, this.side, this.how]);
        if (key === this.shown) return;
        this.shown = key;
        this.place.replaceChildren(...this.parts());
    }

    /** What there is to say and to do, for the state of the game. @returns {Node[]} */
    parts() {
        const { session, chosen } = this;
        const look = lookOf(session.rules);
        const say = (/** @type {string} */ bold, /** @type {string} */ text) => h("div", { class: "flow" }, h("span", { class: "disc small-disc" }, stone(this.side, look)),
            h("p", { role: "status" }, h("b", {}, bold), h("br"), h("span", { class: "muted" }, text)));
        const foot = h("p", { class: "muted small centred" }, "The whole game is in the link: no account, nothing stored. Help is off for both of you.");
        if (this.fault) {
            return [h("p", { class: "bad", role: "alert" }, this.fault), ...(this.newest ? [h("a", { class: "button primary", id: "friend-newest", href: this.newest }, "Back to your game")] : []),
                this.fresh("A new game with a friend", this.newest ? "" : "primary")];
        }
        if (session.isOver) {
            const isMine = session.now.turn !== this.side;
            const news = isMine ? this.how || "Your friend sees it by the link." : "You can look at every move now.";
            return [say("It is over.", news), this.fresh("Rematch: you begin", "primary"), h("button", { id: "friend-look", click: () => this.on.look() }, icon("graph"), "See where it turned"), ...(isMine ? this.again() : [])];
        }
        if (chosen >= 0) {
            const name = nameOf(session.rules, chosen);
            return [say(`You ${session.rules.gravity ? "drop on" : "play"} ${session.rules.board ? "cell " : ""}${name}.`, "Tap elsewhere to change it."),
                ...(hasShareSheet() ? [this.sender(`Send ${name} to your friend`), this.copier("Copy the link instead")] : [this.copier(`Copy the link with ${name}`, "primary")]), foot];
        }
        if (this.isMyTurn) return [say(`${this.about}.`, session.rules.gravity && !session.rules.board ? "Tap a column, then send your move." : "Tap a cell, then send your move."), this.nameForm(), foot];
        return [this.how ? say(this.how, this.how === COPIED ? "Paste it to your friend. The answer comes as a link." : "The answer comes as a link.") : say("Your move is in the link.", "Not sent yet? Send it again."),
            h("button", { class: "primary", id: "friend-puzzle", click: () => this.on.puzzle() }, "Today’s puzzle meanwhile"), ...this.again()];
    }

    /** Sends what was sent before, by one button. */
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
        const known = this.known[this.id];
        if (!known) return "";
        const { session } = this;
        const query = new URLSearchParams({ game: typeof session.game === "string" ? session.game : JSON.stringify(session.game), moves: known.moves, o: "you", ...this.fields(known.moves) });
        return `/?${query}`.replaceAll("%2C", ",");
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
