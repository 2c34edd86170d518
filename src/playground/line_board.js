// Where the cells of a game of lines are: layers for three dimensions and more, points on their lines, or squares.

/** @import { LinesAnswer } from "./types.d.ts" */

/** A part of the board that is drawn as one: `x` and `y` of its corner and its size, in cells; its own cells with their place in it. @typedef {{ name: string, x: number, y: number, width: number, height: number, cells: { cell: number, col: number, row: number }[] }} Plate */
/** The plates in their places, with the centre of each cell. @typedef {{ width: number, height: number, plates: Plate[], centres: [x: number, y: number][] }} Arrangement */

/** Gaps between layers, in cells: beside each other, and above each other, where their names stand; these need more where cells are smaller. */
const GAP = { x: 0.55, y: (/** @type {number} */ across) => Math.max(0.78, across * 0.16) };
/** Most lines that are drawn, on boards without a grid. */
const DRAWN_LINES_MAX = 32;
/** The room of a point on lines, as a part of the least distance. */
const ROOM = 0.72;

/** @param {number} n */
const count = n => Array.from({ length: n }, (_, index) => index);

/** The cells, lines and columns of a game of lines. */
export class LineBoard {
    /** @type {Map<number, Arrangement>} */
    arrangements = new Map();

    /** @param {LinesAnswer} answer @param {string} key Tells games apart. */
    constructor({ game, layout, columns, lines }, key) {
        this.key = key;
        this.cells = game.cells ?? layout.length;
        /** Row and column of each cell. */
        this.layout = layout.map(([row = 0, col = 0]) => /** @type {const} */ ([row, col]));
        /** The columns, each from the bottom up; none where stones do not fall. */
        this.columns = columns ?? [];
        this.lines = lines;
        this.dimensions = game.dimensions ?? [];
        this.wrap = game.wrap ?? [];
        this.axis = game.axis ?? null;
        this.shape = game.shape ?? "";
        /** The column of each cell. */
        this.columnOf = count(this.cells).map(cell => this.columns.findIndex(column => column.includes(cell)));
        const [across = this.cells, down = 1] = this.dimensions;
        const size = across * down;
        const first = (/** @type {number} */ cell) => this.layout[cell - cell % size] ?? [0, 0];
        const isNested = this.layout.every(([row, col], cell) => {
            const [top, left] = first(cell);
            return row - top === Math.floor(cell % size / across) && col - left === cell % across;
        });
        /** Columns and rows of a layer; null where cells do not lie in layers. */
        this.layer = this.dimensions.length > 1 && isNested ? { across, down } : null;
        this.layers = this.layer ? this.cells / size : 1;
        this.isGrid = this.layer !== null || this.shape !== "";
        /** Whether lines are drawn behind their cells. */
        this.hasDrawnLines = !this.isGrid && lines.length <= DRAWN_LINES_MAX;
        this.width = Math.max(...this.layout.map(([, col]) => col)) + 1;
        this.height = Math.max(...this.layout.map(([row]) => row)) + 1;
    }

    /** Its text in a key that is made of rules. */
    toJSON() {
        return this.key;
    }

    /** Numbers of rows in which the layers can stand. */
    get choices() {
        return this.dimensions.length === 3 && this.layers > 1 ? count(this.layers).map(at => at + 1).filter(across => across === this.layers || across * Math.ceil(this.layers / across) - this.layers < across && Math.ceil(this.layers / across) * across - this.layers <= 1) : [0];
    }

    /** The arrangement that is nearest to a square, for small drawings. */
    get compact() {
        const far = (/** @type {Arrangement} */ { width, height }) => Math.abs(Math.log(width / height));
        return this.choices.map(across => this.arrange(across)).reduce((a, b) => (far(b) < far(a) ? b : a));
    }

    /** A layer by its coordinates, from 1: "2", or "2, 3" in four dimensions. @param {number} at */
    layerName(at) {
        let rest = at;
        return this.dimensions.slice(2).map(size => {
            const own = rest % size + 1;
            rest = Math.floor(rest / size);
            return own;
        }).join(", ");
    }

