// How a puzzle is shown: the task above the board; beside it the moves to find, the verdict, the week, and other puzzles.

import { titleOf } from "./about.js";
import { byId, h, keepFocus } from "./dom.js";
import { icon } from "./icons.js";
import { link } from "./link.js";
import { dayAfter, today, written } from "./memory.js";
import { sideName } from "./opponents.js";
import { called, fits, LEVELS, levelAt, MOTIFS, ownLevel } from "./puzzle_kinds.js";
import { isSolved, progressOf, streak } from "./puzzle_record.js";
import { moves } from "./score.js";
import { lookOf, stone } from "./stone.js";

/** @import { Puzzle } from "./puzzle.js" */

const WEEK = 7;
const ARCHIVE_DAYS = 28;

/** @param {string} id @param {string} text @param {() => void} click @param {string} kind @param {Node | null} sign */
const button = (id, text, click, kind = "", sign = null) => h("button", { id, "data-key": id, class: kind, click }, sign, text);
/** The theme of a level, the easiest for none. @param {number} at */
const levelOf = at => LEVELS[Math.max(0, at)]?.[1] ?? "win-in-3";

/** The words and buttons of a puzzle. */
export class PuzzleCard {
    /** Whether other puzzles are unfolded. */
    isMore = false;

    /** @param {Puzzle} of */
    constructor(of) {
        this.of = of;
        this.ask = byId("ask", HTMLElement);
        this.days = byId("streak", HTMLElement);
        this.card = byId("puzzle-card", HTMLElement);
        this.steps = h("ol", { class: "beads", "aria-label": "Moves to find" });
        // It stays, so that screen readers read each change once.
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
        const when = which.date ? written(which.date, { day: "numeric", month: "long" }) : called(which.level);
        const colour = sideName(look, this.of.solver).toLowerCase();
        this.showStreak();
        byId("place-name", HTMLElement).textContent = this.of.title;
        const title = titleOf(this.of.offers, session).replace(/,.*/, "");
        // The pictures of the first page, where the visitor picks a game, too.
        const [picture] = [which.game, "own"].flatMap(game => document.querySelector(`#games [value="${game}"] svg`) ?? []);
        keepFocus(this.ask, () => this.ask.replaceChildren(h("span", { class: "disc" }, stone(this.of.solver, look)),
            h("span", { class: "grow" }, h("h1", {}, task), h("p", { class: "muted" }, puzzle && `You are ${look === "rack" || look === "wood" ? colour : this.of.solver}. `, h("span", {}, when))),
            h("button", { class: "bare", "data-key": "game", title: "Choose another game", "aria-label": `${title}: choose another game`, click: this.of.on.choose }, picture?.cloneNode(true), h("span", {}, title), icon("down", 20))));
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
        const words = puzzle ? text : text || link.words || "Setting it up …";
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
        // Where the game has none of this kind, there are others.
        if (!of.puzzle) return of.said[2] === "bad" ? [this.more(true)] : [];
        const isOver = of.progress.done || of.progress.failed;
        const next = h("div", { class: `puzzle-acts${isOver ? " over" : ""}` }, ...(isOver ? this.after() : [button("puzzle-again", "Start over", () => of.startOver(), "", icon("undo")), button("puzzle-hint", "Hint", () => void of.hint(), "primary", icon("bulb"))]));
        const days = [...(of.isPractice ? [h("p", { class: "small muted practice" }, "Practice: it does not count in your days in a row.")] : []), this.week()];
        return [...(isOver ? [next, ...days] : [...days, next]), this.more()];
    }

