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

/** The name of a side, by its goal. @typedef {(player: "MAX" | "MIN") => string} Called */

/**
 * Why the rest of a node was not looked at.
 *
 * @param {TreeAnswer} tree
 * @param {TreeNode} node
 * @param {Called} called
 */
export function reason(tree, { cutoff, player, score: mine }, called) {
    if (!cutoff) return "";
    const [rival, sign, bound] = player === "MIN" ? [/** @type {const} */ ("MAX"), "≤", "α"] : [/** @type {const} */ ("MIN"), "≥", "β"];
    const { untried, bound: { score, by } } = cutoff;
    return `Not looked at: ${untried.map(move => move.name).join(", ")}. ${called(player)} already has ${inTree(mine, tree.game.misere).text} here, `
        + `and ${called(rival)} has ${inTree(score, tree.game.misere).text} elsewhere (${nameNode(tree, by)}): ${inTree(mine, tree.game.misere).text} ${sign} ${bound}. `
        + `Whatever these moves bring, ${called(rival)} will not let the game come here.`;
}

/**
 * The bound of each side when the search came here: the window of alpha-beta.
 *
 * @param {TreeAnswer} tree
 * @param {TreeNode["window"]} window
 * @param {Called} called
 */
function bounds(tree, { alpha, beta }, called) {
    const sure = (/** @type {TreeBound | null} */ bound, /** @type {"MAX" | "MIN"} */ player, /** @type {string} */ least, /** @type {string} */ sign) =>
        bound && `${called(player)} ${least} ${inTree(bound.score, tree.game.misere).text} elsewhere (${sign}, by ${nameNode(tree, bound.by)})`;
    const known = [sure(alpha, "MAX", "has at least", "α"), sure(beta, "MIN", "at most", "β")].filter(Boolean);
    return known.length ? `Known before: ${known.join(", ")}.` : "Nothing was known before (α is −∞, β is +∞).";
}

/**
 * @param {TreeAnswer} tree
 * @param {TreeNode} node
 * @param {boolean} hasWindow Whether the search prunes.
 * @param {Called} called
 */
function facts(tree, node, hasWindow, called) {
    const score = inTree(node.score, tree.game.misere);
    const value = `Value for ${called("MAX")}: ${{ "": "", "≥": "at least ", "≤": "at most " }[BOUND[node.exactness]]}${score.long.replace(/^value /, "")}.`;
    const turn = `${called(node.player)} is to move and wants the ${node.player === "MAX" ? "highest" : "lowest"} value (${node.player}).`;
    const winner = node.result?.winner;
    const kinds = {
        inner: `${turn} Best as far as this tree looks: ${node.best === null ? "nothing" : nameNode(tree, node.best)}.`,
        leaf: hasWindow ? "The horizon: the heuristic speaks, by the sum of these lines." : `The horizon: the heuristic says ${signed(node.static?.value ?? 0)}.`,
        finished: winner ? `The game is over: ${called(winner === tree.position.turn ? "MAX" : "MIN")} has won.` : "The game is over: a draw.",
        transposition: "This position was met before; its value is taken from there.",
    };
    return hasWindow ? [value, kinds[node.kind], bounds(tree, node.window, called)] : [value, kinds[node.kind]];
}

/**
 * The heading and the sentences for a part of a picture.
 *
 * @param {Branch} branch
 * @param {TreeAnswer} tree The tree of the picture.
 * @param {TreeAnswer | null} whole The tree of the shadows.
 * @param {boolean} hasWindow
 * @param {Called} called
 */
export function account({ kind, node, parent, folded }, tree, whole, hasWindow, called) {
    const heading = node.move ? `${called(node.player === "MAX" ? "MIN" : "MAX")} plays ${node.move.name}` : "The position on the board";
    if (kind === "cut") return { heading: "Cut off", facts: [], why: reason(tree, node, called) };
    if (kind === "fold") return { heading: `${folded} more`, facts: ["Click, or press Enter, to see the best of them."], why: "" };
    if (kind === "node") return { heading, facts: facts(tree, node, hasWindow, called), why: reason(tree, node, called) };
    let above = parent;
    while (above?.kind === "shadow") above = above.parent;
    const why = above ? `Only minimax looks here; alpha-beta does not. ${reason(tree, above.node, called)}` : "";
    return { heading, facts: whole ? facts(whole, node, false, called) : [], why };
}