    /** The game in a few words. */
    get title() {
        if (this.shape) return `A shape on ${this.width}×${this.height}`;
        return this.dimensions.length ? `${this.dimensions.join("×")}${this.wrap.includes(true) ? ", wrapped" : ""}` : "A game of lines";
    }

    /** A cell as screen readers say it. @param {number} cell */
    spoken(cell) {
        const [row = 0, col = 0] = this.layout[cell] ?? [];
        // Words name cells by their numbers.
        const number = `cell ${cell}`;
        if (!this.layer) return this.isGrid ? `row ${row + 1}, column ${col + 1}, ${number}` : number;
        const { across, down } = this.layer;
        const place = `row ${Math.floor(cell % (across * down) / across) + 1}, column ${cell % across + 1}, ${number}`;
        return this.layers > 1 ? `layer ${this.layerName(Math.floor(cell / (across * down)))}, ${place}` : place;
    }

    /** The plates with so many in a row; 0 follows the layout. @param {number} [across] */
    arrange(across = this.choices.at(-1) ?? 0) {
        const known = this.arrangements.get(across);
        if (known) return known;
        const made = this.layer ? this.#layers(this.layer, across) : this.#whole();
        this.arrangements.set(across, made);
        return made;
    }

    /** @param {{ across: number, down: number }} layer @param {number} inRow @returns {Arrangement} */
    #layers({ across, down }, inRow) {
        const size = across * down;
        const gap = GAP.y(across);
        const corners = count(this.layers).map(at => this.layout[at * size] ?? [0, 0]);
        const steps = (/** @type {number} */ axis) => [...new Set(corners.map(corner => corner[axis] ?? 0))].sort((a, b) => a - b);
        const [rows, cols] = [steps(0), steps(1)];
        const spot = (/** @type {number} */ at) => (inRow ? [Math.floor(at / inRow), at % inRow] : [rows.indexOf(corners[at]?.[0] ?? 0), cols.indexOf(corners[at]?.[1] ?? 0)]);
        const spots = count(this.layers).map(spot);
        const wide = Math.max(...spots.map(([, col = 0]) => col)) + 1;
        const high = Math.max(...spots.map(([row = 0]) => row)) + 1;
        const width = wide * (across + GAP.x) - GAP.x;
        const plates = spots.map(([row = 0, col = 0], at) => {
            // The last row stands in the middle where it is shorter.
            const inThis = spots.filter(([other]) => other === row).length;
            const left = inRow ? (width - (inThis * (across + GAP.x) - GAP.x)) / 2 : 0;
            return {
                name: this.layers > 1 ? `Layer ${this.layerName(at)}` : "", x: left + col * (across + GAP.x), y: row * (down + gap), width: across, height: down,
                cells: count(size).map(index => ({ cell: at * size + index, col: index % across, row: Math.floor(index / across) })),
            };
        });
        return this.#centred({ width, height: high * (down + gap) - gap, plates });
    }

    /** One plate for all cells; points that are far from each other move together. @returns {Arrangement} */
    #whole() {
        const { layout } = this;
        let least = Infinity;
        layout.forEach(([row, col], at) => layout.slice(at + 1).forEach(([r, c]) => { least = Math.min(least, Math.hypot(row - r, col - c)); }));
        const scale = this.hasDrawnLines && least < Infinity ? least * ROOM : 1;
        const [width, height] = [(this.width - 1) / scale + 1, (this.height - 1) / scale + 1];
        const cells = layout.map(([row, col], cell) => ({ cell, col: col / scale, row: row / scale }));
        return this.#centred({ width, height, plates: [{ name: "", x: 0, y: 0, width, height, cells }] });
    }

    /** @param {Omit<Arrangement, "centres">} parts @returns {Arrangement} */
    #centred(parts) {
        /** @type {Arrangement["centres"]} */
        const centres = [];
        for (const { x, y, cells } of parts.plates) for (const { cell, col, row } of cells) centres[cell] = [x + col + 0.5, y + row + 0.5];
        return { ...parts, centres };
    }

    /** Whether a line can be drawn through its cells: it stays on one layer, and wraps around no edge. @param {readonly number[]} line */
    isDrawable(line) {
        if (this.shape) return false;
        if (!this.layer) return true;
        const { across, down } = this.layer;
        const size = across * down;
        return line.slice(1).every((cell, index) => {
            const before = line[index] ?? 0;
            return Math.floor(cell / size) === Math.floor(before / size) && Math.abs(cell % across - before % across) <= 1 && Math.abs(Math.floor(cell % size / across) - Math.floor(before % size / across)) <= 1;
        });
    }

    /**
     * The path of a line: straight from cell to cell, or the circle through three; `beyond`: how far it goes on over straight ends, in cells.
     *
     * @param {Arrangement} arrangement
     * @param {readonly number[]} line
     * @param {number} [beyond]
     */
    path({ centres, width, height }, line, beyond = 0) {
        /** @type {[x: number, y: number][]} */
        const points = line.map(cell => centres[cell] ?? [0, 0]);
        const round = this.layer ? null : circle(points);
        if (round && round.x - round.r >= 0 && round.x + round.r <= width && round.y - round.r >= 0 && round.y + round.r <= height) {
            return `M${round.x - round.r} ${round.y}a${round.r} ${round.r} 0 1 0 ${2 * round.r} 0a${round.r} ${round.r} 0 1 0 ${-2 * round.r} 0z`;
        }
        /** @returns {[x: number, y: number]} */
        const reach = (/** @type {number} */ at, /** @type {number} */ from) => {
            const [x, y] = points[at] ?? [0, 0];
            const [x0, y0] = points[from] ?? [0, 0];
            const far = Math.hypot(x - x0, y - y0) || 1;
            return [x + (x - x0) / far * beyond, y + (y - y0) / far * beyond];
        };
        const last = points.length - 1;
        return [reach(0, 1), ...points.slice(1, -1), reach(last, last - 1)].map(([x, y], index) => `${index ? "L" : "M"}${x} ${y}`).join("");
    }

    /** Whether one of the drawn lines is a circle. */
    get hasCircle() {
        const arrangement = this.arrange();
        return this.hasDrawnLines && this.lines.some(line => this.path(arrangement, line).includes("a"));
    }

    /**
     * The nearest cell in a direction; -1 if there is none.
     *
     * @param {Arrangement} arrangement
     * @param {number} from
     * @param {readonly [dx: number, dy: number]} direction
     * @param {(cell: number) => boolean} isStop Others are passed over.
     */
    neighbour({ centres }, from, [dx, dy], isStop) {
        const [x0, y0] = centres[from] ?? [0, 0];
        let [nearest, least] = [-1, Infinity];
        centres.forEach(([x, y], cell) => {
            const along = (x - x0) * dx + (y - y0) * dy;
            const beside = Math.abs((x - x0) * dy) + Math.abs((y - y0) * dx);
            // A cell within half a right angle goes before a nearer one that is more to the side.
            const far = along + 2 * beside + (beside > along ? this.cells : 0);
            if (along > 0.01 && far < least && isStop(cell)) [nearest, least] = [cell, far];
        });
        return nearest;
    }
}

/** The circle through three points that are not in line. @param {[x: number, y: number][]} points */
function circle(points) {
    const [a, b, c] = points;
    if (points.length !== 3 || !a || !b || !c) return null;
    const [bx, by, cx, cy] = [b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]];
    const area = 2 * (bx * cy - by * cx);
    if (Math.abs(area) < 0.01) return null;
    const [ofB, ofC] = [bx * bx + by * by, cx * cx + cy * cy];
    const [x, y] = [(cy * ofB - by * ofC) / area, (bx * ofC - cx * ofB) / area];
    return { x: a[0] + x, y: a[1] + y, r: Math.hypot(x, y) };
}
