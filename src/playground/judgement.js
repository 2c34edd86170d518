// A review's judgement of a move, in words.

import { landing, nameOf, other, withStone } from "./game.js";
import { sideName } from "./opponents.js";
import { chance, costOf, inText, NEAR, rank, sentenceOf, soon } from "./score.js";
import { openLines } from "./small_values.js";
import { lookOf } from "./stone.js";

/** @import { Look } from "./stone.js" */
/** @import { FullRules, Line, Move, Reason, ReviewedMove, Score, Side, Step } from "./types.d.ts" */

/** A person can see an end within so many moves of both sides: three moves of the winner. */
const SEEN = 6;
/** So many moves of both sides are far ahead for anybody. */
const FAR_MIN = 11;
/** A move that loses so much sooner than the best one gave up a fight. */
const FIGHT = 6;

/** Facts that help no player. */
const DULL = new Set(["near-centre", "only-move"]);

/**
 * The first of the reasons for a move, in sentences.
 *
 * @param {readonly Reason[] | undefined} reasons
 * @param {Look} look Sides are called as their stones look.
 * @param {number} [most]
 */
export function sentences(reasons, look, most = 2) {
    const all = reasons ?? [];
    // A move that has to be answered at once only puts a fork off, and a line that is blocked is one half of each.
    const hasNoFork = all.some(({ kind }) => kind === "forces" || kind === "blocks-line");
    // The line that a move lets the other side complete is the win that it gives.
    const given = all.find(({ kind }) => kind === "plays-under-threat")?.moves[0]?.cell;
    const isTwice = (/** @type {Reason} */ { kind, moves }) => kind === "gives-win" && moves.length === 1 && moves[0]?.cell === given;
    const telling = all.filter(one => !DULL.has(one.kind) && !(hasNoFork && one.kind === "stops-fork") && !isTwice(one) && !one.minor);
    // A line that is begun says less than anything else.
    const first = telling.filter(({ kind }) => kind !== "opens-line");
    const told = (first.length ? first : telling.length ? telling : all.filter(({ kind }) => kind === "only-move")).map(({ text }) => text);
    // Two directions may have the same sentence.
    return [...new Set(told)].slice(0, most).map(text => named(text, look).replace(/^Is/, "It is")).join(" ");
}

/** A move that is told, with how the game goes on. @typedef {Pick<Line, "move" | "score" | "pv" | "reasons">} Told */

/** The reasons for a move that count beside its result: once that is proven, a line that is hardly begun is none. @param {string} board Before it. @param {Told} line */
export const telling = (board, { move, score, reasons }) => (reasons ?? []).filter(({ kind, cells }) => kind !== "opens-line" || score.outcome === "unknown"
    || cells.filter(at => at === move.cell || board[at] !== ".").length === cells.length - 1);

/**
 * The open lines that stand on a board where the result is proven, in a sentence: those of the side that wins before others, first
 * those whose cells are played, and then those that can be played soonest.
 * Where there are none beside two results that are far ahead, the words for these.
 *
 * @param {FullRules} rules
 * @param {string} board
 * @param {Side} player Whose result it is.
 * @param {{ score: Score, pv: readonly { cell: number | null }[] }} line
 * @param {Score} [best] Of the better move.
 * @param {number} [most] Open lines.
 */
export function stands(rules, board, player, { score, pv }, best, most = 2) {
    const { outcome } = score;
    if (outcome === "unknown") return "";
    const winner = outcome === "loss" ? other(player) : player;
    const all = [winner, other(winner)].flatMap(side => [...openLines(rules, board, side)].map(([cell, line]) => {
        const at = pv.findIndex(move => move.cell === cell);
        return { side, cell, line, order: (outcome === "draw" || side === winner ? 0 : 3 * board.length) + (at < 0 ? board.length + landing(rules, board, cell) - cell : at) };
    })).sort((a, b) => a.order - b.order);
    // What one's own lines threaten is no reason against a move.
    const told = all.filter(({ side }) => side === (best ? other(player) : all[0]?.side)).slice(0, most);
    const name = (/** @type {number} */ cell) => nameOf(rules, cell);
    return told[0] ? `${sideName(lookOf(rules), told[0].side)} needs only ${told.map(({ cell, line }) => `${inText(name(cell))} to complete ${line.map(name).join(", ")}`).join(", or ")}.` : best && !all[0] && !rules.misere && [score, best].every(isFar) ? FAR : "";
}

