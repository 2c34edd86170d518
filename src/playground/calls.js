// The calls of the page: the analysis of the position as one line for a terminal, and every call as a command or a program to copy, with its answer.

import { log, toUrl } from "./api.js";
import { copyButton } from "./copy.js";
import { h, keepFocus } from "./dom.js";
import { isStart, moveNames } from "./game.js";
import { highlighted } from "./highlight.js";
import { recall, remember } from "./memory.js";
import { LANGUAGES, snippet, toCurl } from "./snippets.js";

/** @import { Language } from "./snippets.js" */
/** @import { Session } from "./session.js" */
/** @import { Call, Fields } from "./types.d.ts" */

/** Where the language is kept. */
const KEY = "inarow-language";
/** The longest answer that is shown whole, in characters. */
const ANSWER_MAX = 20_000;

/** The calls, and one of them in full. */
export class CallsView {
    /** @type {Call | null} */
    chosen = null;
    isWaiting = false;
    /** @type {Language} */
    language = LANGUAGES.find(([language]) => language === recall(KEY))?.[0] ?? "curl";

    /**
     * @param {HTMLElement} place
     * @param {(path: string) => Fields} fieldsOf The fields that a call to this path would send now.
     */
    constructor(place, fieldsOf) {
        this.fieldsOf = fieldsOf;
        this.list = h("ol", { class: "calls", "aria-label": "Calls, newest first" });
        this.detail = h("div", { class: "call" });
        place.append(this.list, this.detail);
        log.addEventListener("change", () => this.later());
        this.place = place;
    }

    /** Draws at most once a frame, and only where the panel is seen. */
    later() {
        if (this.isWaiting || this.place.closest("[hidden]")) return;
        this.isWaiting = true;
        requestAnimationFrame(() => {
            this.isWaiting = false;
            this.show();
        });
    }

    /**
     * Chooses the newest call to a path, or the one that would be made.
     *
     * @param {string} path
     */
    choose(path) {
        const method = path === "/v1/tree" ? "POST" : "GET";
        const streamed = ["/v1/move", "/v1/analysis"].includes(path);
        this.chosen = log.calls.find(call => call.path === path)
            ?? { number: 0, method, path, fields: this.fieldsOf(path), streamed, status: null, ms: null, answer: null };
        this.show();
    }

    show() {
        if (!this.chosen || (this.chosen.number > 0 && !log.calls.includes(this.chosen))) this.chosen = log.calls[0] ?? null;
        keepFocus(this.list, () => this.list.replaceChildren(...log.calls.map(call => this.entry(call))));
        const shown = JSON.stringify(this.chosen);
        if (this.chosen && this.detail.dataset["shown"] !== shown) {
            this.detail.dataset["shown"] = shown;
            this.showCall(this.chosen);
        }
    }

    /** @param {Call} call */
    entry(call) {
        const pick = () => {
            this.chosen = call;
            this.show();
        };
        const state = call.status ?? (call.ms === null ? "…" : "no answer");
        const kind = call.status === null ? "" : call.status >= 400 ? "bad" : "good";
        return h("li", {}, h("button", { "data-key": call.number, "aria-pressed": String(call === this.chosen), click: pick },
            h("b", {}, call.method), h("span", { class: "path" }, toUrl(call.path, call.method === "GET" ? call.fields : {})),
            h("span", { class: kind }, String(state)),
            h("span", { class: "ms" }, call.ms === null ? "" : `${call.ms < 10 ? call.ms.toFixed(1) : Math.round(call.ms)} ms`)));
    }

    /** @param {Call} call */
    showCall(call) {
        const asked = example("The call", snippet(this.language, call, location.origin), this.language, this.languages());
        if (call.number === 0) {
            this.detail.replaceChildren(h("p", { class: "lead" }, "Not made yet: this is the call for the position on the board."), asked);
            return;
        }
        const answer = call.streamed && Array.isArray(call.answer)
            ? call.answer.map(record => JSON.stringify(record)).join("\n")
            : JSON.stringify(call.answer, null, 2);
        const shown = answer.length > ANSWER_MAX ? `${answer.slice(0, ANSWER_MAX)}\n… ${answer.length - ANSWER_MAX} more characters` : answer;
        const about = call.streamed ? "Answer, the last records of the stream" : "Answer";
        this.detail.replaceChildren(asked, example(about, shown, "json", h("h3", {}, about), answer));
    }

    /** The choice of the language, which is kept. */
    languages() {
        const choices = LANGUAGES.map(([language, name]) => {
            const input = h("input", {
                type: "radio", name: "language", value: language, change: () => {
                    this.language = language;
                    remember(KEY, language);
                    this.detail.dataset["shown"] = "";
                    this.show();
                    /** @type {HTMLElement | null} */ (this.detail.querySelector("input:checked"))?.focus();
                },
            });
            input.checked = language === this.language;
            return h("label", {}, input, h("span", {}, name));
        });
        return h("div", { class: "segments languages", role: "radiogroup", "aria-label": "Language" }, ...choices);
    }
}

/**
 * A text in its colours, with a button that copies it.
 *
 * @param {string} label
 * @param {string} text
 * @param {import("./highlight.js").Grammar} grammar
 * @param {HTMLElement} heading
 * @param {string} [whole]
 */
function example(label, text, grammar, heading, whole = text) {
    const code = h("pre", { tabindex: 0, role: "region", "aria-label": label }, h("code", {}, ...highlighted(text, grammar)));
    return h("section", { class: "snippet" }, h("header", {}, heading, copyButton(() => whole, code)), code);
}

/**
 * The position by its moves where they lead there from the empty board, which is shorter than a large board.
 *
 * @param {Session} session
 */
function fieldsOf({ game, rules, history, cursor, fields }) {
    if (!isStart(rules, history[0]) || cursor === 0) return fields;
    return { game, moves: moveNames(rules, history.slice(0, cursor + 1)) };
}

/**
 * @param {HTMLElement} place
 * @param {Session} session
 * @returns {() => void} Shows the call for the position of the session.
 */
export function positionCall(place, session) {
    const code = h("code");
    const line = h("pre", { class: "one-line", tabindex: 0, role: "region", "aria-label": "The call in one line" }, code);
    place.append(h("div", { class: "call-line" }, line, copyButton(() => code.textContent ?? "", code)));
    return () => {
        const text = toCurl({
            number: 0, method: "GET", path: "/v1/analysis", fields: fieldsOf(session), streamed: false, status: null, ms: null, answer: null,
        }, location.origin);
        if (code.textContent !== text) code.textContent = text;
    };
}
