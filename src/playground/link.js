// Repeats calls while the service is busy or cannot be reached.

/** @import { Problem } from "./types.d.ts" */

/** A refusal of the service, with its problem document. */
export class Refusal extends Error {
    /**
     * @param {Problem} problem Of something else than the service it may have the status alone.
     * @param {number | null} [retryAfter] When to try again, in seconds, if it says so.
     */
    constructor(problem, retryAfter = null) {
        super(problem.detail);
        this.problem = problem;
        this.retryAfter = retryAfter;
    }
}

/** No answer, or only a part of one. */
export class Unreachable extends Error {
    /** Whether nobody answers, or something between here and the service says that it fails. @type {"offline" | "failing"} */
    state = "offline";
}

/** How often a busy service is asked again. */
const BUSY_TRIES_MAX = 8;
/** A longer wait is reported instead, in seconds. */
const BUSY_WAIT_MAX = 30;
/** Waits between attempts to reach the service, in milliseconds; the last one repeats. */
const OFFLINE_WAITS = [500, 1000, 2000, 3000];

/** What is said of calls that wait. */
const STATES = { offline: "No connection. Trying again …", failing: "The service fails. Trying again …", busy: "Busy, trying again …" };

/** @typedef {"" | keyof typeof STATES} LinkState */

/** Knows which calls wait; sends the event `change` when its state changes. */
class Link extends EventTarget {
    /** @type {Map<object, LinkState>} */
    waiting = new Map();

    /** @returns {LinkState} */
    get state() {
        const states = [...this.waiting.values()];
        return /** @type {const} */ (["offline", "failing", "busy"]).find(state => states.includes(state)) ?? "";
    }

    /** The state in a sentence; empty while no call waits. */
    get words() {
        return this.state && STATES[this.state];
    }

    /**
     * @param {object} call
     * @param {LinkState} state
     */
    set(call, state) {
        const before = this.state;
        if (state) this.waiting.set(call, state);
        else this.waiting.delete(call);
        if (this.state !== before) this.dispatchEvent(new Event("change"));
    }
}

/** The one link of the page. */
export const link = new Link();

/**
 * How long to wait before the next attempt, in milliseconds; null if there is to be none.
 *
 * @param {unknown} fault
 * @param {number} attempt
 */
function waitAfter(fault, attempt) {
    if (fault instanceof Unreachable) return OFFLINE_WAITS[Math.min(attempt, OFFLINE_WAITS.length - 1)] ?? null;
    if (!(fault instanceof Refusal) || ![429, 503].includes(fault.problem.status) || attempt >= BUSY_TRIES_MAX) return null;
    const seconds = fault.retryAfter ?? 1;
    return seconds <= BUSY_WAIT_MAX ? Math.max(0.2, seconds) * 1000 : null;
}

/**
 * @param {number} ms
 * @param {AbortSignal} [signal]
 */
function sleep(ms, signal) {
    return new Promise((resolve, reject) => {
        const done = setTimeout(resolve, ms, null);
        signal?.addEventListener("abort", () => {
            clearTimeout(done);
            reject(signal.reason);
        }, { once: true });
    });
}

/**
 * The result of an exchange, repeated for as long as the service is away or busy.
 *
 * @template T
 * @param {() => Promise<T>} exchange
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function persist(exchange, signal) {
    const call = {};
    try {
        for (let attempt = 0; ; attempt++) {
            try {
                return await exchange();
            } catch (fault) {
                const wait = signal?.aborted ? null : waitAfter(fault, attempt);
                if (wait === null) throw fault;
                link.set(call, fault instanceof Unreachable ? fault.state : "busy");
                await sleep(wait, signal);
            }
        }
    } finally {
        link.set(call, "");
    }
}