/**
 * Why a move has its result, in sentences: the reasons for it or, where none tells, what stands on the board.
 *
 * @param {FullRules} rules
 * @param {Pick<Step, "board" | "turn">} before
 * @param {Told} line
 * @param {number} [most]
 */
export function why(rules, { board, turn }, line, most) {
    const reasons = telling(board, line);
    const [only, others] = [true, false].map(is => sentences(reasons.filter(({ kind }) => (kind === "only-move") === is), lookOf(rules), most));
    return others || stands(rules, withStone(board, line.move.cell, turn), turn, line, undefined, most && Math.min(most, 2)) || only || "";
}

/** Sides as their stones look. @param {string} text @param {Look} look */
const named = (text, look) => text.replace(/\b[XO]\b/g, side => sideName(look, side === "X" ? "X" : "O"));

/**
 * Why a move is worse; empty where it is not, or nothing is known.
 *
 * @param {Pick<ReviewedMove, "refutation">} judged
 * @param {Look} look
 * @param {boolean} [hasLine] Whether how play goes on may stand for a reason.
 */
export const refutation = ({ refutation: why }, look, hasLine = false) => (!why || !hasLine && why.kind === "line" ? "" : named(why.text, look));

/** Whether the reason why a move is worse is about the better one. @param {Pick<ReviewedMove, "refutation">} judged */
export const isOfBetter = ({ refutation: why }) => ["makes", "stops", "fact"].includes(why?.kind ?? "");

/** The threat or win that a move allows, as two parts of a sentence, the second one with the moves of it; null where it allows none. @param {ReviewedMove} judged @param {Look} look @returns {[what: string, how: string] | null} */
export function allowed({ player, refutation: why }, look) {
    const [own, reply] = (why?.moves ?? []).map(({ name }) => inText(name));
    const they = sideName(look, player === "X" ? "O" : "X");
    switch (why?.kind) {
        case "allows": case "allows-before": return [sentenceOf(`${own} lets ${they} make ${why.threat}`), ` with ${reply}.`];
        case "loses-to": return [sentenceOf(`${own} lets ${they} win`), ` with ${reply}, which makes ${why.threat}.`];
        case "prepares": case "is-stopped": return ["", named(why.text, look)];
        default: return null;
    }
}

/** The label of a move beside which there was no other. */
export const LEGAL = "only legal move";

/**
 * A label in words, with a mark that tells its kind without colour.
 *
 * @param {ReviewedMove} move
 * @returns {{ text: string, mark: string, kind: "good" | "fair" | "bad" }}
 */
export function inLabel(move) {
    switch (move.label) {
        // Where the other side wins at once against every move.
        case "best": return { text: move.score.outcome === "loss" && move.score.plies <= 2 ? "nothing helped" : "best move", mark: "", kind: "good" };
        // As many moves are ranked as there are, up to a few.
        case "only-move": return { text: move.best.length > 1 ? "only move" : LEGAL, mark: "", kind: "good" };
        // It costs next to nothing where the best move was as good as lost, though not proven so.
        case "good": return { text: move.score.outcome === "loss" && move.best[0]?.score.outcome === "unknown" ? "likely lost before" : "good move", mark: "", kind: "good" };
        case "missed-win": return { text: move.score.outcome === "loss" ? "lost a won game" : "let a win slip", mark: "??", kind: "bad" };
        case "threw-away-draw": return { text: "let a draw slip", mark: "??", kind: "bad" };
        // The result stays, but a person could have seen how much was given away.
        case "prolonged": return couldBeSeen(move) ? { text: "missed a quick win", mark: "?", kind: "bad" } : { text: "a slower win", mark: "", kind: "fair" };
        case "hastened": return couldBeSeen(move) ? { text: "gave in early", mark: "?", kind: "bad" } : { text: "loses sooner", mark: "", kind: "fair" };
        // A game that was as good as lost, or as won, was not over.
        case "inaccuracy": return !couldBeSeen(move) ? { text: "a little worse", mark: "?!", kind: "fair" } : { text: move.score.outcome === "loss" ? "gave in early" : "missed a quick win", mark: "?", kind: "bad" };
        case "mistake": return { text: "mistake", mark: "?", kind: "bad" };
        default: return { text: "big mistake", mark: "??", kind: "bad" };
    }
}

