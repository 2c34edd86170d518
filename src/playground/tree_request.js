// The request for a tree: one of all moves, or of the most promising ones where all are too many to draw.

import { ask } from "./api.js";
import { cellCount, columnOf, mostMoves } from "./game.js";
import { Refusal } from "./link.js";
import { mostNodes } from "./tree_layout.js";

/** @import { Fields, FullRules, Line, TreeAnswer } from "./types.d.ts" */

/** With more moves than these in a position only the most promising ones are searched. */
const MOVES_MAX = 40;
/** Most promising moves that are searched. */
const CANDIDATES_MAX = 8;
/** How long promising moves are looked for, in milliseconds. */
const CANDIDATES_MS = 250;

/** @typedef {"alpha-beta" | "minimax"} Algorithm */
/**
 * Both trees of a position; `most`: how many nodes minimax visits at most; `names`: the only moves of the trees, if not all are.
 *
 * @typedef {{ trees: Record<Algorithm, TreeAnswer | null>, most: number, allMost: number, names: string[] | null }} Grown
 */

/**
 * The trees of a position to a depth.
 *
 * @param {FullRules} rules
 * @param {{ position: Fields & { board: string }, depth: number, options: Fields, nodesMax: number }} wanted
 * @returns {Promise<Grown>}
 */
export async function growTrees(rules, { position, depth, options, nodesMax }) {
    const empties = position.board.split(".").length - 1;
    const allMost = mostNodes(left => mostMoves(rules, left), empties, depth);
    const grow = async (/** @type {Algorithm} */ algorithm, /** @type {Fields} */ part) => {
        const fields = { ...position, ...options, ...part, algorithm, depth, maxNodes: nodesMax, trace: algorithm === "alpha-beta" };
        return /** @type {TreeAnswer} */ (await ask("/v1/tree", fields, { method: "POST" }));
    };
    const both = async (/** @type {number} */ most, /** @type {Fields} */ part) => {
        const [whole, pruned] = await Promise.all([most <= nodesMax ? grow("minimax", part) : null, grow("alpha-beta", part)]);
        return { "alpha-beta": pruned, "minimax": whole };
    };
    // Alpha-beta in the order of the cells visits about this part of all nodes.
    const isFew = mostMoves(rules, empties) <= MOVES_MAX && allMost ** 0.75 <= nodesMax;
    if (isFew) {
        try {
            return { trees: await both(allMost, {}), most: allMost, allMost, names: null };
        } catch (fault) {
            if (!(fault instanceof Refusal) || !fault.problem.errors?.some(({ code }) => code === "too-large")) throw fault;
        }
    }
    const fitting = (/** @type {number} */ count) => mostNodes(left => (rules.gravity ? Math.min(left, count) : left), rules.gravity ? empties : count, depth);
    let count = CANDIDATES_MAX;
    while (count > 2 && fitting(count) > nodesMax) count -= 1;
    const { lines } = /** @type {{ lines: Line[] }} */ (await ask("/v1/analysis", { ...position, multiPv: count, movetime: CANDIDATES_MS }));
    const cells = candidates(rules, lines, count);
    const names = lines.flatMap(({ pv }) => pv).filter(move => cells.includes(move.cell)).map(move => move.name);
    return { trees: await both(fitting(count), { cells }), most: fitting(count), allMost, names: [...new Set(names)] };
}

/**
 * The cells of the best moves and of the replies to them; where stones fall, all cells of the best columns.
 *
 * @param {FullRules} rules
 * @param {readonly Line[]} lines The best first.
 * @param {number} count
 */
function candidates(rules, lines, count) {
    if (rules.gravity) {
        const columns = lines.map(line => columnOf(rules, line.move.cell)).slice(0, count);
        return Array.from({ length: cellCount(rules) }, (_, cell) => cell).filter(cell => columns.includes(columnOf(rules, cell)));
    }
    // More than half are moves, the rest answers to them.
    const first = lines.map(line => line.move.cell).slice(0, Math.ceil(count * 0.6));
    const later = [1, 2, 0].flatMap(ply => lines.flatMap(line => line.pv[ply]?.cell ?? []));
    return [...new Set([...first, ...later])].slice(0, count);
}
