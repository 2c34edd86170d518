// Describes a part of a tree in sentences.

import { inTree, signed } from "./score.js";
import { BOUND } from "./tree_picture.js";

/** @import { TreeAnswer, TreeBound, TreeNode } from "./types.d.ts" */
/** @import { Branch } from "./tree_branches.js" */

/**
 * A node by the moves that lead to it.
 *
 * @param {TreeAnswer} tree
 * @param {number} id
 */
function nameNode({ nodes }, id) {
    const path = [];
    for (let node = nodes[id]; node?.move; node = nodes[node.parent ?? 0]) path.unshift(node.move.name);
    return path.join(" ") || "the root";
}

/**
 * Why the rest of a node was not looked at.
 *
 * @param {TreeAnswer} tree
 * @param {TreeNode} node
 */
export function reason(tree, { cutoff, player, score: mine }) {
    if (!cutoff) return "";
    const [holder, other, sign, bound] = player === "MIN" ? ["MIN", "MAX", "≤", "α"] : ["MAX", "MIN", "≥", "β"];
    const { untried, bound: { score, by } } = cutoff;
    return `Not looked at: ${untried.map(move => move.name).join(", ")}. ${holder} already has ${inTree(mine).text} here, `
        + `and ${other} has ${inTree(score).text} elsewhere (${nameNode(tree, by)}): ${inTree(mine).text} ${sign} ${bound}. `
        + `Whatever these moves bring, ${other} will not let the game come here.`;
}

/**
 * @param {TreeAnswer} tree
 * @param {TreeNode} node
 * @param {boolean} hasWindow Whether the search prunes.
 */
function facts(tree, node, hasWindow) {
    const score = inTree(node.score);
    const value = `${{ "": "Value", "≥": "Value at least", "≤": "Value at most" }[BOUND[node.exactness]]}: ${score.long.replace(/^value /, "")}, for MAX.`;
    const end = (/** @type {TreeBound | null} */ bound, /** @type {string} */ infinite) =>
        bound ? `${inTree(bound.score).text} (from ${nameNode(tree, bound.by)})` : infinite;
    const window = `Window on entry: α ${end(node.window.alpha, "−∞")}, β ${end(node.window.beta, "+∞")}.`;
    const turn = `${node.player} plays ${node.turn} and wants the ${node.player === "MAX" ? "highest" : "lowest"} value.`;
    const kinds = {
        inner: `${turn} Best is ${node.best === null ? "nothing" : nameNode(tree, node.best)}.`,
        leaf: hasWindow ? "The horizon: the heuristic speaks, by the sum of these lines." : `The horizon: the heuristic says ${signed(node.static?.value ?? 0)}.`,
        finished: node.result?.winner ? `The game is over: ${node.result.winner} has won.` : "The game is over: a draw.",
        transposition: "This position was met before; its value is taken from there.",
    };
    return hasWindow ? [value, kinds[node.kind], window] : [value, kinds[node.kind]];
}

/**
 * The heading and the sentences for a part of a picture.
 *
 * @param {Branch} branch
 * @param {TreeAnswer} tree The tree of the picture.
 * @param {TreeAnswer | null} whole The tree of the shadows.
 * @param {boolean} hasWindow
 */
export function account({ kind, node, parent, folded }, tree, whole, hasWindow) {
    const heading = `${node.move ? node.move.name : "The position on the board"} · ${node.player}`;
    if (kind === "cut") return { heading: "Cut off", facts: [], why: reason(tree, node) };
    if (kind === "fold") return { heading: `${folded} more`, facts: ["Click, or press Enter, to see the best of them."], why: "" };
    if (kind === "node") return { heading, facts: facts(tree, node, hasWindow), why: reason(tree, node) };
    let above = parent;
    while (above?.kind === "shadow") above = above.parent;
    const why = above ? `Only minimax looks here; alpha-beta does not. ${reason(tree, above.node)}` : "";
    return { heading, facts: whole ? facts(whole, node, false) : [], why };
}
