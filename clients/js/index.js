/** An answer of the service that is no success: a problem document (RFC 9457). */
export class Problem extends Error {
  constructor(document) {
    super(document.detail ?? document.title);
    this.name = "Problem";
    this.code = document.code;
    this.status = document.status;
    this.errors = document.errors ?? [];
    this.requestId = document.requestId;
  }
}

// A proxy in front of the service has error pages of its own.
async function readProblem(response) {
  const document = await response.json().catch(() => null);
  return new Problem(document?.code ? document : { code: "unknown", status: response.status, title: `HTTP status ${response.status}` });
}

// Longer queries go into the body of a POST. Proxies take at least this much.
const QUERY_LENGTH_MAX = 4000;

function text(name, value) {
  if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value) : String(value);
  return name === "board" ? value.flat().map((cell) => cell || ".").join("") : value.join(",");
}

function queryOf(request) {
  const fields = Object.entries(request).filter(([, value]) => value != null);
  return String(new URLSearchParams(fields.map(([name, value]) => [name, text(name, value)])));
}

/** Aborts its signal with the caller's own, and when the time between `start` and `pause` is over. */
class Watch {
  #controller = new AbortController();
  #timer;

  constructor(timeoutMs, callerSignal) {
    this.timeoutMs = timeoutMs;
    this.signal = this.#controller.signal;
    this.callerSignal = callerSignal;
    this.follow = () => this.abort(callerSignal.reason);
    if (callerSignal?.aborted) this.follow();
    callerSignal?.addEventListener("abort", this.follow);
    this.start();
  }

  start() {
    this.endMs = Date.now() + this.timeoutMs;
    const reason = new DOMException(`no answer within ${this.timeoutMs} ms`, "TimeoutError");
    this.#timer = setTimeout(() => this.abort(reason), this.timeoutMs);
  }

  pause() {
    clearTimeout(this.#timer);
  }

  abort(reason) {
    this.#controller.abort(reason);
  }

  close() {
    this.pause();
    this.callerSignal?.removeEventListener("abort", this.follow);
    // Also closes a connection that is still open, which ends the search.
    this.abort();
  }
}

function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
  });
}

export class Client {
  #origin;
  #headers;
  #timeoutMs;
  #retries;
  #fetch;

  constructor(origin, { key, timeoutMs = 15_000, retries = 3, fetch = globalThis.fetch } = {}) {
    this.#origin = String(origin).replace(/\/$/, "");
    this.#headers = key ? { authorization: `Bearer ${key}` } : {};
    this.#timeoutMs = timeoutMs;
    this.#retries = retries;
    // Browsers refuse a `fetch` that is called as a method.
    this.#fetch = (...request) => fetch(...request);
  }

  move(request, options) {
    return this.#answer("move", request, options);
  }

  analysis(request, options) {
    return this.#answer("analysis", request, options);
  }

  position(request, options) {
    return this.#answer("position", request, options);
  }

  review(request, options) {
    return this.#answer("review", request, options);
  }

  streamMove(request, options) {
    return this.#records("move", request, options);
  }

  streamAnalysis(request, options) {
    return this.#records("analysis", request, options);
  }

  streamReview(request, options) {
    return this.#records("review", request, options);
  }

  async #answer(path, request, { signal } = {}) {
    const watch = new Watch(this.#timeoutMs, signal);
    try {
      const response = await this.#open(path, request, "application/json", watch);
      return await response.json();
    } finally {
      watch.close();
    }
  }

  async *#records(path, request, { signal } = {}) {
    const watch = new Watch(this.#timeoutMs, signal);
    try {
      const response = await this.#open(path, request, "application/x-ndjson", watch);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        watch.pause();
        watch.start();
        const { done, value } = await reader.read();
        // The time that the caller takes for a record is not the service's.
        watch.pause();
        if (done) throw new TypeError("the stream ended before its last record");
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        for (const record of lines.filter(Boolean).map((line) => JSON.parse(line))) {
          if (record.heartbeat) continue;
          if (record.problem) throw new Problem(record.problem);
          yield record;
          if (record.final) return;
        }
      }
    } finally {
      watch.close();
    }
  }

  /** Sends the request, by GET where possible, since caches know its answer; again where the service asks for patience. */
  async #open(path, request = {}, accept, { signal, endMs }) {
    const query = queryOf(request);
    let url = `${this.#origin}/v1/${path}`;
    const init = { headers: { ...this.#headers, accept }, signal };
    if (query.length <= QUERY_LENGTH_MAX) {
      url += `?${query}`;
    } else {
      init.method = "POST";
      init.headers["content-type"] = "application/json";
      init.body = JSON.stringify(request);
    }
    for (let attempt = 0; ; attempt += 1) {
      const response = await this.#fetch(url, init);
      if (response.ok) return response;
      const problem = await readProblem(response);
      // Clients that were refused together do not come back together.
      const waitMs = 1000 * Number(response.headers.get("retry-after") ?? 1) * (1 + Math.random() / 4);
      const worthIt = (problem.status === 429 || problem.status === 503) && attempt < this.#retries && Date.now() + waitMs < endMs;
      if (!worthIt) throw problem;
      await sleep(waitMs, signal);
    }
  }
}
