// The list of best moves: the value of each, and its variation, which can be stepped through or played.

import { byId, field, h, keepFocus } from "./dom.js";
import { why } from "./judgement.js";
import { shape } from "./icons.js";
import { keySwitch } from "./keys.js";
import { compared, short } from "./score.js";
import { heuristicMenu, limitFields } from "./search_fields.js";

/** @import { Analysis } from "./analysis.js" */
/** @import { Help } from "./help.js" */
/** @import { Line, Move } from "./types.d.ts" */
/** @import { Session } from "./session.js" */
/** @import { Catalogue } from "./catalogue.js" */

/** Lines that are always shown. */
const BEST_MAX = 3;
/** Where the panel begins below the fold, the key of the signs stands below the board: the same in the style. */
const LOW = "(min-width: 360px) and (max-width: 599.98px) and (max-height: 800px)";

/**
 * A variation, of which the first plies are on the board.
 *
 * @param {readonly Move[]} moves
 * @param {number} [shown]
 */
const variation = (moves, shown = 0) => h("span", { class: "pv" }, "then ",
    ...moves.flatMap((move, index) => [h("span", { class: `${index < shown ? "on" : ""}${index % 2 ? " own" : ""}` }, move.name), " "]));

/** @param {ReturnType<typeof compared>} told @param {boolean} [isBest] */
function chip({ word, text, about, kind }, isBest = false) {
    return h("b", { class: `score ${kind}${isBest ? " best" : ""}`, title: `${word}. ${about}.` }, kind !== "value" && shape(kind), kind !== "draw" && h("span", {}, text));
}

/** The part of the panel that lists moves. */
export class BestMovesView {
    /**
     * @param {HTMLElement} place
     * @param {Analysis} analysis
     * @param {Session} session
     * @param {Catalogue} catalogue
     * @param {Help} help
     */
    constructor(place, analysis, session, catalogue, help) {
        this.help = help;
        this.place = place;
        this.analysis = analysis;
        this.session = session;
        this.catalogue = catalogue;
        this.toggle = h("input", { type: "checkbox", id: "scores", role: "switch", change: () => this.switch(this.toggle.checked) });
        this.fault = h("p", { class: "fault", role: "alert" });
        this.figures = h("p");
        const onKeySwitch = (/** @type {boolean} */ isOn) => {
            if (isOn) this.toggle.setAttribute("aria-keyshortcuts", "v");
            else this.toggle.removeAttribute("aria-keyshortcuts");
        };
        this.stop = h("button", { class: "stop", "data-key": "stop", hidden: true, click: () => analysis.stop() }, "Stop");
        this.list = h("ol", { class: "lines" });
        this.rest = h("ol", { class: "lines" });
        this.allMoves = h("summary", {}, "All moves");
        this.all = h("details", { class: "advanced", toggle: () => this.unfold() }, this.allMoves, this.rest);
        this.options = h("div", { class: "options" });
        place.querySelector(".panel-head")?.append(
            this.stop, h("label", { class: "switch" }, h("span", {}, "Values"), this.toggle));
        this.meaning = byId("meaning", HTMLElement);
        place.append(this.list, h("div", { class: "below-lines" }, this.all,
            h("details", { class: "advanced" }, h("summary", {}, "Advanced"), this.options,
                keySwitch(onKeySwitch, "Keys: V values, H hint, U take back, N new, 1–9 columns, ? all of them")),
            h("div", { class: "progress" }, this.fault, this.figures)));
        const low = matchMedia(LOW);
        const arrange = () => (low.matches ? byId("legend", HTMLElement).after(this.meaning) : this.list.before(this.meaning));
        low.addEventListener("change", arrange);
        arrange();
        analysis.addEventListener("change", () => this.show());
        this.showOptions();
    }

    /** @param {boolean} on */
    switch(on) {
        this.help.set("explore", on ? "numbers" : "off");
    }

    showOptions() {
        const { analysis, catalogue } = this;
        const change = (/** @type {Partial<Analysis["config"]>} */ part) => {
            analysis.configure(part);
            this.showOptions();
        };
        this.options.replaceChildren(
            field("Heuristic", heuristicMenu(catalogue, analysis.config.heuristic, heuristic => change({ heuristic }))),
            limitFields(catalogue, analysis.config, change));
    }

    /** The key of the signs, in a sentence. */
    showMeaning() {
        const sign = (/** @type {string} */ kind, text = "") => h("b", { class: `score ${kind}` }, shape(kind), text && h("span", {}, text));
        this.meaning.replaceChildren(...(!this.analysis.on ? [] : this.analysis.isSure ? [sign("win", "3"), " wins in 3 moves, ", sign("draw"), " draws, ", sign("loss", "3"), " loses."]
            : ["Estimates in per cent. ", sign("win"), " and ", sign("loss"), " are proven."]));
    }

    show() {
        this.showMeaning();
        this.place.classList.toggle("over", this.session.isOver);
        this.toggle.checked = this.analysis.on;
        keepFocus(this.place, () => this.draw(), () => (this.session.isOver ? this.place.parentElement : this.toggle));
    }

