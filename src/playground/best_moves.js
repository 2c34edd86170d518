// What each move is worth: a search of all moves, told while it deepens, and its variations to step through.

import { follow } from "./api.js";
import { field, h } from "./dom.js";
import { other } from "./game.js";
import { inWords } from "./link.js";
import { heuristicMenu, limitFields } from "./players.js";
import { sentences } from "./game_review.js";
import { describe, grouped, rank } from "./score.js";

/** @import { AnalysisRecord, Config, Line, Marks, Side } from "./types.d.ts" */
/** @import { Session } from "./session.js" */
/** @import { Catalogue } from "./players.js" */

/** @typedef {Extract<AnalysisRecord, { depth: number }>} Progress */
/** @typedef {Extract<AnalysisRecord, { lines: unknown, position: unknown }>} FinalAnalysis */

/** Lines listed; a large board has hundreds of moves. */
const LINES_MAX = 12;

/** Tells with the event `change` when the board has other marks. */
export class BestMovesView extends EventTarget {
    /** @type {Pick<Config, "heuristic" | "limit" | "depth" | "movetime">} */
    config = { heuristic: "", limit: "none", depth: 4, movetime: 3000 };
    on = false;
    /** @type {AbortController | null} */
    search = null;
    /** @type {Line[]} */
    lines = [];
    /** @type {Progress | FinalAnalysis | null} */
    record = null;
    /** The line chosen by its first cell, and how many of its plies are on the board. */
    chosen = -1;
    shownPlies = 0;
    /** The position of the lines. @type {Session["now"] | null} */
    step = null;
    fault = "";
    stopped = false;

    /**
     * @param {HTMLElement} place
     * @param {Session} session
     * @param {Catalogue} catalogue
     */
    constructor(place, session, catalogue) {
        super();
        this.session = session;
        this.catalogue = catalogue;
        this.toggle = h("input", { type: "checkbox", id: "scores", change: () => this.switch(this.toggle.checked) });
        this.options = h("div", { class: "options" });
        this.progress = h("div", { class: "progress" });
        this.list = h("ol", { class: "lines" });
        place.append(
            h("label", { class: "switch" }, this.toggle, h("span", {}, "Show what each move is worth")),
            this.options, this.progress, this.list,
            h("p", { class: "legend" },
                h("b", { class: "score win" }, "W5"), " wins in 5 moves of both sides ", h("b", { class: "score draw" }, "D"), " draws ",
                h("b", { class: "score loss" }, "L4"), " loses in 4 ", h("b", { class: "score value", "data-heat": 3 }, "+12"),
                " the heuristic’s number, the stronger the colour the better. All for the side to move; a frame marks the best."),
        );
        this.showOptions();
    }

    showOptions() {
        const change = (/** @type {Partial<Config>} */ part) => {
            Object.assign(this.config, part);
            this.showOptions();
            this.restart();
        };
        this.options.replaceChildren(
            field("Heuristic", heuristicMenu(this.catalogue, this.config.heuristic, heuristic => change({ heuristic }))),
            limitFields(this.catalogue, this.config, change),
        );
    }

    /** @param {boolean} on */
    switch(on) {
        this.on = on;
        this.toggle.checked = on;
        this.restart();
    }

    /** The position has changed. */
    follow() {
        if (this.step !== this.session.now || (this.on && !this.search && !this.record && this.session.info)) this.restart();
    }

    restart() {
        this.search?.abort("gone");
        this.search = null;
        this.lines = [];
        this.record = null;
        this.chosen = -1;
        this.shownPlies = 0;
        this.fault = "";
        this.stopped = false;
        this.step = this.session.now;
        this.show();
        if (this.on && this.session.info?.position.status === "ongoing") void this.run();
    }

    async run() {
        const controller = new AbortController();
        this.search = controller;
        this.show();
        const { heuristic, limit } = this.config;
        const fields = {
            ...this.session.fields, ...(heuristic && { heuristic }), ...(limit !== "none" && { [limit]: this.config[limit] }),
            explain: true,
        };
        const take = (/** @type {Progress | FinalAnalysis} */ record) => {
            if (this.search !== controller) return;
            this.record = record;
            this.lines = record.lines;
            this.show();
        };
        try {
            const onDepth = (/** @type {Progress} */ record) => take(record);
            take(/** @type {FinalAnalysis} */ (await follow("/v1/analysis", fields, onDepth, controller.signal)));
        } catch (fault) {
            if (!controller.signal.aborted) this.fault = inWords(fault);
            else if (controller.signal.reason === "stop") this.stopped = true;
        }
        if (this.search === controller) this.search = null;
        this.show();
    }

    show() {
        this.showProgress();
        this.showLines();
        this.dispatchEvent(new Event("change"));
    }

