// How a puzzle is shown: the task above the board; beside it the moves to find, what was said, the week, and other puzzles.

import { byId, h, keepFocus } from "./dom.js";
import { icon } from "./icons.js";
import { link } from "./link.js";
import { sideName } from "./opponents.js";
import { dayAfter, isSolved, LEVELS, streak, today, written } from "./puzzle_record.js";
import { moves } from "./score.js";
import { lookOf, stone } from "./stone.js";

/** @import { Puzzle } from "./puzzle.js" */

const WEEK = 7;
const ARCHIVE_DAYS = 28;

/** The words and buttons of a puzzle. */
export class PuzzleCard {
    /** @param {Puzzle} of */
    constructor(of) {
        this.of = of;
        this.ask = byId("ask", HTMLElement);
        this.days = byId("streak", HTMLElement);
        this.card = byId("puzzle-card", HTMLElement);
        this.steps = h("ol", { class: "beads", "aria-label": "Moves to find" });
        // It stays, so that what changes in it is read once.
        this.verdict = h("p", { class: "said", role: "status" });
        this.below = h("div", { class: "puzzle-below" });
        this.card.append(this.steps, this.verdict, this.below);
        link.addEventListener("change", () => this.of.isOpen && this.showVerdict());
    }

    show() {
        const { puzzle, session, which } = this.of;
        const look = lookOf(session.rules);
        const solution = puzzle?.solution?.score;
        const task = !puzzle ? this.of.title : solution?.outcome === "win" ? `Win in ${moves(puzzle.length)}` : solution?.outcome === "draw" ? "Save the draw" : "Hold out longest";
        const when = which.date ? written(which.date, { day: "numeric", month: "long" }) : `${LEVELS.find(([, theme]) => theme === which.level)?.[0] ?? ""} puzzle`;
        const colour = sideName(look, this.of.solver).toLowerCase();
        this.showStreak();
        byId("place-name", HTMLElement).textContent = this.of.title;
        this.ask.replaceChildren(h("span", { class: "disc" }, stone(this.of.solver, look)),
            h("span", { class: "grow" }, h("h1", {}, task), h("p", { class: "muted" }, puzzle ? `You are ${look === "rack" || look === "wood" ? colour : this.of.solver}. ${when}` : when)));
        this.showVerdict();
        keepFocus(this.card, () => {
            this.steps.replaceChildren(...this.beads());
            this.below.replaceChildren(...this.content());
        }, () => this.card.querySelector("button"));
    }

    /** The days in a row, in the bar above all, where they push nothing. */
    showStreak() {
        const days = streak();
        this.days.hidden = days === 0;
        if (this.days.textContent === `${days}${days === 1 ? "day" : "days"}`) return;
        this.days.replaceChildren(icon("flame", 20), h("b", {}, String(days)), h("small", {}, days === 1 ? "day" : "days", h("span", { class: "sr" }, " in a row")));
    }

    showVerdict() {
        const { puzzle, said: [lead, text, kind] } = this.of;
        const words = puzzle ? text : text || (link.state === "offline" ? "No connection. Trying again …" : link.state ? "Busy, trying again …" : "Setting it up …");
        if (this.verdict.textContent === `${lead && `${lead} `}${words}`) return;
        this.verdict.replaceChildren(...(lead ? [h("b", { class: kind }, `${lead} `)] : []), words);
    }

    /** The moves to find. */
    beads() {
        const { length, found, progress } = this.of;
        return Array.from({ length }, (_, index) => {
            const isFound = index < found.length;
            const isNow = index === found.length && !progress.done && !progress.failed;
            return h("li", { class: isFound ? "found" : isNow ? "now" : "" }, h("span", { class: "bead" }, isFound ? icon("check", 20) : String(index + 1)),
                h("small", {}, isFound ? found[index] ?? "" : isNow ? "now" : ""));
        });
    }

    content() {
        const { of } = this;
        const { puzzle, progress, which } = of;
        if (!puzzle) return [];
        const act = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ click, kind = "", sign = /** @type {Node | null} */ (null)) => h("button", { id, "data-key": id, class: kind, click }, sign, text);
        const isOver = progress.done || progress.failed;
        const at = LEVELS.findIndex(([, theme]) => theme === which.level);
        const level = (/** @type {number} */ index) => ({ game: which.game, level: LEVELS[index]?.[1] ?? "win-in-3", seed: Math.floor(Math.random() * 1e6) });
        const easier = (kind = "") => act("puzzle-next", at < 0 ? "An easy one" : "Next one", () => of.go(level(Math.max(0, at))), kind);
        const acts = isOver ? [
            progress.done ? act("puzzle-share", "Share the result", () => of.on.share(of.result, of.link), "primary", icon("share")) : of.isRevealed ? easier("primary") : act("puzzle-reveal", "See the answer", () => void of.reveal(), "primary"),
            ...(of.isRevealed ? [act("puzzle-back", "Step back", () => of.step(-1), "", icon("back")), act("puzzle-forward", "Step on", () => of.step(1), "", icon("next"))] : []),
            !of.isRevealed && easier(), act("puzzle-harder", "A harder one", () => of.go(level(Math.min(LEVELS.length - 1, at < 0 ? 2 : at + 1)))),
            act("puzzle-explore", "Explore it", of.on.explore), act("puzzle-again", "Start over", () => of.again(), "", icon("undo")),
        ] : [act("puzzle-again", "Start over", () => of.startOver(), "", icon("undo")), act("puzzle-hint", "Hint", () => void of.hint(), "primary", icon("bulb"))];
        const next = h("div", { class: `puzzle-acts${isOver ? " over" : ""}` }, ...acts);
        return [
            ...(isOver ? [next, this.week()] : [this.week(), next]),
            h("details", { class: "advanced" }, h("summary", {}, "More puzzles"),
                h("div", { class: "row-buttons" }, ...LEVELS.map(([name], index) => act(`level-${index}`, name, () => of.go(level(index))))),
                h("h2", {}, "The last weeks"), this.archive()),
        ];
    }

    /** @param {string} date @param {Intl.DateTimeFormatOptions} options */
    dayButton(date, options) {
        const solved = isSolved(date);
        const name = `${written(date, { weekday: "long" })}, ${written(date, { day: "numeric", month: "short" })}`;
        return h("li", {}, h("button", {
            class: `day${solved ? " solved" : ""}${date === today() ? " today" : ""}`, "data-key": `day-${options.weekday ?? ""}${date}`, "aria-label": `${name}${date === today() ? ", today" : ""}${solved ? ", solved" : ""}`,
            "aria-current": date === this.of.which.date ? "date" : null, click: () => this.of.go({ game: this.of.which.game, date }),
        }, h("span", { class: "bead" }, solved ? icon("check", 18) : ""), h("small", {}, written(date, options))));
    }

    week() {
        return h("ol", { class: "week", "aria-label": "The last seven days" },
            ...Array.from({ length: WEEK }, (_, index) => this.dayButton(dayAfter(today(), index - WEEK + 1), { weekday: "narrow" })));
    }

    archive() {
        return h("ol", { class: "archive" }, ...Array.from({ length: ARCHIVE_DAYS - WEEK }, (_, index) => this.dayButton(dayAfter(today(), index + 1 - ARCHIVE_DAYS), { day: "numeric", month: "short" })));
    }
}
