// The board for eyes, pointers, keys and screen readers: columns where stones fall, cells elsewhere.

import { Aim } from "./aim.js";
import { pointAt } from "./answer.js";
import { cellWords, columnWords } from "./board_words.js";
import { arrow, byId, h, isPhone, svg } from "./dom.js";
import { joined, landing, nameOf } from "./game.js";
import { shape } from "./icons.js";
import { LinesView } from "./lines_view.js";
import { isLines, note, plates, stroke } from "./plates.js";
import { lines, lookOf, stone } from "./stone.js";

/** @import { FullRules, Marks, Step } from "./types.d.ts" */

/**
 * A position as the board shows it. `editing`: any stone can be placed. `missed`: the cell of a move that was a mistake. `threats`: where the other side would win next. `pending`: a move that waits or, with `isTip`, that is proposed.
 *
 * @typedef {{ rules: FullRules, step: Step, lines: number[][], marks: Marks, open: boolean, editing?: boolean, missed?: number, threats?: number[], pending?: number, isTip?: boolean }} Scene
 */

/** @typedef {NonNullable<ReturnType<Marks["scores"]["get"]>>} MarkedScore */

/** A cell narrower than this, in CSS pixels, is hard to hit: the board can be zoomed. */
const CELL_MIN = 22;
/** On larger boards only the best moves have their chance shown. */
const SMALL_WIDTH = 9;
/** A longer note on a game takes two lines on a phone, in letters. */
const NOTE_LINE = 54;
/** Most moves of a larger board whose chance is shown. */
const NUMBERS_MAX = 3;

/**
 * A score as a sign: its shape and, if wanted, its number. The best one is filled.
 *
 * @param {MarkedScore} score
 */
function sign(score) {
    const text = score.shown === "numbers" ? score.text : "";
    return h("span", { class: `score ${score.kind}${score.best ? " best" : ""}${text.length > 1 && score.kind !== "value" ? " long" : ""}`, "data-text": score.text },
        (score.kind !== "value" || !text) && shape(score.kind), text && h("b", {}, text.replace(/\s%$/, "")));
}

/** Whether the columns are buttons. @param {FullRules} rules */
const isRack = rules => rules.gravity && !isLines(rules);

/** A board that can be played on. */
export class BoardView {
    /** @type {HTMLElement[]} */
    cells = [];
    /** The focusable elements: columns, or cells. @type {HTMLElement[]} */
    stops = [];
    /** @type {Scene | null} */
    scene = null;
    focused = 0;
    shape = "";
    /** The lines over the cells. */
    drawn = "";
    /** The parts that only games of lines have. */
    own = new LinesView(this);

