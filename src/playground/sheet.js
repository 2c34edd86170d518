// The sheet over the page: all games, the opponents, settings, and all that has no place of its own.

import { titleOf } from "./about.js";
import { rulesOf } from "./address.js";
import { closeDialog, openDialog } from "./dialog.js";
import { byId, h } from "./dom.js";
import { isProven, startOf } from "./game.js";
import { gameList, gamePicture } from "./game_list.js";
import { icon } from "./icons.js";
import { keyList } from "./key_list.js";
import { keySwitch } from "./keys.js";
import { gamesList, lastGames } from "./last_games.js";
import { isOwnRules, prepare } from "./lines_game.js";
import { face, OPPONENTS } from "./opponents.js";
import { ownRulesForm } from "./own_rules.js";
import { inScore } from "./record.js";
import { canVibrate } from "./sound.js";

/** @import { GameName } from "./types.d.ts" */
/** @import { Help } from "./help.js" */
/** @import { Offers } from "./catalogue.js" */
/** @import { Session } from "./session.js" */

/** The actions of the sheet. @typedef {{ begin: (begin: () => void) => void, start: (begin: () => void) => void, against: (level: string, skill: number) => void, restart: () => void, friend: () => void, go: (place: "puzzle" | "explore" | "api", tab?: string) => void, openLast: (game: import("./last_games.js").PastGame) => void, address: () => string }} Acts */

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
        this.dialog.addEventListener("click", event => event.target === this.dialog && void closeDialog(this.dialog));
        help.addEventListener("change", () => this.dialog.open && this.refill());
        this.refill = () => {};
        /** The game that was chosen last. @type {GameName} */
        this.wanted = "";
        /** The game that the form in the panel was filled for. @type {GameName | null} */
        this.shownFor = null;
    }

    /** @param {string} title @param {() => (Node | null)[]} content */
    open(title, content) {
        this.refill = () => {
            const key = document.activeElement?.getAttribute("data-key");
            this.dialog.replaceChildren(
                h("header", { class: "flow" }, h("h2", { id: "sheet-title", class: "grow" }, title), h("button", { class: "bare", click: () => void closeDialog(this.dialog) }, "Close")),
                ...content().filter(node => node !== null));
            /** @type {HTMLElement | null} */ (key ? this.dialog.querySelector(`[data-key="${key}"]`) : null)?.focus();
        };
        this.refill();
        openDialog(this.dialog);
    }

    /** @param {() => void} act */
    closing(act) {
        return () => void closeDialog(this.dialog).then(act);
    }

    /** Another game begins, once its board is known; the sheet is out of the way. @param {GameName} game @param {(begin: () => void) => void} [start] */
    async begin(game, start = this.acts.begin) {
        this.wanted = game;
        await closeDialog(this.dialog);
        const fault = await prepare(this.offers, game);
        // Another one was chosen while this one was on its way.
        if (this.wanted !== game) return;
        const rules = rulesOf(this.offers, game);
        if (fault) this.session.say(fault);
        else if (rules) start(() => this.session.begin(game, rules, [startOf(rules)]));
    }

    showGames() {
        const { games } = this.offers.games;
        this.open("Choose a game", () => gameList(games, this.session.game, name => void this.begin(name), h("button", {
            id: "sheet-own", class: "one-game", "aria-current": isOwnRules(this.session.game) && "true", click: () => this.showOwn(),
        }, icon("plus", 44), h("span", { class: "grow" }, h("b", {}, "Your own rules"), h("small", { class: "muted" }, "Any board, any length")))));
        this.dialog.scrollTop = 0;
    }

    showOwn() {
        this.open("Your own rules", () => [this.ownForm("primary", this.acts.begin), h("button", { class: "bare", click: () => this.showGames() }, "All games")]);
        this.dialog.querySelector("input")?.focus();
    }

    /** The game on the board, which leads to the others. */
    gameRow() {
        const preset = this.offers.games.games.find(({ name }) => name === this.session.game);
        return h("button", { id: "sheet-games", class: "one-game", click: () => this.showGames() },
            preset ? gamePicture(preset) : icon("plus", 44), h("span", { class: "grow" }, h("b", {}, titleOf(this.offers, this.session)), h("small", { class: "muted" }, "Choose another game")), icon("next"));
    }

    showMore() {
        const { session, help, acts } = this;
        const button = (/** @type {string} */ text, /** @type {() => void} */ act, /** @type {string} */ id) => h("button", { id, click: this.closing(act) }, text);
        this.open("More", () => [
            this.gameRow(),
            h("div", { class: "row-buttons" }, button("New game", acts.restart, "sheet-new"), button("Change sides", () => session.swap(), "sheet-swap"), ...this.people(),
                ...(lastGames().length ? [h("button", { id: "sheet-last", click: () => this.showLast() }, "Your last games")] : [])),
            h("h3", {}, "Opponents"), this.opponents(),
            h("h3", {}, "Help"), help.control(this.helpPlace(), "sheet-help"), h("div", { class: "switches" }, help.toggle("coach", "Coach"), help.toggle("sound", "Sound"), canVibrate && help.toggle("vibration", "Vibration")),
            h("h3", {}, "Also here"),
            h("div", { class: "row-buttons" }, button("Today’s puzzle", () => acts.go("puzzle"), "sheet-puzzle"), button("Explore", () => acts.go("explore"), "sheet-explore"), button("Search tree", () => acts.go("explore", "tree"), "sheet-tree"), button("Set up a position", () => acts.go("explore", "setup"), "sheet-setup"),
                button("Who plays, in detail", () => acts.go("explore", "opponents"), "sheet-players"), button("API calls", () => acts.go("api"), "sheet-api"), h("button", { id: "sheet-keys", click: () => this.showKeys() }, "Keys")),
            h("h3", {}, "Light or dark"), this.theme(),
        ]);
    }

    showLast() {
        const { acts } = this;
        this.open("Your last games", () => gamesList(lastGames(), game => this.closing(() => acts.openLast(game))(), acts.address()));
        this.dialog.querySelector("button")?.focus();
    }

    /** The key of the help that is set: filled in by the page. */
    helpPlace = () => "people";

    theme() {
        const button = byId("theme", HTMLButtonElement);
        const names = Object.entries({ system: "As the device", light: "Light", dark: "Dark" });
        return h("div", { class: "segments", role: "radiogroup", "aria-label": "Light or dark" }, ...names.map(([choice, name]) => {
            const input = h("input", { type: "radio", name: "sheet-theme", value: choice, change: () => button.dispatchEvent(new CustomEvent("choose", { detail: choice })) });
            input.checked = (button.dataset["choice"] ?? "system") === choice;
            return h("label", {}, input, h("span", {}, name));
        }));
    }

    opponents() {
        const { session, acts } = this;
        const side = session.players.X.kind === "engine" && session.players.O.kind === "human" ? "X" : "O";
        const { kind, level: now } = session.players[side];
        return h("ul", { class: "opponents" }, ...OPPONENTS.map(({ level, skill, name, about, sure }) => h("li", {}, h("button", {
            class: "opponent", "data-key": `against-${level}`, "aria-pressed": String(kind === "engine" && level === now), click: this.closing(() => acts.against(level, skill)),
        }, face(level, 48), h("span", { class: "grow" }, h("b", {}, name), h("small", { class: "muted" }, [isProven(session.rules) ? sure ?? about : about, inScore(session.game, level, name)].filter(Boolean).join(" · ")))))));
    }

    /** Buttons to play with another person. */
    people() {
        const { acts } = this;
        return [h("button", { id: "sheet-two", click: this.closing(() => acts.against("", 0)) }, "Two players here"), h("button", { id: "sheet-friend", click: this.closing(acts.friend) }, "Play a friend by link")];
    }

    showKeys() {
        this.open("Keys", () => [keyList(), keySwitch(() => {}, "Keys of one letter or digit are on")]);
    }

    showOpponents() {
        this.open("Who do you play?", () => [h("p", { class: "muted" }, "All five are open: play any of them."), this.opponents(), h("div", { class: "row-buttons" }, ...this.people())]);
    }

    /** @param {"primary" | ""} kind @param {(begin: () => void) => void} start */
    ownForm(kind, start) {
        return ownRulesForm(this.session.game, this.offers.games.limits.sideMax, rules => void this.begin(rules, start), kind);
    }

    /** The form for rules of one's own in the panel. */
    showRules() {
        const { game } = this.session;
        // Fields keep their contents while the game on the board is the same.
        if (this.shownFor === game) return;
        this.shownFor = game;
        this.own.replaceChildren(this.ownForm("", this.acts.start));
    }
}
