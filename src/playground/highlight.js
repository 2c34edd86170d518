// Code in colours: enough of each language to tell strings, numbers, names and words of the language apart.

import { h } from "./dom.js";

/** @typedef {"curl" | "javascript" | "python" | "json"} Grammar */

/** @type {Record<Grammar, Set<string>>} */
const WORDS = {
    curl: new Set(["curl"]),
    javascript: new Set(["await", "const", "for", "let", "new", "of", "true", "false", "null"]),
    python: new Set(["as", "for", "from", "import", "in", "with", "True", "False", "None"]),
    json: new Set(["true", "false", "null"]),
};
const TOKENS = new RegExp([
    /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))/, /(?<string>"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`)/, /(?<flag>(?<=\s)--?[a-zA-Z][\w-]*)/,
    /(?<number>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)/, /(?<word>\b[a-zA-Z_]\w*)/,
].map(({ source }) => source).join("|"), "g");

/**
 * The text as nodes, each token in an element of its kind.
 *
 * @param {string} text
 * @param {Grammar} grammar
 * @returns {(Node | string)[]}
 */
export function highlighted(text, grammar) {
    const parts = [];
    let end = 0;
    for (const match of text.matchAll(TOKENS)) {
        const [token] = match;
        const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0] ?? "";
        if (kind === "word" && !WORDS[grammar].has(token)) continue;
        if (kind === "flag" && grammar !== "curl") continue;
        parts.push(text.slice(end, match.index), h("span", { class: `code-${kind}` }, token));
        end = match.index + token.length;
    }
    return [...parts, text.slice(end)];
}