    /**
     * @param {HTMLElement} frame
     * @param {HTMLButtonElement} zoom
     * @param {HTMLElement} bar Stands at the left of the board.
     * @param {(cell: number, isTap: boolean) => void} onPlay
     */
    constructor(frame, zoom, bar, onPlay) {
        this.onPlay = onPlay;
        this.zoom = zoom;
        this.frame = frame;
        this.grid = h("div", { class: "board" });
        this.overlay = svg("svg", { class: "overlay", "aria-hidden": "true" });
        this.through = svg("g", { class: "own" });
        this.under = svg("svg", { class: "beneath", "aria-hidden": "true" });
        this.grid.addEventListener("keydown", event => this.onKey(event));
        this.grid.addEventListener("click", event => {
            if (this.aim.hasPlayed) return;
            const target = /** @type {Element} */ (event.target);
            const stop = this.stops.findIndex(element => element.contains(target));
            if (stop < 0) return;
            const wasTaken = this.scene?.step.board[stop] !== ".";
            this.focus(stop);
            this.play(this.cells.findIndex(element => element.contains(target)));
            // A finger has no other way to show the cells in line with a stone.
            if (this.scene?.rules.board && wasTaken) this.own.echo(stop);
        });
        // A finger leaves nothing behind that would look like a disc.
        this.grid.addEventListener("pointerover", event => this.hover(event.pointerType === "touch" ? null : /** @type {Node} */ (event.target)));
        this.grid.addEventListener("pointerleave", () => this.hover(null));
        // Keys show where a stone lands as the pointer does.
        this.grid.addEventListener("focusin", event => {
            const target = /** @type {HTMLElement} */ (event.target);
            this.focused = Math.max(0, this.stops.findIndex(element => element.contains(target)));
            this.hover(target.matches(":focus-visible") ? target : null);
        });
        this.grid.addEventListener("focusout", () => this.hover(null));
        this.ranks = h("div", { class: "ranks", "aria-hidden": "true" });
        this.files = h("div", { class: "files", "aria-hidden": "true" });
        this.said = h("p", { class: "answer", "aria-hidden": "true", hidden: true });
        this.field = h("div", { class: "field-box" }, this.under, this.grid, this.overlay, this.said);
        this.box = h("div", { class: "board-box" }, bar, this.ranks, this.field, this.files);
        // An empty element as large as the board may be.
        this.room = h("div", { class: "room", "aria-hidden": "true" });
        this.steps = /** @type {HTMLElement} */ (byId("back", HTMLElement).parentElement);
        this.below = this.steps.parentElement;
        frame.replaceChildren(this.box, this.room);
        this.aim = new Aim(this);
        zoom.addEventListener("click", () => {
            zoom.setAttribute("aria-pressed", String(frame.classList.toggle("zoomed")));
            this.measure();
            this.cells[this.focused]?.scrollIntoView({ block: "nearest", inline: "center" });
        });
        new ResizeObserver(() => this.measure()).observe(frame);
    }

    /** Offers the zoom where cells are too small for a finger. On a phone the buttons that step through a game stay in sight with the board. */
    measure() {
        const home = isPhone() && innerHeight >= 600 && !(Number(this.own.board?.layers) > 1) ? this.frame : this.below;
        if (this.steps.parentElement !== home) home?.append(this.steps);
        // Where the board stays in sight, everything below stays below it.
        document.documentElement.style.setProperty("--board-end", `${this.frame.offsetHeight}px`);
        this.own.arrange();
        this.grid.classList.toggle("fine", this.aim.isFine && !this.frame.classList.contains("zoomed"));
        if (this.frame.classList.contains("zoomed")) return;
        this.zoom.hidden = (this.cells[0]?.getBoundingClientRect().width ?? CELL_MIN) >= CELL_MIN;
    }

    /** The cell of a stop: of a column, where a stone would land. @param {number} stop */
    cellAt(stop) {
        const { rules, step } = /** @type {Scene} */ (this.scene);
        if (!isRack(rules)) return stop;
        const lands = landing(rules, step.board, stop);
        return lands < 0 ? stop : lands;
    }

    /** @param {number} cell The one that was hit; -1 for none, as by a key. */
    play(cell) {
        this.onPlay(cell < 0 ? this.cellAt(this.focused) : cell, cell >= 0);
    }

    /** @param {KeyboardEvent} event */
    onKey(event) {
        const { rules } = /** @type {Scene} */ (this.scene);
        const direction = arrow(event);
        if (rules.board && (direction || event.key === "Home" || event.key === "End")) {
            const to = this.own.next(this.focused, direction, event.key);
            if (to >= 0) this.focus(to);
            return event.preventDefault();
        }
        const rows = isRack(rules) ? 1 : rules.height;
        const row = Math.floor(this.focused / rules.width);
        const col = this.focused % rules.width;
        if (event.key === "Enter" || event.key === " ") {
            this.play(-1);
        } else if (event.key === "Home" || event.key === "End") {
            this.focus(row * rules.width + (event.key === "Home" ? 0 : rules.width - 1));
        } else if (direction) {
            const [x, y] = [col + direction[0], row + direction[1]];
            if (x >= 0 && x < rules.width && y >= 0 && y < rows) this.focus(y * rules.width + x);
        } else {
            return;
        }
        event.preventDefault();
    }