    draw() {
        this.showProgress();
        const thinking = this.thinkingLine();
        const lines = this.analysis.on ? this.analysis.ordered : [];
        const rows = this.rows(lines);
        this.list.replaceChildren(...(thinking ? [thinking] : rows.length ? rows : [this.silence()]));
        this.all.hidden = lines.length <= BEST_MAX;
        this.allMoves.textContent = this.analysis.isSmall ? `All ${lines.length} moves` : "All moves";
        this.rest.replaceChildren(...(this.all.open ? lines.slice(BEST_MAX).map(line => this.line(line, lines[0])) : []));
    }

    /** The best lines; where nothing on a large board tells them apart, a word on that. @param {Line[]} lines */
    rows(lines) {
        const isOpening = this.analysis.isOpening && lines.length > 0;
        return [...(isOpening ? [h("li", { class: "quiet opening" }, "The board is empty: these estimates hardly differ. Most begin in the centre.")] : []),
            ...lines.filter((line, index) => index < BEST_MAX || (line.move.cell === this.analysis.chosen && !this.all.open)).map(line => this.line(line, lines[0]))];
    }

    unfold() {
        this.analysis.showAll(this.all.open);
        this.show();
    }

    /** The text or button in place of the lines. */
    silence() {
        if (this.analysis.on) return h("li", { class: "quiet" }, this.analysis.fault ? "" : "…");
        const show = () => {
            this.switch(true);
            this.toggle.focus();
        };
        return h("li", { class: "invite" }, h("button", { "data-key": "show", click: show }, "Show what each move is worth"));
    }

    showProgress() {
        const { fault, record, search } = this.analysis;
        // An alert that is written again is read again.
        if (this.fault.textContent !== fault) this.fault.textContent = fault;
        this.figures.textContent = fault ? "" : this.progress();
        this.figures.classList.toggle("done", !fault && !search && record !== null);
        this.stop.hidden = !search;
    }

    /** How far the search is; while the engine thinks, its own. */
    progress() {
        const { analysis, session } = this;
        const record = session.thinking ? session.thinking.progress : analysis.record;
        if (!record) return "";
        if (analysis.isProven && "search" in record) {
            return "proven";
        }
        const { depth, nodes } = "depth" in record ? record : record.search ?? { depth: 0, nodes: 0 };
        return `${analysis.stopped ? "stopped · " : ""}depth ${depth} · ${short(nodes, "\u202f")} positions`;
    }

    /** The best move so far, while the engine thinks. */
    thinkingLine() {
        const progress = this.session.thinking?.progress;
        if (!this.session.thinking) return null;
        if (!progress) return h("li", { class: "quiet" }, "…");
        // Values are for those who want them, and so is the engine's view of the game.
        if (!this.analysis.on) return h("li", { class: "quiet" }, `Looks at ${progress.move.name}.`);
        return h("li", {}, h("div", { class: "line" }, chip(compared(progress.score, this.session.rules)), h("span", { class: "line-text" }, h("strong", {}, progress.move.name), variation(progress.pv.slice(1)))));
    }

    /** @param {Line} line @param {Line} [best] */
    line(line, best) {
        const { analysis } = this;
        const { cell, name } = line.move;
        const isChosen = cell === analysis.chosen;
        const told = compared(line.score, this.session.rules, best?.score);
        const shown = isChosen ? analysis.shownPlies : 0;
        const row = h("li", { class: isChosen ? "chosen" : "" },
            h("button", {
                class: "line", "data-key": `line-${cell}`, "aria-expanded": String(isChosen),
                click: () => analysis.choose(isChosen ? -1 : cell, 1),
            }, chip(told, line === best), h("span", { class: "line-text" }, h("span", { class: "line-name" }, h("strong", { class: shown > 0 ? "on" : "" }, name), ` ${told.verb}`),
                line.pv.length > 1 && variation(line.pv.slice(1), shown - 1))));
        if (isChosen) {
            row.append(this.stepper(line));
            const told = why(this.session.rules, this.session.now, line, 3);
            if (told) row.append(h("p", { class: "why-line" }, told));
        }
        return row;
    }

    /** @param {Line} line */
    stepper(line) {
        const { analysis } = this;
        const { length } = line.pv;
        const shown = analysis.shownPlies;
        const to = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ plies) =>
            h("button", {
                "data-key": key, "aria-label": label, "aria-disabled": String(plies === shown), click: () => analysis.choose(analysis.chosen, plies),
            }, sign);
        return h("div", { class: "stepper", role: "group", "aria-label": "Step through the line" },
            to("first", "«", "To the start", 0), to("back", "‹", "One move back", Math.max(0, shown - 1)),
            h("output", {}, `${shown} of ${length}`),
            to("forward", "›", "One move forward", Math.min(length, shown + 1)), to("last", "»", "To the end", length),
            h("button", {
                class: "primary play-this", "data-key": "play-this", "aria-label": `Play this: ${line.move.name}`,
                click: () => this.session.playAny(line.move.cell),
            }, "Play this"));
    }
}