    /** The buttons after its end. */
    after() {
        const { of } = this;
        const { progress, which } = of;
        const at = levelAt(which.level);
        const own = at >= 0 ? at : ownLevel();
        const oneOf = (/** @type {number} */ level) => {
            const name = LEVELS[Math.max(0, level)]?.[0].toLowerCase() ?? "";
            return `${/^[aeiou]/.test(name) ? "An" : "A"} ${name} one`;
        };
        const [another, theme] = which.date ? [oneOf(own), levelOf(own)] : ["Next one", which.level ?? levelOf(own)];
        const nextOne = (kind = "") => button("puzzle-next", another, () => this.practise(theme), kind);
        // A motif has no harder one, and the last level is the hardest.
        const more = own < 0 ? 2 : own + 1;
        const harder = !which.date && at < 0 || own === LEVELS.length - 1 ? "" : levelOf(more);
        const isNext = (of.isPractice || !of.recorded.done) && (progress.done || of.isRevealed);
        const share = (kind = "") => of.recorded.done && button("puzzle-share", "Share the result", () => of.on.share(of.result, of.link), kind, icon("share"));
        return [
            isNext ? nextOne("primary") : share("primary") || button("puzzle-reveal", "See the answer", () => void of.reveal(), "primary"),
            ...(of.isRevealed ? [button("puzzle-back", "Step back", () => of.step(-1), "", icon("back")), button("puzzle-forward", "Step on", () => of.step(1), "", icon("next"))] : []),
            isNext ? share() : nextOne(), ...(harder && fits(of.session.rules, harder) ? [button("puzzle-harder", oneOf(more), () => this.practise(harder))] : []),
            button("puzzle-explore", "Explore it", of.on.explore), button("puzzle-again", "Try again", () => of.again(), "", icon("undo")),
        ];
    }

    /** Another puzzle of a kind. @param {string} level */
    practise(level) {
        this.of.go({ game: this.of.which.game, level, seed: Math.floor(Math.random() * 1e6) });
    }

    /** Other puzzles, folded away until they are wanted. @param {boolean} [isOpen] */
    more(isOpen = false) {
        const { session, which } = this.of;
        const own = ownLevel();
        const kinds = (/** @type {string} */ label, /** @type {import("./puzzle_kinds.js").Kind[]} */ all) => h("div", { class: "row-buttons kinds", role: "group", "aria-label": label }, ...all.flatMap(([name, theme]) => {
            const isChosen = which.level ? which.level === theme : theme === LEVELS[own]?.[1];
            const one = button(`kind-${theme}`, name, () => this.practise(theme));
            if (isChosen) one.setAttribute("aria-current", "true");
            return fits(session.rules, theme) ? [one] : [];
        }));
        const details = h("details", { class: "advanced" }, h("summary", {}, "More puzzles"),
            // The card says so already where such a puzzle is on the board.
            ...(this.of.isPractice ? [] : [h("p", { class: "small muted" }, "For practice: they do not count in your days in a row.")]), kinds("Level", LEVELS), kinds("Motif", MOTIFS),
            h("h2", {}, "The last weeks"), this.archive());
        details.open = isOpen || this.isMore;
        details.addEventListener("toggle", () => { this.isMore = details.open; });
        return details;
    }

    /** @param {string} date @param {Intl.DateTimeFormatOptions} options */
    dayButton(date, options) {
        const solved = isSolved(date);
        const failed = !solved && progressOf(`${this.of.which.game} ${date}`).failed;
        const name = `${written(date, { weekday: "long" })}, ${written(date, { day: "numeric", month: "short" })}`;
        return h("li", {}, h("button", {
            class: `day${solved ? " solved" : failed ? " failed" : ""}${date === today() ? " today" : ""}`, "data-key": `day-${options.weekday ?? ""}${date}`, "aria-label": `${name}${date === today() ? ", today" : ""}${solved ? ", solved" : failed ? ", not solved" : ""}`,
            "aria-current": date === this.of.which.date ? "date" : null, click: () => this.of.go({ game: this.of.which.game, date }),
        }, h("span", { class: "bead" }, solved ? icon("check", 18) : failed ? "×" : ""), h("small", {}, written(date, options))));
    }

    week() {
        return h("ol", { class: "week", "aria-label": "The last seven days" },
            ...Array.from({ length: WEEK }, (_, index) => this.dayButton(dayAfter(today(), index - WEEK + 1), { weekday: "narrow" })));
    }

    archive() {
        return h("ol", { class: "archive" }, ...Array.from({ length: ARCHIVE_DAYS - WEEK }, (_, index) => this.dayButton(dayAfter(today(), index + 1 - ARCHIVE_DAYS), { day: "numeric", month: "short" })));
    }
}