    /** @param {number} stop */
    focus(stop) {
        const { rules } = /** @type {Scene} */ (this.scene);
        if (isRack(rules)) this.focused = stop;
        else this.stop(stop);
        this.stops[stop]?.focus();
    }

    /** Every column is a stop of its own for the keyboard; of a board of cells one cell is. @param {number} stop */
    stop(stop) {
        this.stops.forEach((one, at) => one.setAttribute("tabindex", at === stop ? "0" : "-1"));
        this.focused = stop;
    }

    /** Where gravity takes a stone is shown before it is dropped. @param {Node | null} target */
    hover(target) {
        const { scene } = this;
        const stop = target ? this.stops.findIndex(element => element.contains(target)) : -1;
        const lands = scene?.open && stop >= 0 ? landing(scene.rules, scene.step.board, stop) : -1;
        this.cells.forEach((cell, index) => cell.classList.toggle("aim", index === lands || index === this.aim.kept));
        this.own.echo(stop);
        const hand = scene?.rules.gravity && lands >= 0 && !scene.editing ? this.cells[lands] : null;
        this.grid.querySelectorAll(".hand").forEach(old => old.parentElement !== hand && old.remove());
        if (scene && hand && !hand.querySelector(".hand, .stone")) hand.append(h("span", { class: "hand" }, stone(scene.step.turn, "rack")));
    }

    /** @param {FullRules} rules */
    build(rules) {
        const count = (/** @type {number} */ n) => Array.from({ length: n }, (_, index) => index);
        const make = (/** @type {number} */ index, /** @type {Record<string, unknown>} */ props) => {
            const cell = h(isRack(rules) ? "span" : "div", { class: "cell", ...props });
            cell.dataset["cell"] = String(index);
            this.cells[index] = cell;
            return cell;
        };
        if (isLines(rules)) {
            this.grid.setAttribute("role", "group");
            this.grid.replaceChildren(...plates(rules, cell => make(cell, { role: "gridcell", tabindex: -1 })));
            this.stops = this.cells;
        } else if (isRack(rules)) {
            this.grid.setAttribute("role", "group");
            this.stops = count(rules.width).map(col => h("button", { class: "column", "data-column": col, type: "button" },
                h("span", { class: "column-sign" }),
                h("span", { class: "wells" }, ...count(rules.height).map(row => make(row * rules.width + col, {})))));
            this.grid.replaceChildren(...this.stops);
        } else {
            this.grid.setAttribute("role", "grid");
            this.grid.replaceChildren(...count(rules.height).map(row => h("div", { role: "row", class: "row" },
                ...count(rules.width).map(col => make(row * rules.width + col, { role: "gridcell", tabindex: -1 })))));
            this.stops = this.cells;
        }
        this.grid.setAttribute("aria-label", "Board");
        this.ranks.replaceChildren(...(isLines(rules) ? [] : count(rules.height).map(row => h("span", {}, String(rules.height - row)))));
        this.files.replaceChildren(...(isLines(rules) ? [] : count(rules.width).map(col => h("span", {}, nameOf(rules, col)[0] ?? ""))));
        this.frame.classList.remove("zoomed");
        this.zoom.setAttribute("aria-pressed", "false");
        const root = document.documentElement;
        const look = lookOf(rules);
        root.dataset["look"] = look;
        if (isLines(rules)) root.dataset["lines"] = (note(rules).textContent ?? "").length > NOTE_LINE ? "two" : "one";
        else root.removeAttribute("data-lines");
        this.own.build(rules);
        this.box.className = ["board-box", look, isLines(rules) ? "of-lines" : rules.width > SMALL_WIDTH && "large"].filter(Boolean).join(" ");
        this.under.replaceChildren(...(isLines(rules) ? [] : lines(rules)));
        if (!isLines(rules)) this.size(rules.width, rules.height);
    }

