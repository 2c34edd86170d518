// How long a call may take.

import { TimedOut } from "./errors.js";

// After such a silence a service that has a fallback is probed.
const QUIET_MS = 2_000;

/** Aborts its signal with the caller's, when its time is over, and when `probe` rejects. */
export class Watch {
  #controller = new AbortController();
  #timer;
  #quiet;

  constructor(origin, timeoutMs, callerSignal, probe) {
    this.origin = origin;
    this.timeoutMs = timeoutMs;
    this.signal = this.#controller.signal;
    this.probe = probe;
    const follow = () => this.abort(callerSignal.reason);
    if (callerSignal?.aborted) follow();
    callerSignal?.addEventListener("abort", follow, { signal: this.signal });
    this.start();
  }

  start() {
    this.endMs = Date.now() + this.timeoutMs;
    const end = (ms) => this.abort(new TimedOut(`no answer from ${this.origin} within ${ms} ms`));
    this.#timer = setTimeout(end, this.timeoutMs, this.timeoutMs);
    if (!this.probe) return;
    const ms = Math.min(QUIET_MS, this.timeoutMs / 4);
    const quiet = setTimeout(() => {
      // It may have answered meanwhile.
      this.probe(AbortSignal.any([this.signal, AbortSignal.timeout(ms)])).catch(() => quiet === this.#quiet && end(2 * ms));
    }, ms);
    this.#quiet = quiet;
  }

  pause() {
    clearTimeout(this.#timer);
    clearTimeout(this.#quiet);
    this.#quiet = undefined;
  }

  abort(reason) {
    this.#controller.abort(reason);
  }

  close() {
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