    showProgress() {
        const { record, search } = this;
        const depth = record && ("depth" in record ? record.depth : record.search?.depth);
        const nodes = record && ("nodes" in record ? record.nodes : record.search?.nodes);
        const source = record && "search" in record && record.search?.source !== "search" ? record.search?.source : null;
        this.progress.replaceChildren(...(this.fault ? [h("p", { class: "fault", role: "alert" }, this.fault)] : []));
        if (!search && !record) return;
        const figure = (/** @type {string} */ name, /** @type {string} */ value) =>
            h("span", { class: "figure" }, h("small", {}, name), h("b", {}, value));
        this.progress.append(h("div", { class: "figures" },
            figure("depth", depth ? String(depth) : "…"), figure("nodes", nodes ? grouped(nodes) : "…"),
            figure("best", this.lines[0] ? `${this.lines[0].move.name} ${describe(this.lines[0].score).text}` : "…"),
            search
                ? h("button", { class: "stop", "data-key": "see-stop", click: () => search.abort("stop") }, "Stop")
                : h("span", { class: "done" }, this.stopped ? "stopped" : source ? `exact, from a ${source}` : "done")));
    }

    showLines() {
        const focused = document.activeElement?.closest(".lines") ? document.activeElement.getAttribute("data-key") : null;
        this.list.replaceChildren(...this.lines.slice(0, LINES_MAX).map(line => this.line(line)));
        if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-key="${focused}"]`))?.focus();
    }

    /** @param {Line} line */
    line(line) {
        const { cell, name } = line.move;
        const score = describe(line.score);
        const isChosen = cell === this.chosen;
        const choose = () => this.choose(isChosen ? -1 : cell, 1);
        const pv = line.pv.map((move, index) =>
            h("span", { class: isChosen && index < this.shownPlies ? "on" : "" }, move.name));
        const row = h("li", { class: isChosen ? "chosen" : "" },
            h("button", { class: "line", "data-key": `line-${cell}`, "aria-expanded": String(isChosen), click: choose },
                h("b", { class: `score ${score.kind}`, "data-heat": this.heat(line) }, score.text), h("strong", {}, name),
                h("span", { class: "sr" }, `${score.long}, variation`), h("span", { class: "pv" }, ...spaced(pv))));
        if (isChosen) {
            row.append(this.stepper(line));
            if (line.reasons?.length) row.append(h("p", { class: "why-line" }, sentences(line.reasons, 3)));
        }
        return row;
    }

    /** @param {Line} line */
    stepper(line) {
        const { length } = line.pv;
        const to = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ plies) =>
            h("button", {
                "data-key": key, "aria-label": label, "aria-disabled": String(plies === this.shownPlies),
                click: () => this.choose(this.chosen, plies),
            }, sign);
        return h("div", { class: "stepper", role: "group", "aria-label": "Step through the variation" },
            to("first", "«", "To the start", 0), to("back", "‹", "One ply back", Math.max(0, this.shownPlies - 1)),
            h("output", {}, `${this.shownPlies} of ${length}`),
            to("forward", "›", "One ply forward", Math.min(length, this.shownPlies + 1)), to("last", "»", "To the end", length));
    }

    /**
     * @param {number} cell
     * @param {number} plies
     */
    choose(cell, plies) {
        this.chosen = cell;
        this.shownPlies = plies;
        this.showLines();
        this.dispatchEvent(new Event("change"));
    }

    /**
     * How good a heuristic's number is among those here, from 0 to 4.
     *
     * @param {Line} line
     */
    heat(line) {
        // By place and not by size: one huge number would make all others look alike.
        const values = [...new Set(this.lines.flatMap(({ score }) => score.value ?? []))].sort((a, b) => a - b);
        const place = line.score.value === null ? -1 : values.indexOf(line.score.value);
        return place < 0 ? null : values.length === 1 ? 2 : Math.round(place / (values.length - 1) * 4);
    }

    /** What X may expect, from 0 to 1; null where nothing is proven. */
    get evaluation() {
        const result = { win: 1, draw: 0.5, loss: 0, unknown: null }[this.lines[0]?.score.outcome ?? "unknown"];
        return result === null || this.session.now.turn === "X" ? result : 1 - result;
    }

    /** @returns {Pick<Marks, "scores" | "ghosts">} */
    get marks() {
        const best = Math.max(...this.lines.map(line => rank(line.score)));
        const scores = new Map(this.lines.map((line, index) =>
            [line.move.cell, { ...describe(line.score), best: rank(line.score) === best, heat: this.heat(line), rank: index + 1 }]));
        const { turn } = this.session.now;
        const line = this.lines.find(one => one.move.cell === this.chosen);
        const ghosts = (line?.pv ?? []).slice(0, this.shownPlies).map((move, index) =>
            ({ cell: move.cell, side: /** @type {Side} */ (index % 2 ? other(turn) : turn), number: index + 1 }));
        // While a variation is shown, the worth of other moves would only distract.
        return { scores: ghosts.length ? new Map() : scores, ghosts };
    }
}

/** @param {HTMLElement[]} parts */
function spaced(parts) {
    return parts.flatMap(part => [part, " "]);
}
