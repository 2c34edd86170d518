// The sheet over the page: all games, the opponents, settings, and what has no place of its own.

import { rulesOf } from "./address.js";
import { byId, field, h, number, select } from "./dom.js";
import { startOf } from "./game.js";
import { isOwnRules, prepare } from "./lines_game.js";
import { face, OPPONENTS } from "./opponents.js";
import { inScore } from "./record.js";

/** @import { GameName, GridRules } from "./types.d.ts" */
/** @import { Help } from "./help.js" */
/** @import { Offers } from "./catalogue.js" */
/** @import { Session } from "./session.js" */

/** @type {GridRules} */
let ownRules = { width: 6, height: 5, k: 4, gravity: true, overline: "allowed", misere: false };

/** What the sheet can do. @typedef {{ begin: (begin: () => void) => void, against: (level: string, skill: number) => void, restart: () => void, friend: () => void, go: (place: "explore" | "api", tab?: string) => void }} Acts */

/** A dialog that is filled when it opens. */
export class Sheet {
    /**
     * @param {Session} session
     * @param {Offers} offers
     * @param {Help} help
     * @param {Acts} acts
     */
    constructor(session, offers, help, acts) {
        this.session = session;
        this.offers = offers;
        this.help = help;
        this.acts = acts;
        this.dialog = byId("sheet", HTMLDialogElement);
        this.own = byId("own-rules", HTMLElement);
        this.dialog.addEventListener("click", event => event.target === this.dialog && this.dialog.close());
        help.addEventListener("change", () => this.dialog.open && this.refill());
        this.refill = () => {};
        /** The game that was chosen last. @type {GameName} */
        this.wanted = "";
    }

    /** @param {string} title @param {() => (Node | null)[]} content */
    open(title, content) {
        this.refill = () => {
            const key = document.activeElement?.getAttribute("data-key");
            this.dialog.replaceChildren(
                h("header", { class: "flow" }, h("h2", { id: "sheet-title", class: "grow" }, title), h("button", { class: "bare", click: () => this.dialog.close() }, "Close")),
                ...content().filter(node => node !== null));
            /** @type {HTMLElement | null} */ (key ? this.dialog.querySelector(`[data-key="${key}"]`) : null)?.focus();
        };
        this.refill();
        if (!this.dialog.open) this.dialog.showModal();
    }

    /** @param {() => void} act */
    closing(act) {
        return () => {
            this.dialog.close();
            act();
        };
    }

    /** Another game begins, once its board is known. @param {GameName} game */
    async begin(game) {
        this.wanted = game;
        const fault = await prepare(this.offers, game);
        // Another one was chosen while this one was on its way.
        if (this.wanted !== game) return;
        const rules = rulesOf(this.offers, game);
        if (fault) this.session.say(fault);
        else if (rules) this.acts.begin(() => this.session.begin(game, rules, [startOf(rules)]));
    }

    /** @param {string} id */
    gameMenu(id) {
        const { session } = this;
        const names = this.offers.games.games.map(({ name, title }) => /** @type {[string, string]} */ ([name, title]));
        const { game } = session;
        const now = typeof game === "string" ? game : isOwnRules(game) ? "own" : "lines";
        return field("Game", select([...names, ...(now === "lines" ? [/** @type {[string, string]} */ (["lines", "The game of this link"])] : []), ["own", "Your own rules"]], now, async value => {
            if (value === "lines") return;
            await this.begin(value === "own" ? { ...ownRules } : value);
            this.refill();
        }, { id, "data-key": id }));
    }

    showGames() {
        this.open("More games", () => [this.gameMenu("game"), this.rulesForm(), this.theme()]);
    }

    showMore() {
        const { session, help, acts } = this;
        const button = (/** @type {string} */ text, /** @type {() => void} */ act, /** @type {string} */ id) => h("button", { id, click: this.closing(act) }, text);
        this.open("More", () => [
            this.gameMenu("game"), isOwnRules(session.game) ? this.rulesForm() : null,
            h("div", { class: "row-buttons" }, button("New game", acts.restart, "sheet-new"), button("Change sides", () => session.swap(), "sheet-swap"), button("Play a friend by link", acts.friend, "sheet-friend")),
            h("h3", {}, "Opponents"), this.opponents(),
            h("h3", {}, "Help"), help.control(this.helpPlace(), "sheet-help"), h("div", { class: "switches" }, help.toggle("coach", "Coach"), help.toggle("sound", "Sound"), help.toggle("vibration", "Vibration")),
            h("h3", {}, "Also here"),
            h("div", { class: "row-buttons" }, button("Search tree", () => acts.go("explore", "tree"), "sheet-tree"), button("Set up a position", () => acts.go("explore", "setup"), "sheet-setup"),
                button("Players in detail", () => acts.go("explore", "opponents"), "sheet-players"), button("API calls", () => acts.go("api"), "sheet-api")),
            this.theme(),
        ]);
    }

    /** Whose help is set: filled in by the page. */
    helpPlace = () => "people";

    theme() {
        return h("button", { class: "bare theme-row", "data-key": "theme-row", click: () => { byId("theme", HTMLButtonElement).click(); this.refill(); } },
            `Colours: ${byId("theme", HTMLButtonElement).dataset["choice"] ?? "system"}`);
    }

    opponents() {
        const { session, acts } = this;
        const side = session.players.X.kind === "engine" && session.players.O.kind === "human" ? "X" : "O";
        const { kind, level: now } = session.players[side];
        return h("ul", { class: "opponents" }, ...OPPONENTS.map(({ level, skill, name, about }) => h("li", {}, h("button", {
            class: "opponent", "data-key": `against-${level}`, "aria-pressed": String(kind === "engine" && level === now), click: this.closing(() => acts.against(level, skill)),
        }, face(level, 48), h("span", { class: "grow" }, h("b", {}, name), h("small", { class: "muted" }, [about, inScore(session.game, level, name)].filter(Boolean).join(" · ")))))));
    }

    showOpponents() {
        this.open("Who do you play?", () => [this.opponents(), h("button", { id: "sheet-friend", click: this.closing(this.acts.friend) }, "Play a friend by link")]);
    }

    /** The form for rules of one's own. */
    rulesForm() {
        const { session } = this;
        if (isOwnRules(session.game)) ownRules = { ...session.game };
        const { sideMax } = this.offers.games.limits;
        const change = (/** @type {Partial<GridRules>} */ part) => {
            Object.assign(ownRules, part);
            void this.begin({ ...ownRules });
        };
        const check = (/** @type {string} */ text, /** @type {boolean} */ on, /** @type {(on: boolean) => void} */ set) => {
            const input = h("input", { type: "checkbox", change: () => set(input.checked) });
            input.checked = on;
            return h("label", { class: "check" }, input, text);
        };
        const sizes = /** @type {const} */ ([["Width", "width"], ["Height", "height"], ["In a row", "k"]]);
        return h("div", { class: "own-rules", role: "group", "aria-label": "Your own rules" },
            ...sizes.map(([text, name]) => field(text, number(ownRules[name], 1, sideMax, value => change({ [name]: value })))),
            check("Stones fall", ownRules.gravity, gravity => change({ gravity })),
            check("Longer lines do not count", ownRules.overline === "forbidden", on => change({ overline: on ? "forbidden" : "allowed" })),
            check("A line loses (misère)", ownRules.misere, misere => change({ misere })));
    }

    /** The rules of the game on the board, in the panel. */
    showRules() {
        if (this.own.contains(document.activeElement)) return;
        this.own.replaceChildren(...this.rulesForm().childNodes);
    }
}
