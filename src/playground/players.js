// The player of each side.

import { field, h, keepFocus, select } from "./dom.js";
import { opponentOf, sideName } from "./opponents.js";
import { heuristicMenu, limitFields } from "./search_fields.js";
import { lookOf } from "./stone.js";

/** @import { Config, FullRules, Side } from "./types.d.ts" */
/** @import { Catalogue } from "./catalogue.js" */
/** @import { Session } from "./session.js" */

/** @type {Record<string, string>} */
const ALGORITHMS = {
    "auto": "best there is", "alpha-beta": "alpha-beta", "minimax": "minimax", "retrograde": "table of all positions",
    "solver": "solver of falling stones", "rules": "rules of thumb, no search",
};
/** The largest board of which `retrograde` makes a table, in cells. */
const TABLE_CELLS_MAX = 12;
/** The cells of the largest board of `solver`, with one more in each column. */
const SOLVER_BITS = 64;
/** @type {Record<string, string>} */
const TIE_BREAKS = {
    "": "as its level does", first: "the first of them", lines: "the one best for its lines", random: "any of them",
    trap: "the one that sets most traps",
};

/**
 * The algorithms that these rules can have, and the one that is set all the same.
 *
 * @param {FullRules} rules
 * @param {readonly string[]} names
 * @param {string} chosen
 */
function algorithmsOf({ width, height, k, gravity, overline, misere, board }, names, chosen) {
    /** @type {Record<string, boolean>} */
    const fits = {
        retrograde: (board?.cells ?? width * height) <= TABLE_CELLS_MAX, rules: !misere && !board, solver: !board && gravity && width * (height + 1) <= SOLVER_BITS && k >= 2 && overline === "allowed" && !misere,
    };
    return names.filter(name => name === chosen || fits[name] !== false);
}

/** The form for both sides. */
export class PlayersView {
    /**
     * @param {HTMLElement} place
     * @param {Session} session
     * @param {Catalogue} catalogue
     */
    constructor(place, session, catalogue) {
        this.place = place;
        this.session = session;
        this.catalogue = catalogue;
        this.shown = "";
        /** Sides whose advanced settings are open. @type {Set<string | undefined>} */
        this.open = new Set();
    }

    /** Shows the settings anew if they are others than before. */
    show() {
        const wanted = JSON.stringify([this.session.players, this.session.rules]);
        if (wanted === this.shown) return;
        this.shown = wanted;
        // Read here: the event of opening may come later than this.
        this.open = new Set([...this.place.querySelectorAll("details")].filter(one => one.open).map(one => one.dataset["side"]));
        keepFocus(this.place, () => this.place.replaceChildren(this.card("X"), this.card("O")));
    }

    /** @param {Side} side */
    card(side) {
        const config = this.session.players[side];
        const change = (/** @type {Partial<Config>} */ part) => this.session.configure(side, part);
        const kind = (/** @type {Config["kind"]} */ value, /** @type {string} */ text) => {
            const input = h("input", {
                type: "radio", name: `kind-${side}`, value, "data-key": `${side}-${value}`, change: () => change({ kind: value }),
            });
            input.checked = config.kind === value;
            return h("label", {}, input, h("span", {}, text));
        };
        const card = h("fieldset", { class: `side-card ${side}` },
            h("legend", {}, `${sideName(lookOf(this.session.rules), side)} ${side === "X" ? "begins" : "answers"}`),
            h("div", { class: "segments" }, kind("human", "You"), kind("engine", "Engine")));
        if (config.kind === "engine") card.append(...this.engine(side, config, change));
        else card.append(h("p", { class: "lead" }, "Tap the board, or use the arrow keys and Enter."));
        card.querySelectorAll("select, input[type=number], input[type=range]").forEach((control, index) =>
            control.setAttribute("data-key", `${side}-${index}`));
        return card;
    }

    /**
     * @param {Side} side
     * @param {Config} config
     * @param {(part: Partial<Config>) => void} change
     */
    engine(side, config, change) {
        const { games } = this.catalogue;
        const colour = sideName(lookOf(this.session.rules), side);
        const value = h("output", {}, String(config.skill));
        const nameOf = (/** @type {number} */ skill) => games.levels.find(level => level.skill === skill)?.name ?? "";
        const skill = h("input", {
            type: "range", min: 0, max: games.limits.skillMax, step: 5, value: config.skill, "aria-label": `Skill of ${colour}`,
            input: () => { value.textContent = skill.value; },
            change: () => change({ skill: Number(skill.value), level: nameOf(Number(skill.value)) }),
        });
        /** @type {[string, string][]} */
        const levels = games.levels.map(({ name }) => [name, `${opponentOf(name)?.name ?? ""} · ${name}`]);
        if (!config.level) levels.push(["", `Skill ${config.skill}`]);
        const level = select(levels, config.level, name => {
            const chosen = games.levels.find(one => one.name === name);
            if (chosen) change({ level: chosen.name, skill: chosen.skill });
        }, { "aria-label": `Level of ${colour}` });
        const options = (/** @type {readonly string[]} */ names, /** @type {Record<string, string>} */ words) =>
            names.map(name => /** @type {[string, string]} */ ([name, words[name] ?? name]));
        const advanced = h("details", { class: "advanced", "data-side": side },
            h("summary", {}, "Advanced"),
            h("div", { class: "field" }, h("span", { class: "field-name" }, "Skill ", value), skill,
                h("small", {}, "0 plays anything, 100 the best move")),
            field("Heuristic", heuristicMenu(this.catalogue, config.heuristic, heuristic => change({ heuristic }))),
            limitFields(this.catalogue, config, change),
            h("div", { class: "pair" },
                field("Algorithm", select(options(algorithmsOf(this.session.rules, games.algorithms, config.algorithm), ALGORITHMS), config.algorithm, algorithm => change({ algorithm }))),
                field("Of equal moves", select(options(["", ...games.tieBreaks], TIE_BREAKS), config.tieBreak, tieBreak => change({ tieBreak })))));
        advanced.open = this.open.has(side);
        const about = games.levels.find(({ name }) => name === config.level)?.description;
        return [field("Level", level, about), advanced];
    }
}
