// The parts of a tree that are drawn: the principal variation, the cuts, the best siblings, and further moves while there is room.
// No elements here.

import { rank } from "./score.js";

/** @import { TreeAnswer, TreeNode } from "./types.d.ts" */

/**
 * A part of the picture: a node of the search; one that only minimax visits; the moves that were cut off below a node; or the
 * moves below a node for which there is no room.
 *
 * @typedef {object} Branch
 * @property {string} id
 * @property {"node" | "shadow" | "cut" | "fold"} kind
 * @property {TreeNode} node The node itself; of a cut and a fold, that above.
 * @property {number} ply
 * @property {Branch | null} parent
 * @property {Branch[]} children In the order of the search.
 * @property {number} cost How much speaks against showing it.
 * @property {number} folded How many moves a fold stands for.
 */

/** The first shadow is shown after so many siblings that the search visits. */
const SHADOW_COST = 1;
/** The best reply to a move is shown soon after the move itself. */
const REPLY_COST = 0.25;
/** Folding ends after this many branches that were too wide. */
const MISSES_MAX = 12;
/** How many more moves an opened fold shows. */
export const OPENED_MOVES = 8;

/**
 * The branches of a tree, the root first; with those that only minimax has.
 *
 * @param {TreeAnswer} tree
 * @param {TreeAnswer | null} whole The tree of minimax.
 */
export function branchesOf(tree, whole) {
    /** @type {Map<string, Branch>} */
    const all = new Map();
    const add = (/** @type {string} */ id, /** @type {Branch["kind"]} */ kind, /** @type {TreeNode} */ node, /** @type {Branch | null} */ parent, ply = node.ply) => {
        /** @type {Branch} */
        const branch = { id, kind, node, ply, parent, children: [], cost: 0, folded: 0 };
        all.set(id, branch);
        parent?.children.push(branch);
        return branch;
    };
    const shade = (/** @type {TreeNode} */ node, /** @type {Branch} */ parent) => {
        const branch = add(`shadow-${node.id}`, "shadow", node, parent);
        for (const child of nodesOf(/** @type {TreeAnswer} */ (whole), node)) shade(child, branch);
    };
    const grow = (/** @type {TreeNode} */ node, /** @type {Branch | null} */ parent, /** @type {TreeNode | null} */ twin) => {
        const branch = add(String(node.id), "node", node, parent);
        const twins = new Map((twin && whole ? nodesOf(whole, twin) : []).map(one => [one.move?.cell, one]));
        for (const child of nodesOf(tree, node)) {
            grow(child, branch, twins.get(child.move?.cell) ?? null);
            twins.delete(child.move?.cell);
        }
        if (node.cutoff) add(`cut-${node.id}`, "cut", node, branch, node.ply + 1);
        for (const other of twins.values()) shade(other, branch);
    };
    const root = tree.nodes[0];
    if (root) grow(root, null, whole?.nodes[0] ?? null);
    for (const branch of all.values()) weigh(branch);
    return all;
}

/** @param {TreeAnswer} tree @param {TreeNode} node */
const nodesOf = (tree, node) => node.children.flatMap(child => tree.nodes[child] ?? []);

/**
 * Gives each child its cost: nothing along the principal variation, else by its place among its siblings.
 *
 * @param {Branch} branch
 */
function weigh(branch) {
    const sign = branch.node.player === "MAX" ? -1 : 1;
    const isBest = (/** @type {Branch} */ child) => child.node.id === branch.node.best && child.kind === branch.kind;
    const order = [...branch.children].sort((a, b) => Number(isBest(b)) - Number(isBest(a)) || sign * (rank(a.node.score) - rank(b.node.score)));
    for (const child of branch.children) {
        // Shadows stand in a row of their own.
        const place = order.filter(one => one.kind === child.kind).indexOf(child);
        const extra = place + (child.kind === "shadow" && branch.kind !== "shadow" ? SHADOW_COST : 0);
        // The best reply, with its cut, explains the value of a move.
        const isReply = child.kind === "node" && place === 0;
        child.cost = isReply ? branch.cost && branch.cost + REPLY_COST : branch.cost + 1 + extra;
    }
}

/**
 * The part of a tree that fits a width: a child of the picture below each branch, folds included.
 *
 * @param {Map<string, Branch>} all
 * @param {{ width: (branch: Branch) => number, gap: number, room: number }} sizes
 * @param {ReadonlyMap<string, number>} opened How many moves below a branch are shown at any width.
 * @returns {Branch} The root of that part.
 */
export function fold(all, { width, gap, room }, opened) {
    /** @type {Set<Branch>} */
    const shown = new Set();
    /** @type {Branch[]} */
    const waiting = [];
    const show = (/** @type {Branch} */ branch) => {
        shown.add(branch);
        // A cut belongs to the moves that were searched before it.
        const cut = branch.parent?.children.find(child => child.kind === "cut");
        if (cut) shown.add(cut);
        const byCost = branch.children.filter(child => child.kind !== "cut").sort((a, b) => a.cost - b.cost);
        const forced = opened.get(branch.id) ?? 0;
        byCost.forEach((child, index) => {
            if (child.cost === 0 || index < forced) show(child);
            else waiting.push(child);
        });
    };
    const root = /** @type {Branch} */ (all.get("0"));
    show(root);
    const pick = () => {
        waiting.sort((a, b) => a.cost - b.cost || a.ply - b.ply);
        return waiting.shift();
    };
    /** Branches that have no room for another child. @type {Set<Branch | null>} */
    const full = new Set();
    for (let next = pick(); next && full.size < MISSES_MAX; next = pick()) {
        if (full.has(next.parent) || !shown.has(/** @type {Branch} */ (next.parent))) continue;
        const before = shown.size;
        show(next);
        if (picture(root, shown, width, gap).total <= room) continue;
        // The branch does not fit: it goes again, with all that came with it.
        for (const gone of [...shown].slice(before)) shown.delete(gone);
        full.add(next.parent);
    }
    return picture(root, shown, width, gap).root;
}

/**
 * @param {Branch} root
 * @param {Set<Branch>} shown
 * @param {(branch: Branch) => number} width
 * @param {number} gap
 */
function picture(root, shown, width, gap) {
    let total = -gap;
    const copy = (/** @type {Branch} */ branch, /** @type {Branch | null} */ parent) => {
        const mine = { ...branch, parent };
        const children = branch.children.filter(child => shown.has(child)).map(child => copy(child, mine));
        const folded = branch.children.filter(child => !shown.has(child) && child.kind !== "cut" && !(child.kind === "shadow" && children.at(-1)?.kind === "cut")).length;
        if (folded) children.push({ ...branch, id: `fold-${branch.id}`, kind: "fold", ply: branch.ply + 1, parent: mine, children: [], folded });
        mine.children = children;
        const last = children.at(-1);
        if (!last) total += width(mine) + gap;
        else if (last.kind === "fold") total += (children.length === 1 ? Math.max(width(mine), width(last)) : width(last)) + gap;
        return mine;
    };
    return { root: copy(root, null), total };
}
