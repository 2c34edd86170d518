// Where each node of a tree is drawn, and what is known of it at each moment of the search. No elements here.

import { rank } from "./score.js";

/** @import { Score, TreeAnswer, TreeNode } from "./types.d.ts" */

/** @typedef {{ width: number, height: number, gap: number, rise: number }} Sizes */
/**
 * A node, or what was cut off below one.
 *
 * @typedef {{ id: string, node: TreeNode, isCut: boolean, x: number, y: number, parent: string | null }} Place
 */

/**
 * Lays a tree out from the top down: a parent stands above the middle of its children, and no two nodes touch.
 *
 * @param {readonly TreeNode[]} nodes
 * @param {Sizes} sizes
 * @param {number} [siblingsMax] So many children of a node are drawn: the first ones, and the best.
 */
export function layOut(nodes, sizes, siblingsMax = Infinity) {
    /** @type {Place[]} */
    const places = [];
    let next = 0;
    let deepest = 0;
    const place = (/** @type {TreeNode} */ node, /** @type {boolean} */ isCut, /** @type {string | null} */ parent) => {
        const ply = node.ply + (isCut ? 1 : 0);
        deepest = Math.max(deepest, ply);
        /** @type {Place} */
        const mine = { id: isCut ? `cut-${node.id}` : String(node.id), node, isCut, x: 0, y: ply * (sizes.height + sizes.rise), parent };
        places.push(mine);
        /** @type {Place[]} */
        const below = [];
        if (!isCut) {
            const best = node.best === null ? -1 : node.children.indexOf(node.best);
            const first = best >= siblingsMax ? siblingsMax - 1 : siblingsMax;
            for (const child of node.children.filter((_, index) => index < first || index === best)) {
                const at = nodes[child];
                if (at) below.push(place(at, false, mine.id));
            }
            if (node.cutoff) below.push(place(node, true, mine.id));
        }
        const [first, last] = [below[0], below.at(-1)];
        if (first && last) mine.x = (first.x + last.x) / 2;
        else {
            mine.x = next;
            next += sizes.width + sizes.gap;
        }
        return mine;
    };
    const root = nodes[0];
    if (root) place(root, false, null);
    return {
        places, plies: deepest + 1,
        width: Math.max(sizes.width, next - sizes.gap), height: (deepest + 1) * (sizes.height + sizes.rise) - sizes.rise,
    };
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
 * What is known of each node once this many moments have passed: of an open one the best of the children left so far.
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
 * @param {{ width: number, height: number, gravity: boolean }} rules
 * @param {number} empties
 * @param {number} depth
 */
export function mostNodes(rules, empties, depth) {
    let [layer, all] = [1, 1];
    for (let ply = 0; ply < Math.min(depth, empties); ply++) {
        layer *= Math.min(empties - ply, rules.gravity ? rules.width : Infinity);
        all += layer;
    }
    return all;
}
