// All games as a list with pictures: a tap begins one.

import { h, svg } from "./dom.js";
import { shapePicture } from "./shape_picture.js";
import { lookOf } from "./stone.js";

/** @import { Offers } from "./catalogue.js" */
/** @import { FullRules } from "./types.d.ts" */

/** @typedef {Offers["games"]["games"][number]} Preset */

/** The groups, each with a test of its games: the first that fits counts. @type {[name: string, fits: (preset: Preset) => boolean][]} */
const GROUPS = [
    ["On a flat board", preset => !preset.layout],
    ["On layers, in three dimensions", preset => layersOf(preset) > 1],
    ["Lines and shapes", () => true],
];

/** @param {Preset} preset */
const layersOf = ({ dimensions = [] }) => (dimensions.length > 2 ? dimensions.slice(2).reduce((a, b) => a * b, 1) : 1);

/** @param {string} d @param {string} [kind] */
const path = (d, kind = "") => svg("path", { d, class: kind });
/** @param {number} n @param {(at: number) => string} part */
const parts = (n, part) => path(Array.from({ length: n }, (_, at) => part(at)).join(""));

/** A picture of a game, by the kind of its board. @param {Preset} preset */
export function gamePicture(preset) {
    const { shape, dimensions, wrap, layout, rules } = preset;
    if (shape) return h("span", { class: "game-picture" }, shapePicture(shape));
    const layers = Math.min(4, layersOf(preset));
    const look = lookOf(/** @type {FullRules} */ (rules));
    const disc = (/** @type {number} */ at) => `M${14 + at % 3 * 10} ${14 + Math.floor(at / 3) * 10}h.01`;
    /** @returns {[kind: string, ...Node[]]} */
    const drawn = () => {
        // A thin plate for each layer, the nearest last.
        if (layers > 1) return [rules.gravity ? "racks" : "plates", ...Array.from({ length: layers }, (_, at) => path(`M11 ${37 - at * 9}h20l6-9H17z`))];
        if (wrap?.includes(true)) return ["torus", path("M6 6h36v36H6z", "joined"), parts(2, at => `M${18 + at * 12} 11v26M11 ${18 + at * 12}h26`)];
        if (layout && !dimensions) return ["points", path("M24 6 6 40h36zM24 6v34M6 40l27-17M42 40 15 23M24 40a11.5 11.5 0 1 1 .01 0"), parts(3, at => `M${[24, 6, 42][at]} ${[6, 40, 40][at]}h.01`)];
        const n = Math.min(5, rules.width);
        const step = 36 / n;
        if (look === "rack") return ["rack", path("M10 6h28a4 4 0 0 1 4 4v28a4 4 0 0 1-4 4H10a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4z"), parts(9, disc), parts(4, at => disc(at * 2 + 1))];
        return [look, path("M6 6h36v36H6z", "plate-of"), parts(n - 1, at => `M${6 + step * (at + 1)} 9v30M9 ${6 + step * (at + 1)}h30`)];
    };
    const [kind, ...nodes] = drawn();
    return svg("svg", { class: "game-picture", "data-kind": kind, width: 44, height: 44, viewBox: "0 0 48 48", "aria-hidden": "true" }, ...nodes);
}

/** The words on a game: its name, and below it the part after a comma. @param {string} title */
const words = title => {
    const [name = "", more] = title.split(/, (.*)/);
    return h("span", { class: "grow" }, h("b", {}, name), more && h("small", { class: "muted" }, `${more[0]?.toUpperCase()}${more.slice(1)}`));
};

/**
 * @param {readonly Preset[]} games
 * @param {unknown} now The name of the game on the board.
 * @param {(name: string) => void} choose
 * @param {Node} last An element after the last game.
 * @returns {Node[]}
 */
export function gameList(games, now, choose, last) {
    const groupOf = (/** @type {Preset} */ preset) => GROUPS.findIndex(([, fits]) => fits(preset));
    return GROUPS.flatMap(([name], at) => [
        h("h3", {}, name),
        h("ul", { class: "all-games" }, ...games.filter(preset => groupOf(preset) === at).map(preset => h("li", {}, h("button", {
            class: "one-game", "data-game": preset.name, "aria-current": preset.name === now && "true", click: () => choose(preset.name),
        }, gamePicture(preset), words(preset.title)))), at === GROUPS.length - 1 && h("li", {}, last)),
    ]);
}
