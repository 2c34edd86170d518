// Calls to the service: plain ones, streamed ones, and the record of all of them, which the panel of API calls shows.

import { persist, Refusal, Unreachable } from "./link.js";
import { noteSource } from "./source_note.js";

/** @import { Call, Fields, Problem } from "./types.d.ts" */

/** Where the key for a service that asks for one is kept, until the tab is closed. */
const KEY = "inarow-key";
let key = sessionStorage.getItem(KEY) ?? "";

/**
 * Sends this key with every call from now on.
 *
 * @param {string} sent
 */
export function useKey(sent) {
    key = sent;
    sessionStorage.setItem(KEY, sent);
}

/** Whether calls are sent with a key. */
export const hasKey = () => key !== "";

/** How many calls are remembered. */
const CALLS_MAX = 40;
/** How many records of a stream are remembered. */
const RECORDS_MAX = 12;

/** The calls made, newest first; sends the event `change` with each. */
class CallLog extends EventTarget {
    /** @type {Call[]} */
    calls = [];
    made = 0;

    /** @param {Omit<Call, "number" | "status" | "ms" | "answer">} call */
    add(call) {
        /** @type {Call} */
        const entry = { ...call, number: ++this.made, status: null, ms: null, answer: null };
        this.calls.unshift(entry);
        this.calls.length = Math.min(this.calls.length, CALLS_MAX);
        this.changed();
        return entry;
    }

    changed() {
        this.dispatchEvent(new Event("change"));
    }
}

/** A query longer than this goes into a body, in letters: the list of lines of a game may be long. */
const QUERY_MAX = 6000;

/** Every call of the page. */
export const log = new CallLog();

/**
 * The path with these fields as a query: lists separated by commas, objects as JSON.
 *
 * @param {string} path
 * @param {Fields} fields
 */
export function toUrl(path, fields) {
    const text = (/** @type {unknown} */ value) =>
        Array.isArray(value) ? value.join(",") : typeof value === "object" ? JSON.stringify(value) : String(value);
    // These need no escape in a query and read better without.
    const escape = (/** @type {string} */ value) => encodeURIComponent(value).replace(/%(2C|2F|3A)/g, decodeURIComponent);
    const query = Object.entries(fields).map(([name, value]) => `${name}=${escape(text(value))}`).join("&");
    return query ? `${path}?${query}` : path;
}

/**
 * @param {Call} call
 * @param {AbortSignal} [signal]
 */
async function send(call, signal) {
    const accept = call.streamed ? "application/x-ndjson" : "application/json";
    const authorization = key && { authorization: `Bearer ${key}` };
    const began = performance.now();
    if (toUrl(call.path, call.fields).length > QUERY_MAX) call.method = "POST";
    const sent = call.method === "GET"
        ? fetch(toUrl(call.path, call.fields), { headers: { accept, ...authorization }, signal })
        : fetch(call.path, {
            method: "POST", headers: { accept, "content-type": "application/json", ...authorization },
            body: JSON.stringify(call.fields), signal,
        });
    const response = await sent.catch(fault => {
        call.ms = performance.now() - began;
        log.changed();
        return broken(fault, signal);
    });
    noteSource(response);
    call.status = response.status;
    call.ms = performance.now() - began;
    if (!response.ok) {
        // A refusal without a problem document comes from something between here and the service, which may be away.
        call.answer = await response.json().catch(fault => (response.status >= 500 || signal?.aborted ? broken(fault, signal, "failing") : null));
        log.changed();
        const after = response.headers.get("retry-after");
        throw new Refusal(/** @type {Problem} */ ({ status: response.status, .../** @type {object | null} */ (call.answer) }), after === null ? null : Number(after) || 1);
    }
    return { response, began };
}

/**
 * Reports an answer that did not come, or only in part: the page has aborted the call, or the service is away.
 *
 * @param {unknown} fault
 * @param {AbortSignal} [signal]
 * @param {"offline" | "failing"} [state]
 * @returns {never}
 */
function broken(fault, signal, state = "offline") {
    if (signal?.aborted) throw fault;
    throw Object.assign(new Unreachable("the service does not answer", { cause: fault }), { state });
}

/**
 * The JSON that the service answers.
 *
 * @template T
 * @param {string} path
 * @param {Fields} [fields]
 * @param {{ method?: "GET" | "POST", signal?: AbortSignal }} [options]
 * @returns {Promise<T>}
 */
export async function ask(path, fields = {}, { method = "GET", signal } = {}) {
    const call = log.add({ method, path, fields, streamed: false });
    return persist(async () => {
        const { response, began } = await send(call, signal);
        const answer = await response.json().catch(fault => broken(fault, signal));
        call.ms = performance.now() - began;
        call.answer = answer;
        log.changed();
        return answer;
    }, signal);
}

/**
 * The last record of a streamed answer; each earlier one goes to `onRecord`.
 *
 * @template {{ final: true }} Final
 * @template {{ final: false }} Progress
 * @param {string} path
 * @param {Fields} fields
 * @param {(record: Progress) => void} onRecord
 * @param {AbortSignal} signal
 * @returns {Promise<Final>}
 */
export async function follow(path, fields, onRecord, signal) {
    const call = log.add({ method: "GET", path, fields, streamed: true });
    return persist(async () => {
        const { response, began } = await send(call, signal);
        /** @type {unknown[]} */
        const records = [];
        call.answer = records;
        for await (const record of lines(response, signal)) {
            if (record.heartbeat) continue;
            records.push(record);
            if (records.length > RECORDS_MAX) records.shift();
            call.ms = performance.now() - began;
            log.changed();
            if (record.problem) throw new Refusal(record.problem);
            if (record.final) return record;
            onRecord(record);
        }
        return broken("the answer broke off", signal);
    }, signal);
}

/**
 * @param {Response} response
 * @param {AbortSignal} signal
 */
async function* lines(response, signal) {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    while (reader) {
        const { done, value } = await reader.read().catch(fault => broken(fault, signal));
        signal.throwIfAborted();
        if (done) return;
        const parts = (rest + value).split("\n");
        rest = parts.pop() ?? "";
        for (const part of parts.filter(part => part)) yield JSON.parse(part);
    }
}
