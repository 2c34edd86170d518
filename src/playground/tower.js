// The layers as they stand above each other: a drawing beside the plates, in which lines that cross layers are straight.

import { h, svg } from "./dom.js";
import { lookOf } from "./stone.js";

/** @import { LinesRules } from "./plates.js" */
/** @import { Side } from "./types.d.ts" */

/** Where a step along a row and one to the row in front lead, in units of the drawing: on plates, and on the ground that pegs stand on. */
const COL = 10;
const ROW = { plates: { x: -4.6, y: 5.2 }, pegs: { x: -5.2, y: 7.6 } };
/** The gap between plates; beads touch. */
const GAP = 7;
const BEAD = 7.8;
/** How far a stone reaches from its centre. */
const REACH = { x: 2.7, y: 1.5 };

/** The scene of the tower. `at`: the cell that is pointed at, -1 for none. @typedef {{ stones: string, last: number | null, won: readonly (readonly number[])[], at: number, ghost: number, turn: Side }} TowerScene */

/** The tower of one game. */
export class Tower {
    /** @param {LinesRules} rules */
    constructor(rules) {
        const { board } = rules;
        this.board = board;
        this.isPegs = board.axis === 2 && board.columns.length > 0;
        this.look = lookOf(rules);
        const { across, down } = board.layer ?? { across: 1, down: 1 };
        this.size = { across, down };
        this.row = this.isPegs ? ROW.pegs : ROW.plates;
        this.down = this.isPegs ? BEAD : down * this.row.y + GAP;
        this.left = -down * this.row.x;
        this.top = this.isPegs ? 4 : 0;
        const height = this.top + (board.layers - 1) * this.down + down * this.row.y;
        this.drawn = svg("g");
        this.svg = svg("svg", { viewBox: `-1 -1 ${this.left + across * COL + 2} ${height + 3}` }, this.drawn, this.spots());
        this.caption = h("small", {});
        this.box = h("div", { class: `tower ${this.look}`, "aria-hidden": "true" }, this.svg, this.caption);
    }

    /** A place on a layer, in cells from its corner. @param {number} layer @param {number} col @param {number} row @returns {[x: number, y: number]} */
    spot(layer, col, row) {
        return [this.left + col * COL + row * this.row.x, this.top + row * this.row.y + layer * this.down];
    }

    /** The centre of a cell. @param {number} cell */
    centre(cell) {
        const { across, down } = this.size;
        const index = cell % (across * down);
        return this.spot(Math.floor(cell / (across * down)), index % across + 0.5, Math.floor(index / across) + 0.5);
    }

    /** The outline of a part of a layer. @param {number} layer @param {number} col @param {number} row @param {number} width @param {number} height */
    outline(layer, col, row, width, height) {
        const corners = [this.spot(layer, col, row), this.spot(layer, col + width, row), this.spot(layer, col + width, row + height), this.spot(layer, col, row + height)];
        return `M${corners.map(corner => corner.join(" ")).join("L")}z`;
    }

    /** The outline of a cell. @param {number} cell */
    cell(cell) {
        const { across, down } = this.size;
        const index = cell % (across * down);
        return this.outline(Math.floor(cell / (across * down)), index % across, Math.floor(index / across), 1, 1);
    }

    /** A line from its first to its last cell; empty where it goes around an edge. @param {readonly number[]} cells */
    line(cells) {
        const points = cells.map(cell => this.centre(cell));
        const isStraight = points.slice(2).every(([x, y], at) => {
            const [[x0 = 0, y0 = 0] = [], [x1 = 0, y1 = 0] = []] = [points[at], points[at + 1]];
            return Math.abs(x - 2 * x1 + x0) < 0.01 && Math.abs(y - 2 * y1 + y0) < 0.01;
        });
        return isStraight && points.length > 1 ? `M${points[0]?.join(" ")}L${points.at(-1)?.join(" ")}` : "";
    }

    /** A line that crosses all layers, as an example of a win: of the longest way through the board. */
    example() {
        const length = (/** @type {readonly number[]} */ line) => Math.abs(this.centre(line[0] ?? 0)[0] - this.centre(line.at(-1) ?? 0)[0]);
        const crossing = this.board.lines.filter(line => new Set(line.map(cell => Math.floor(cell / (this.size.across * this.size.down)))).size > 1 && this.line(line));
        return crossing.reduce((a, b) => (length(b) > length(a) ? b : a), crossing[0] ?? []);
    }