/** Explanations of labels that do not explain themselves. @type {Record<string, string>} */
const MEANINGS = { "only move": "every other move leads to less", "a slower win": "it still wins, but later", "loses sooner": "it was lost anyway; another move held out longer", "missed a quick win": "a win within 2 moves was there", "gave in early": "it loses within 2 moves; another move held out at least 3 moves longer" };

/** The labels of these moves that need a word, with it. @param {readonly ReviewedMove[]} judged */
export function keyOf(judged) {
    const here = [...new Set(judged.map(move => inLabel(move).text))].filter(text => MEANINGS[text]);
    return here.map(text => `${text}: ${MEANINGS[text]}.`).map(text => text.charAt(0).toUpperCase() + text.slice(1)).join(" ");
}

/** Whether a person can see how it ends. @param {Score} score */
export const isSoon = score => score.outcome !== "unknown" && (score.plies ?? Infinity) <= SEEN;

/** The words for a proven result for which nothing on the board speaks. */
export const FAR = "That is far ahead: no threat shows it yet.";

/** Whether a result is proven, and far ahead. @param {Score} score */
const isFar = ({ outcome, plies }) => outcome !== "unknown" && Number(plies) >= FAR_MIN;

/** The labels of costs, each with the least, as reviews give them. @type {["blunder" | "mistake" | "inaccuracy", number][]} */
const LABELS = [["blunder", 0.2], ["mistake", 0.1], ["inaccuracy", 0.05]];

/** The lines of a judgement for the moves of its position. @param {ReviewedMove} judged @returns {Line[]} */
export const linesOf = ({ best, move, score, pv }) => [...best, { rank: best.length + 1, move, score, pv, class: move.cell }];

/** The line of a move, by the best one of the position after it. @param {Line} next @param {ReviewedMove} judged @returns {Line} */
export function leading({ score, pv }, { move, player }) {
    const { outcome, plies, value, expected } = score;
    const flipped = { ...score, outcome: outcome === "win" ? "loss" : outcome === "loss" ? "win" : outcome, plies: plies === null ? null : plies + 1, value: value && -value, expected: 1 - expected, pov: player };
    return { rank: 1, class: move.cell, move, pv: [move, ...pv], score: /** @type {Score} */ (flipped) };
}

/** The label of a move that is proven to give away what was proven. @param {Score} best @param {Score} score @returns {ReviewedMove["label"] | null} */
const givenAway = ({ outcome: best }, { outcome }) => (best === "win" && (outcome === "loss" || outcome === "draw") ? "missed-win" : best === "draw" && outcome === "loss" ? "threw-away-draw" : null);

/** The label of a move beside the best one. @param {Score} best @param {Score} score @param {ReviewedMove["label"] | null} kept Where it is worse, in place of one by its cost. */
const labelOf = (best, score, kept) => (rank(score) >= rank(best) ? "best" : kept ?? givenAway(best, score) ?? LABELS.find(([, least]) => costOf(best, score) >= least)?.[0] ?? "good");

