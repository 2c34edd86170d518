// The board of a game of lines beside its cells: the places of its plates, the tower of its layers, and
// the cells in line with a cell.

import { isPhone } from "./dom.js";
import { landing } from "./game.js";
import { fitting, hasTower, isLines, isTight, place, through } from "./plates.js";

/** @import { Arrangement } from "./line_board.js" */
/** @import { FullRules } from "./types.d.ts" */
/** @import { BoardView } from "./board.js" */

/** The parts of a board that only games of lines have. */
export class LinesView {
    /** Where the plates are. @type {Arrangement | null} */
    arrangement = null;
    /** @type {import("./tower.js").Tower | null} Comes after the board. */
    tower = null;
    /** The rules of the board on the page. @type {FullRules | null} */
    built = null;

    /** @param {BoardView} view */
    constructor(view) {
        this.view = view;
    }

    /** The board of a game of lines on the page; none of others. */
    get board() {
        return this.view.scene?.rules.board;
    }

    /** @param {FullRules} rules */
    build(rules) {
        this.arrangement = null;
        this.tower?.box.remove();
        this.tower = null;
        this.built = rules;
        const isTower = isLines(rules) && hasTower(rules.board);
        if (isTower) void this.addTower(rules);
        const root = document.documentElement;
        root.toggleAttribute("data-layers", (rules.board?.layers ?? 1) > 1);
        root.toggleAttribute("data-tower", isTower);
    }

    /** Few play on layers, so the tower comes when it is needed; without it the plates tell all. @param {import("./plates.js").LinesRules} rules */
    async addTower(rules) {
        const come = await import("./tower.js").catch(() => null);
        const { view } = this;
        // Another game may have begun, or this one twice.
        if (!come || this.tower || this.built !== rules || !view.scene) return;
        this.tower = new come.Tower(rules);
        this.listen(this.tower, come.Tower);
        this.arrange();
        view.show(view.scene);
    }

    /** A person who points at the tower or clicks there means the same cell on its plate. @param {import("./tower.js").Tower} tower @param {typeof import("./tower.js").Tower} Tower */
    listen({ svg }, Tower) {
        const { view } = this;
        svg.addEventListener("pointerover", event => view.hover(event.pointerType === "touch" ? null : view.stops[Tower.cellOf(event)] ?? null));
        svg.addEventListener("pointerleave", () => view.hover(null));
        svg.addEventListener("click", event => {
            const { scene } = view;
            const cell = Tower.cellOf(event);
            if (!scene || cell < 0) return;
            const lands = landing(scene.rules, scene.step.board, cell);
            view.play(lands < 0 ? cell : lands);
        });
    }

    /** Puts layers side by side or above each other, as there is room, and the tower beside or above them. */
    arrange() {
        const { board, view } = this;
        if (!board) return;
        if (this.tower) {
            // On a phone beside the words.
            const home = isPhone() ? document.querySelector(".head") ?? view.box : view.box;
            if (this.tower.box.parentElement !== home) home.append(this.tower.box);
        }
        const root = document.documentElement;
        const room = () => view.room.getBoundingClientRect();
        root.removeAttribute("data-tall");
        root.toggleAttribute("data-tall", isTight(board, room()));
        const arrangement = fitting(board, room());
        if (arrangement === this.arrangement) return;
        this.arrangement = arrangement;
        place([...view.grid.children], arrangement);
        view.size(arrangement.width, arrangement.height);
        if (view.scene) view.show(view.scene);
    }

    /** Whether stones fall, and one cannot come to rest here. @param {number} cell */
    isClosed(cell) {
        const { scene } = this.view;
        if (!scene?.rules.board?.columns.length || scene.editing || scene.step.board[cell] !== ".") return false;
        return landing(scene.rules, scene.step.board, cell) !== cell;
    }

    /** The cell that a key leads to; -1 for none. @param {number} from @param {[dx: number, dy: number] | null} direction None for the first or last one. @param {string} key */
    next(from, direction, key) {
        const { board, arrangement } = this;
        if (!board || !arrangement) return -1;
        const isStop = (/** @type {number} */ cell) => !this.isClosed(cell);
        if (direction) return board.neighbour(arrangement, from, direction, isStop);
        const stops = Array.from({ length: board.cells }, (_, cell) => cell).filter(isStop);
        return (key === "Home" ? stops[0] : stops.at(-1)) ?? -1;
    }

    /** Shows which cells stand in line with one, on its layer and on the others; where stones fall, with the one where a stone lands. @param {number} pointed Below 0 for none. */
    echo(pointed) {
        const { board, view, arrangement } = this;
        const lands = pointed >= 0 && view.scene?.open && view.scene.rules.gravity ? landing(view.scene.rules, view.scene.step.board, pointed) : -1;
        const cell = lands < 0 ? pointed : lands;
        view.through.replaceChildren(...(board && arrangement ? through(board, arrangement, cell) : []));
        this.showTower(cell);
        const { layer = null, layers = 1 } = board ?? {};
        if (!board || !layer || layers < 2) return;
        const size = layer.across * layer.down;
        const inLine = new Set(cell < 0 ? [] : board.lines.filter(line => line.includes(cell)).flat());
        view.cells.forEach((one, index) => {
            const isAbove = cell >= 0 && index !== cell && index % size === cell % size;
            one.classList.toggle("echo", isAbove);
            one.classList.toggle("ray", !isAbove && index !== cell && inLine.has(index));
        });
    }

    /** @param {number} at The cell that is pointed at, -1 for none. */
    showTower(at) {
        const { scene } = this.view;
        if (!this.tower || !scene) return;
        const { step, rules, lines, pending = -1 } = scene;
        const isFree = at >= 0 && scene.open && step.board[at] === ".";
        this.tower.show({ stones: step.board, last: step.cell, won: lines, at, ghost: pending >= 0 ? pending : rules.gravity && isFree ? at : -1, turn: step.turn });
    }
}
