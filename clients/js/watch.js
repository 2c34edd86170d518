import { TimedOut } from "./errors.js";

// Silence before a probe.
const QUIET_MS = 2_000;

/** By origin: its calls, with one probe. */
const services = {};

/** The engine that `inarow/local` has loaded. */
export const engine = {};

export const load = () => import("./local.js").then((local) => local.load());

/** Aborts its signal with the caller's, and when its time is over. */
export class Watch extends AbortController {
  #timer;
  #quiet;

  constructor(origin, timeoutMs, callerSignal, probe) {
    super();
    Object.assign(this, { origin, timeoutMs, probe });
    this.calls = (services[origin] ??= new Set()).add(this);
    const follow = () => this.abort(callerSignal.reason);
    if (callerSignal?.aborted) follow();
    callerSignal?.addEventListener("abort", follow, { signal: this.signal });
    this.start();
  }

  start() {
    this.pause();
    this.cause = undefined;
    this.endMs = Date.now() + this.timeoutMs;
    this.#timer = setTimeout(() => this.abort(this.#late(this.timeoutMs)), this.timeoutMs);
    this.listen();
  }

  #late(ms) {
    return new TimedOut(`no answer from ${this.origin} within ${ms} ms`);
  }

  listen() {
    if (!this.probe) return;
    const ms = Math.min(QUIET_MS, this.timeoutMs / 4);
    const quiet = setTimeout(() => {
      // A browser has six connections.
      if (globalThis.location && this.calls.size > 5) return this.listen();
      this.calls.probe ??= this.probe(AbortSignal.timeout(ms)).finally(() => (this.calls.probe = undefined));
      // It may have answered meanwhile.
      this.calls.probe.catch(() => quiet === this.#quiet && this.doubt(this.#late(2 * ms)));
    }, ms);
    this.#quiet = quiet;
  }

  hush() {
    clearTimeout(this.#quiet);
    this.#quiet = undefined;
  }

  pause() {
    clearTimeout(this.#timer);
    this.hush();
  }

  /** The engine takes over, unless the service comes first. */
  doubt(cause) {
    this.cause = cause;
    if (engine.client) this.abort(cause);
    else load().then(() => this.cause && this.abort(this.cause), () => {});
  }

  close() {
    this.calls.delete(this);
    this.pause();
    // Closes the connection, which ends the search.
    this.abort();
  }
}

export function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
  });
}