    /** @param {TowerScene} scene */
    show({ stones, last, won, at, ghost, turn }) {
        const example = at < 0 && !/[XO]/.test(stones) ? this.example() : [];
        const path = (/** @type {string} */ kind, /** @type {string} */ d) => d && svg("path", { class: kind, d });
        const rays = at < 0 ? [] : this.board.lines.filter(line => line.includes(at));
        const order = [...stones].map((_, cell) => cell).sort((a, b) => this.depth(a) - this.depth(b));
        const drawn = order.flatMap(cell => {
            const held = stones[cell];
            const side = held === "X" || held === "O" ? held : cell === ghost || example.includes(cell) ? turn : null;
            return side ? [this.stone(cell, side, [cell === last && "last", held === "." && "ghost", won.length > 0 && !won.some(line => line.includes(cell)) && "dimmed"].filter(Boolean).join(" "))] : [];
        });
        this.drawn.replaceChildren(...[
            ...this.frame(), at >= 0 && path("here", this.cell(at)), path("rays", rays.map(line => this.line(line)).join("")),
            ...drawn, ...won.map(line => path("line", this.line(line))), path("line example", this.line(example)),
        ].filter(part => part instanceof SVGElement));
        this.caption.textContent = example.length ? `One of ${this.board.lines.length} lines that win` : rays.length ? `${rays.length} lines go through this cell` : won.length ? "The winning line" : "All layers at once";
    }

    /** The order of drawing: a cell hides those that are drawn before it. @param {number} cell */
    depth(cell) {
        const { across, down } = this.size;
        const [layer, row] = [Math.floor(cell / (across * down)), Math.floor(cell % (across * down) / across)];
        // Beads of a nearer row stand before those behind; of one peg, the higher one lies on the lower.
        return this.isPegs ? row * this.board.layers - layer : layer * down + row;
    }

    /** The plates, or the pegs on their ground. */
    frame() {
        const { across, down } = this.size;
        const { layers } = this.board;
        const count = (/** @type {number} */ n) => Array.from({ length: n }, (_, index) => index);
        const path = (/** @type {string} */ kind, /** @type {string} */ d) => svg("path", { class: kind, d });
        const plate = (/** @type {number} */ layer) => path("floor", this.outline(layer, 0, 0, across, down));
        if (this.isPegs) {
            const pegs = count(across * down).map(index => {
                const foot = this.centre((layers - 1) * across * down + index);
                return `M${foot[0]} ${foot[1]}V${this.centre(index)[1] - 4}`;
            });
            return [plate(layers - 1), path("pegs", pegs.join(""))];
        }
        const rule = (/** @type {number} */ layer) => [
            ...count(across - 1).map(at => `M${this.spot(layer, at + 1, 0).join(" ")}L${this.spot(layer, at + 1, down).join(" ")}`),
            ...count(down - 1).map(at => `M${this.spot(layer, 0, at + 1).join(" ")}L${this.spot(layer, across, at + 1).join(" ")}`),
        ].join("");
        const posts = [[0, 0], [across, 0], [across, down], [0, down]].map(([col = 0, row = 0]) => `M${this.spot(0, col, row).join(" ")}L${this.spot(layers - 1, col, row).join(" ")}`).join("");
        return [path("posts", posts), ...count(layers).flatMap(layer => [plate(layer), path("rule", rule(layer))])];
    }

    /** The targets of a pointer: each cell, or each peg for the cell at its foot. */
    spots() {
        const { across, down } = this.size;
        const { layers } = this.board;
        const size = across * down;
        const count = this.isPegs ? size : size * layers;
        return svg("g", { class: "spots" }, ...Array.from({ length: count }, (_, at) => {
            if (!this.isPegs) return svg("path", { d: this.cell(at), "data-spot": at });
            const [x, y] = this.centre((layers - 1) * size + at);
            return svg("path", { class: "peg", d: `M${x} ${y}V${this.centre(at)[1]}`, "data-spot": (layers - 1) * size + at });
        }));
    }

    /** The cell that a pointer is on; -1 for none. @param {Event} event */
    static cellOf({ target }) {
        return Number((target instanceof Element ? target.getAttribute("data-spot") : null) ?? -1);
    }

    /** @param {number} cell @param {Side} side @param {string} kind */
    stone(cell, side, kind) {
        const [x, y] = this.centre(cell);
        const { x: rx, y: ry } = REACH;
        if (this.isPegs) return svg("circle", { class: `bead ${side} ${kind}`, cx: x, cy: y, r: 4.1 });
        if (side === "O") return svg("ellipse", { class: `mark O ${kind}`, cx: x, cy: y, rx: rx, ry: ry + 0.2 });
        return svg("path", { class: `mark X ${kind}`, d: `M${x - rx} ${y - ry}L${x + rx} ${y + ry}M${x + rx} ${y - ry}L${x - rx} ${y + ry}` });
    }
}