/** A judgement by the values on the page, best first. @param {ReviewedMove} judged @param {Line[]} lines @returns {ReviewedMove} */
export function byValues(judged, lines) {
    const first = /** @type {Line} */ (judged.best[0]);
    const [top = first] = lines;
    const { score, pv } = lines.find(({ move }) => move.cell === judged.move.cell) ?? judged;
    // The same results have the same words, unless both are estimates.
    const isSame = score.outcome === judged.score.outcome && top.score.outcome === first.score.outcome && [score, top.score].some(({ outcome }) => outcome !== "unknown");
    return { ...judged, best: [top], score, pv, label: labelOf(top.score, score, isSame ? judged.label : null), ...(top.move.cell !== first.move.cell && isOfBetter(judged) && { refutation: undefined }) };
}

/**
 * Adds later proofs of moves of its position to a judgement, of a move the last one, and a later estimate of the move played; whether one is news.
 *
 * @param {ReviewedMove} judged
 * @param {Line[]} found
 */
export function learn(judged, found) {
    const { best, label: before, move: { cell } } = judged;
    const known = new Map(linesOf(judged).map(line => [line.move.cell, line]));
    const first = /** @type {Line} */ (best[0]);
    // An estimate of another search makes no move better than the best one, which was compared with the others by one search.
    const bounded = (/** @type {Line} */ { score, ...line }) => (score.outcome !== "unknown" || first.score.outcome !== "unknown" ? { ...line, score }
        : { ...line, score: { ...score, expected: Math.min(score.expected, first.score.expected), value: Math.min(score.value, first.score.value - 1) } });
    const news = found.map(bounded).filter(({ move, score }) => {
        const own = known.get(move.cell)?.score;
        if (score.outcome === "unknown") return move.cell === cell && first.move.cell !== cell && [own, first.score].every(one => one?.outcome === "unknown") && own?.expected !== score.expected;
        return own ? own.outcome !== score.outcome || Number(score.plies) < Number(own.plies) : rank(score) > rank(first.score);
    });
    // A shorter way to the same end is no other mistake.
    const isSame = news.every(({ move, score }) => known.get(move.cell)?.score.outcome === score.outcome && score.outcome !== "unknown");
    for (const line of news) known.set(line.move.cell, line);
    const lines = [...known.values()].sort((a, b) => rank(b.score) - rank(a.score));
    const top = /** @type {Line} */ (lines[0]);
    const { score, pv } = /** @type {Line} */ (known.get(cell));
    const result = costOf(top.score, score);
    const label = labelOf(top.score, score, isSame && before !== "best" ? before : null);
    // The words are about the former best move, and praise does not fit a mistake.
    if (news.length) Object.assign(judged, { best: lines.slice(0, best.length), score, pv, label, cost: { ...judged.cost, result } }, (label !== before || top.move.cell !== first.move.cell) && { text: "", refutation: undefined, reasons: [] });
    return news.length > 0;
}

/** Whether a move is a mistake: it changed the result, or gave much away that a person could see. @param {ReviewedMove} move */
export const isMistake = move => inLabel(move).kind === "bad";

/** The labels of mistakes that hardly changed the result. */
const OF_PACE = new Set(["hastened", "prolonged", "inaccuracy"]);

/** Whether a move gave a lost game up. @param {ReviewedMove} move */
const isSurrender = move => isMistake(move) && OF_PACE.has(move.label) && move.score.outcome === "loss";

/** Whether a mistake changed the result. @param {ReviewedMove} move */
const isSlip = move => isMistake(move) && !OF_PACE.has(move.label);

/**
 * Whether a person could have seen that a move was wrong: it let the other side win within three moves, or missed a win within three. Of moves that
 * hardly change the result, two moves in place of three: then a missed win counts, however long the other one takes, and a loss that comes much sooner.
 *
 * @param {Pick<ReviewedMove, "score" | "best"> & { label?: ReviewedMove["label"] }} move
 */
export function couldBeSeen({ score, best, label }) {
    const first = best[0]?.score;
    if (!first) return false;
    const within = score.outcome === first.outcome || label === "inaccuracy" ? NEAR : SEEN;
    if (score.outcome === "loss" && score.plies <= within) return first.outcome !== "loss" || first.plies - score.plies >= FIGHT;
    return first.outcome === "win" && first.plies <= within && (score.outcome !== "win" || score.plies > first.plies);
}

