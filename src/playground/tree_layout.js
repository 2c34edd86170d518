// The place of each part of a tree, and the knowledge of its nodes at each moment of the search. No elements here.

import { rank } from "./score.js";

/** @import { Score, TreeAnswer } from "./types.d.ts" */
/** @import { Branch } from "./tree_branches.js" */

/** @typedef {{ width: (branch: Branch) => number, height: number, gap: number, rise: number }} Sizes */
/** A part of the picture, in its place. @typedef {{ branch: Branch, x: number, y: number, width: number }} Place */

/**
 * Lays the shown part of a tree out from the top down: a parent stands above the middle of its children, and nothing touches.
 *
 * @param {Branch} root
 * @param {Sizes} sizes
 */
export function layOut(root, sizes) {
    /** @type {Place[]} */
    const places = [];
    const row = sizes.height + sizes.rise;
    let [next, deepest] = [0, 0];
    const place = (/** @type {Branch} */ branch) => {
        deepest = Math.max(deepest, branch.ply);
        /** @type {Place} */
        const mine = { branch, x: 0, y: branch.ply * row, width: sizes.width(branch) };
        places.push(mine);
        const left = next;
        const below = branch.children.map(place);
        const [first, last] = [below[0], below.at(-1)];
        if (first && last) mine.x = Math.max(left, (first.x + last.x + last.width - mine.width) / 2);
        else mine.x = next;
        next = Math.max(next, mine.x + mine.width + sizes.gap);
        // A lone child that is narrower stands below the middle.
        if (first && first === last && first.width < mine.width && !first.branch.children.length) first.x = mine.x + (mine.width - first.width) / 2;
        return mine;
    };
    place(root);
    return { places, plies: deepest + 1, width: next - sizes.gap, height: (deepest + 1) * row - sizes.rise };
}

/** @typedef {{ id: number, enters: boolean }} Moment */

/**
 * The search as a series of moments: a node is entered, and left with its value.
 *
 * @param {TreeAnswer} tree
 * @returns {Moment[]}
 */
export function moments(tree) {
    /** @type {Moment[]} */
    const all = [];
    const visit = (/** @type {number} */ id) => {
        all.push({ id, enters: true });
        tree.nodes[id]?.children.forEach(visit);
        all.push({ id, enters: false });
    };
    if (tree.nodes.length) visit(0);
    return all;
}

/** @typedef {{ state: "ahead" | "open" | "left", score: Score | null }} Knowledge */

/**
 * The knowledge of each node once this many moments have passed: of an open one the best of the children left so far.
 *
 * @param {TreeAnswer} tree
 * @param {readonly Moment[]} all
 * @param {number} passed
 */
export function knowledge(tree, all, passed) {
    /** @type {Knowledge[]} */
    const known = tree.nodes.map(() => ({ state: "ahead", score: null }));
    for (const { id, enters } of all.slice(0, passed)) {
        const [mine, node] = [known[id], tree.nodes[id]];
        if (!mine || !node) continue;
        mine.state = enters ? "open" : "left";
        if (enters) continue;
        mine.score = node.score;
        const above = node.parent === null ? null : known[node.parent];
        if (!above) continue;
        const isMax = tree.nodes[node.parent ?? 0]?.player === "MAX";
        const better = above.score === null || (isMax ? rank(node.score) > rank(above.score) : rank(node.score) < rank(above.score));
        if (better) above.score = node.score;
    }
    return known;
}

/**
 * How many nodes minimax visits at most: every move may be followed by every other.
 *
 * @param {(empties: number) => number} movesOf How many moves there are with so many empty cells.
 * @param {number} empties
 * @param {number} depth
 */
export function mostNodes(movesOf, empties, depth) {
    let [layer, all] = [1, 1];
    for (let ply = 0; ply < Math.min(depth, empties); ply++) {
        layer *= movesOf(empties - ply);
        all += layer;
    }
    return all;
}