    /** The size of the board, in cells. @param {number} width @param {number} height */
    size(width, height) {
        const root = document.documentElement;
        root.style.setProperty("--columns", String(width));
        root.style.setProperty("--rows", String(height));
        for (const drawing of [this.under, this.overlay]) drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    }

    /** Says at a cell why a tap on it did nothing; an empty text takes that away. @param {string} text @param {number} cell @param {boolean} [isOutside] Whether it stands above the board, on no stone. */
    answer(text, cell, isOutside = false) {
        this.said.hidden = text === "";
        this.said.textContent = text;
        const at = this.cells[cell]?.getBoundingClientRect();
        const field = this.field.getBoundingClientRect();
        if (text && at) pointAt(this.said, isOutside ? new DOMRect(at.x, field.y, at.width, field.height) : at, field);
    }

    /** @param {Scene} scene */
    show(scene) {
        const { rules } = scene;
        const key = JSON.stringify(rules);
        if (key !== this.shape) {
            this.shape = key;
            this.cells = [];
            this.build(rules);
            this.focused = rules.board ? 0 : rules.gravity ? Math.floor(rules.width / 2) : Math.floor(rules.height / 2) * rules.width + Math.floor(rules.width / 2);
            if (!isRack(rules)) this.stops[this.focused]?.setAttribute("tabindex", "0");
            this.scene = scene;
            this.measure();
        }
        this.scene = scene;
        this.cells.forEach((cell, index) => this.showCell(cell, index, scene));
        if (isRack(rules)) this.stops.forEach((column, col) => this.showColumn(column, col, scene));
        // The stop for keys is where a stone can be.
        if (this.own.isClosed(this.focused)) this.stop(this.own.next(0, null, "Home"));
        this.grid.classList.toggle("open", scene.open);
        this.grid.classList.toggle("free", scene.editing === true);
        this.box.classList.toggle("over", scene.lines.length > 0);
        this.hover(this.grid.querySelector(":focus-visible"));
        // Drawn once: drawing it anew would restart its animation.
        const drawn = JSON.stringify([scene.marks.line, scene.lines, key, this.own.arrangement?.width, this.own.arrangement?.height]);
        if (this.drawn !== drawn) this.overlay.replaceChildren(
            this.through,
            ...(scene.marks.line.length ? this.line(scene.marks.line, "hint") : []),
            ...(isLines(rules) ? scene.lines : joined(scene.lines)).flatMap(/** @returns {SVGElement[]} */ line => (!isLines(rules) && lookOf(rules) === "rack" ? [this.capsule(line, "halo"), this.capsule(line, "won")] : this.line(line, "won"))),
        );
        this.drawn = drawn;
        this.aim.again();
    }

    /**
     * A column is one button: its name tells its discs, the landing cell and the result of a move there.
     *
     * @param {HTMLElement} column
     * @param {number} col
     * @param {Scene} scene
     */
    showColumn(column, col, scene) {
        const { rules, step, marks, pending = -1 } = scene;
        const lands = landing(rules, step.board, col);
        const score = marks.scores.get(lands);
        const place = column.querySelector(".column-sign");
        const key = JSON.stringify([score, step.board]);
        if (place instanceof HTMLElement && place.dataset["shows"] !== key) {
            place.dataset["shows"] = key;
            place.replaceChildren(...(score ? [sign(score)] : []));
        }
        column.setAttribute("aria-label", columnWords(col, scene));
        const isChosen = pending >= 0 && pending % rules.width === col;
        column.classList.toggle("full", lands < 0);
        column.classList.toggle("chosen", isChosen);
        column.classList.toggle("hinted", marks.hint >= 0 && marks.hint % rules.width === col);
    }