/**
 * The mistakes that a person learns from, in their order: those whose punishment could be seen; if there are none, all.
 *
 * @param {ReviewedMove[]} mistakes Of one side.
 */
export function lessonsOf(mistakes) {
    const isEstimate = (/** @type {ReviewedMove} */ { score }) => score.outcome === "unknown";
    // A move that loses for sure is a lesson before one that may lose.
    const hasEstimate = mistakes.some(isEstimate);
    const seen = mistakes.filter(move => couldBeSeen(move) || isEstimate(move) || hasEstimate && move.score.outcome === "loss" && move.best[0]?.score.outcome !== "loss");
    return seen.length ? seen : mistakes;
}

/** With a smaller chance a side is behind. */
const EVEN = 0.4;

/** The chance of the best move. @param {ReviewedMove} move */
const before = ({ best, score }) => chance(best[0]?.score ?? score);

/** Whether a mistake changed the result of a side that was not behind. @param {ReviewedMove} move */
export const isTurn = move => isSlip(move) && before(move) >= EVEN;

/** A sentence on the mistakes that a lesson leaves out. @param {number} count */
export const leftOut = count => `Left out: ${count} ${count === 1 ? "mistake" : "mistakes"} that only a long look shows.`;

/**
 * Where the game was lost: the mistake of a side that was not behind that cost most after the next move, which may give it back, the last of equals; if
 * there is none, that of a side that was; at last, where a lost game was given up.
 *
 * @param {ReviewedMove[]} moves
 * @param {import("./types.d.ts").Side | null} [winner] Whose own mistakes do not count.
 */
export function turningPoint(moves, winner) {
    const mistakes = moves.filter(move => move.player !== winner && isMistake(move));
    const after = (/** @type {ReviewedMove} */ { ply, score }) => {
        const next = moves.find(move => move.ply === ply + 1);
        return next ? 1 - chance(next.score) : chance(score);
    };
    const costliest = (/** @type {ReviewedMove[]} */ slips) => slips.sort((a, b) => before(a) - after(a) - before(b) + after(b)).at(-1);
    return costliest(mistakes.filter(isTurn)) ?? costliest(mistakes.filter(isSlip)) ?? lessonsOf(mistakes).findLast(isSurrender) ?? null;
}

/**
 * Whether a move is the better one that is asked for: it keeps the best result, does not lose soon in a lost game, and misses no quick win.
 *
 * @param {Score} score
 * @param {ReviewedMove} task
 */
export function isBetter(score, { best, score: played }) {
    const first = best[0]?.score;
    if (!first) return false;
    if (first.outcome === "unknown" || score.outcome === "unknown") return costOf(first, score) < costOf(first, played) / 2;
    if (score.outcome !== first.outcome) return score.expected >= first.expected;
    if (first.outcome === "loss") return score.plies >= Math.min(first.plies, SEEN + 1);
    return first.outcome !== "win" || played.outcome !== "win" || score.plies <= first.plies;
}

/** The other side's best reply, in a sentence; empty where the variation ends with the move. @param {Look} look @param {Side} player @param {readonly Move[]} pv That begins with the move. */
export const answers = (look, player, [, reply]) => (reply ? `${sideName(look, player === "X" ? "O" : "X")} answers ${inText(reply.name)}.` : "");

/** How the other side wins, in a sentence. @param {string} who @param {string | undefined} reply Its next move. @param {Score} score Of the move before it, a loss. @param {import("./types.d.ts").FullRules} rules */
export const winsWith = (who, reply, score, rules) => (!reply ? `${who} wins ${soon(score, rules)}${score.plies === 1 ? ", as a line loses here" : ""}.` : Number(score.plies) <= 2 ? `${who} wins with ${inText(reply)}.` : `${who} answers ${inText(reply)} and wins ${soon(score, rules)}.`);
