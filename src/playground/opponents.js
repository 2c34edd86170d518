// The five opponents: levels of the service with a face, a name and a few words.

import { svg } from "./dom.js";

/** @import { Side } from "./types.d.ts" */

/**
 * `level` and `skill`: as the service has them. `about`: how they play. `sure`: the same where the game is proven.
 *
 * @typedef {{ level: string, skill: number, name: string, about: string, sure?: string, hello: string, remarks: string[], praise: string, won: string, lost: string }} Opponent
 */

/** @type {readonly Opponent[]} From the weakest to the strongest. */
export const OPPONENTS = [
    { level: "beginner", skill: 20, name: "Pip", about: "is still learning", hello: "Hello! Shall we play?", remarks: ["Ooh!", "What does this do?", "I like this one.", "Your turn!"], praise: "Wow, good move!", won: "I won! Again?", lost: "You are good at this!" },
    { level: "casual", skill: 40, name: "Moss", about: "plays for fun", hello: "No hurry.", remarks: ["Let me see.", "Nice day for it.", "Hm, all right.", "Take your time."], praise: "Nice one.", won: "That went well.", lost: "Well played, friend." },
    { level: "club", skill: 60, name: "Vera", about: "plays well", hello: "Careful now.", remarks: ["Let me look.", "Interesting.", "Hm.", "Your turn."], praise: "Good choice.", won: "A good fight.", lost: "Well done. Again?" },
    { level: "expert", skill: 80, name: "Otto", about: "is hard to beat", hello: "Think well.", remarks: ["Hoo.", "Let me think.", "Hm, I see.", "Are you sure?"], praise: "That was the move.", won: "Hoo! Good game.", lost: "Hoo! Well played." },
    { level: "perfect", skill: 100, name: "Ada", about: "is our strongest", sure: "plays perfectly", hello: "Show me your best.", remarks: ["Hm, I see.", "The stars agree.", "Interesting.", "Go on."], praise: "You found it.", won: "Try once more.", lost: "Remarkable. Truly." },
];

/** The result of perfect play, where it is known: for the player who begins. @type {Record<string, "win" | "draw">} */
const VALUES = { "connect-four": "win", "tic-tac-toe": "draw" };

/** How an opponent greets: one that plays perfectly by the best result for a person. @param {Opponent} one @param {unknown} game That begins with an empty board; null for another beginning. @param {boolean} isFirst Whether the person begins. */
export function greeting({ level, hello }, game, isFirst) {
    const value = level === "perfect" && VALUES[String(game)];
    return !value ? hello : value === "draw" ? "Show me a draw." : isFirst ? "You begin: you can win." : "How long can you hold?";
}

/** The opponent of a level; null for a skill without a name. @param {string} level */
export const opponentOf = level => OPPONENTS.find(one => one.level === level) ?? null;

/** The next stronger and the next weaker one. @param {Opponent} one @param {1 | -1} by */
export const beside = (one, by) => OPPONENTS[OPPONENTS.indexOf(one) + by] ?? null;

/** @typedef {"calm" | "thinking" | "glad" | "beaten"} Mood */