    /**
     * @param {HTMLElement} cell
     * @param {number} index
     * @param {Scene} scene
     */
    showCell(cell, index, scene) {
        const { rules, step, lines, marks, missed, threats, pending } = scene;
        const held = step.board[index];
        const side = held === "X" || held === "O" ? held : null;
        const ghost = marks.ghosts.find(one => one.cell === index);
        const score = side || isRack(rules) ? null : marks.scores.get(index) ?? null;
        const look = lookOf(rules);
        const isWon = lines.some(line => line.includes(index));
        if (!isRack(rules)) {
            const isClosed = this.own.isClosed(index);
            if (rules.board) cell.toggleAttribute("data-closed", isClosed);
            if (isClosed) cell.setAttribute("aria-disabled", "true");
            else cell.removeAttribute("aria-disabled");
            cell.setAttribute("aria-label", cellWords(index, scene, isClosed));
        }
        cell.dataset["stone"] = side ?? ".";
        const key = JSON.stringify([side, ghost, score, pending === index && step.turn]);
        const isNew = cell.dataset["shows"] !== key;
        if (isNew) {
            cell.dataset["shows"] = key;
            // How far a disc falls, in cells.
            cell.style.setProperty("--fall", String(Math.floor(index / rules.width) + 1));
            cell.replaceChildren(...(isLines(rules) && !side ? [h("span", { class: "cell-number", "data-number": index, "aria-hidden": "true" })] : []));
            if (side) cell.append(stone(side, look));
            else if (pending === index) cell.append(stone(step.turn, look));
            else if (ghost) cell.append(stone(ghost.side, look), h("b", { class: `count ${ghost.side}` }, String(ghost.number)));
            else if (score) cell.append(...this.score(score));
        }
        const isFresh = side && step.cell === index && (isNew || cell.classList.contains("fresh"));
        cell.className = ["cell", side && "taken", (ghost || pending === index) && "ghost", step.cell === index && "last", isFresh && "fresh", isWon && "won",
            marks.hint === index && "hinted", missed === index && "missed", threats?.includes(index) && "threatened", pending === index && "pending"].filter(Boolean).join(" ");
    }

    /** A score in a cell; where there are many, only the best, and with numbers the next ones and a small mark for equal moves. @param {MarkedScore} score */
    score(score) {
        const { rules, marks } = /** @type {Scene} */ (this.scene);
        if (rules.board ? score.kind !== "value" || marks.scores.size <= SMALL_WIDTH : rules.width <= SMALL_WIDTH) return [sign(score)];
        const hasNumbers = score.shown === "numbers";
        if (score.rank <= NUMBERS_MAX && (score.best || hasNumbers)) return [sign(score)];
        return score.best && hasNumbers ? [h("span", { class: "dot" })] : [];
    }

    /** Both ends of a line, in cells. @param {number[]} cells */
    ends(cells) {
        const { rules } = /** @type {Scene} */ (this.scene);
        return [cells[0] ?? 0, cells.at(-1) ?? 0].flatMap(cell => [cell % rules.width + 0.5, Math.floor(cell / rules.width) + 0.5]);
    }

    /**
     * A line through the centres of its cells.
     *
     * @param {number[]} cells
     * @param {string} kind
     */
    line(cells, kind) {
        const { board } = /** @type {Scene} */ (this.scene).rules;
        if (board) return stroke(board, this.own.arrangement ?? board.arrange(), cells, kind);
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = this.ends(cells);
        // A little beyond the centres.
        const size = Math.hypot(x2 - x1, y2 - y1) || 1;
        const [dx, dy] = [(x2 - x1) / size * 0.28, (y2 - y1) / size * 0.28];
        return [svg("line", { class: kind, x1: x1 - dx, y1: y1 - dy, x2: x2 + dx, y2: y2 + dy, pathLength: 1 })];
    }

    /** An outline around the discs of a line. @param {number[]} cells @param {string} kind */
    capsule(cells, kind) {
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = this.ends(cells);
        const length = Math.hypot(x2 - x1, y2 - y1);
        const angle = Math.atan2(y2 - y1, x2 - x1) * 180 / Math.PI;
        return svg("rect", { class: kind, x: -0.5, y: -0.5, width: length + 1, height: 1, rx: 0.5, pathLength: 1, transform: `translate(${x1} ${y1}) rotate(${angle})` });
    }
}