const DARK = "#20263a";
const circle = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ r, /** @type {string} */ fill) => svg("circle", { cx, cy, r, fill });
const fill = (/** @type {string} */ d, /** @type {string} */ color) => svg("path", { d, fill: color });
const stroke = (/** @type {string} */ d, /** @type {string} */ color = DARK, width = 4.5) =>
    svg("path", { d, fill: "none", stroke: color, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" });

/** Heads without eyes and mouth. @type {Record<string, () => SVGElement[]>} */
const HEADS = {
    beginner: () => [stroke("M50 10Q46 0 38 2M50 10Q52 0 60 1", "#2c7a5b", 5), circle(50, 53, 44, "#9fdcc0"), circle(22, 67, 6, "#f5a69a"), circle(78, 67, 6, "#f5a69a")],
    casual: () => [circle(50, 53, 44, "#c3d98a"), fill("M50 22C50 8 62 2 76 4 76 18 66 25 50 22Z", "#4f7d26"), stroke("M50 23Q58 14 68 9", "#c3d98a", 2.5)],
    club: () => [circle(50, 53, 44, "#d3c1f4"), fill("M8 45A43 43 0 0 1 92 45Q70 40 56 25 40 44 8 45Z", "#4a3580")],
    expert: () => [fill("M14 26 20 6 40 16ZM86 26 80 6 60 16Z", "#a8642a"), circle(50, 53, 44, "#eec596"),
        fill("M50 44C36 26 14 30 10 44 22 40 40 46 50 60 60 46 78 40 90 44 86 30 64 26 50 44Z", "#a8642a")],
    perfect: () => [circle(50, 53, 44, "#28304d"), fill("M50 14 54 25 65 29 54 33 50 44 46 33 35 29 46 25Z", "#ffd76a")],
};
/** Centre of the left eye, its white and its pupil. @type {Record<string, [x: number, y: number, white: number, pupil: number]>} */
const EYES = { beginner: [34, 50, 12.5, 6], casual: [34, 53, 11, 5.5], club: [33, 57, 0, 4.6], expert: [32, 54, 14, 7], perfect: [34, 56, 0, 0] };

/**
 * @param {string} level
 * @param {Mood} mood
 */
function eyes(level, mood) {
    const [x, y, white, pupil] = EYES[level] ?? [34, 52, 11, 5];
    const ink = level === "perfect" ? "#eef0fa" : DARK;
    if (mood === "beaten") return [stroke(`M${x - 6} ${y - 7} ${x + 8} ${y} ${x - 6} ${y + 7}M${106 - x} ${y - 7} ${92 - x} ${y} ${106 - x} ${y + 7}`, ink, 5)];
    if (!pupil || mood === "glad") {
        const rise = mood === "glad" ? -10 : -8;
        return [stroke(`M${x - 8} ${y + 2}Q${x} ${y + rise} ${x + 8} ${y + 2}M${92 - x} ${y + 2}Q${100 - x} ${y + rise} ${108 - x} ${y + 2}`, ink)];
    }
    const [dx, dy] = mood === "thinking" ? [3, -pupil + 1] : [1.5, 1];
    return [...(white ? [circle(x, y, white, "#fff"), circle(100 - x, y, white, "#fff")] : []), circle(x + dx, y + dy, pupil, ink), circle(100 - x + dx, y + dy, pupil, ink)];
}

/**
 * @param {string} level
 * @param {Mood} mood
 */
function mouth(level, mood) {
    const ink = level === "perfect" ? "#eef0fa" : DARK;
    if (level === "expert") return [svg("path", { d: "M43 64H57L50 77Z", fill: "#f08a24", stroke: "#8a4a0f", "stroke-width": 2 })];
    const y = level === "club" ? 78 : level === "perfect" ? 73 : 68;
    if (mood === "beaten") return [stroke(`M41 ${y + 6}Q50 ${y - 2} 59 ${y + 6}`, ink)];
    if (mood === "thinking") return [stroke(`M43 ${y + 2}H57`, ink)];
    return [stroke(mood === "glad" || level === "beginner" ? `M37 ${y - 2}Q50 ${y + 12} 63 ${y - 2}` : `M40 ${y}Q50 ${y + 6} 60 ${y}`, ink)];
}

/**
 * A drawn face; a name beside it says whose it is.
 *
 * @param {string} level
 * @param {number} size In pixels.
 * @param {Mood} [mood]
 */
export function face(level, size, mood = "calm") {
    const glasses = level === "club" && mood !== "beaten"
        ? [20, 55].map(x => svg("rect", { x, y: 46, width: 25, height: 21, rx: 9, fill: "#fff", "fill-opacity": 0.75, stroke: "#2b1d57", "stroke-width": 4 })) : [];
    const drawn = HEADS[level]?.() ?? [circle(50, 53, 44, "#c9ccd6")];
    return svg("svg", { class: `drawn-face ${mood}`, width: size, height: size, viewBox: "0 0 100 100", "aria-hidden": "true" },
        ...drawn, ...glasses, svg("g", { class: "eyes" }, ...eyes(level, mood)), ...mouth(level, mood));
}

/** How a side is called: by the colour of its stones, or by its sign. @param {string} look @param {Side} side */
export function sideName(look, side) {
    if (look === "rack") return side === "X" ? "Red" : "Yellow";
    if (look === "wood") return side === "X" ? "Black" : "White";
    return side;
}
