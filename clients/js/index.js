/** An answer that is no success: a problem document of the service (RFC 9457), or what a proxy says. */
export class Problem extends Error {
  constructor(document, retryAfter) {
    super(document.detail ?? document.title);
    this.name = "Problem";
    this.code = document.code;
    this.status = document.status;
    this.title = document.title;
    this.errors = document.errors ?? [];
    this.retryAfter = retryAfter;
    this.requestId = document.requestId;
  }
}

/** Seconds, of a date too; else NaN. */
function secondsOf(retryAfter) {
  const seconds = Number(retryAfter);
  return Number.isNaN(seconds) ? Math.max(0, (Date.parse(retryAfter) - Date.now()) / 1000) : seconds;
}

/** The service's problem document; a proxy has its own. */
async function readProblem(response, origin) {
  const { status, statusText, headers } = response;
  const body = await response.text().catch(() => "");
  const own = (() => {
    try {
      return JSON.parse(body);
    } catch {
      return { title: /<title>\s*([^<]*?)\s*<\/title>/i.exec(body)?.[1] };
    }
  })();
  const seconds = headers.has("retry-after") ? secondsOf(headers.get("retry-after")) : NaN;
  const retryAfter = Number.isNaN(seconds) ? undefined : seconds;
  if (typeof own?.code === "string" && own.status) return new Problem(own, retryAfter);
  const title = own?.title?.replace(/^\d+\s+/, "") || statusText || "a page, not an answer";
  const said = [own?.detail, own?.message, own?.error].find((text) => typeof text === "string") ?? "this is not the service; perhaps a proxy";
  return new Problem({ code: "unknown", status, title, detail: `${origin} answered ${status}, ${title}: ${said}` }, retryAfter);
}

/** Errors of the network with the address; others as they are. */
function named(origin, error, signal) {
  if (!(error instanceof TypeError) || signal.aborted) return error;
  return new TypeError(`no answer from ${origin}: ${error.cause?.message || error.message}`, { cause: error });
}

// The endpoints that have no GET.
const POSTED = ["batch", "continuations", "match", "tree"];

// Longer queries go into the body of a POST. Proxies take at least this much.
const QUERY_LENGTH_MAX = 4000;

// Longer than the longest search of a service; a match may take a minute.
const TIMEOUT_MS = 15_000;
const MATCH_MS = 75_000;

/** Sends an answer's move by its name. */
const plain = (_, value) => (value?.cell >= 0 ? value.name : value);

function text(name, value) {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value) : String(value);
  if (name === "board") return value.flat().map((cell) => cell || ".").join("");
  const list = value.map((one) => (Array.isArray(one) ? `(${one})` : plain(name, one))).join(",");
  // A number without a comma would be columns.
  return name === "moves" && /^\d+$/.test(list) ? `${list},` : list;
}

function queryOf(request) {
  const fields = Object.entries(request).filter(([, value]) => value != null);
  return String(new URLSearchParams(fields.map(([name, value]) => [name, text(name, value)])));
}

/** Aborts its signal with the caller's, and when the time from `start` to `pause` is over. */
class Watch {
  #controller = new AbortController();
  #timer;

  constructor(origin, timeoutMs, callerSignal) {
    this.origin = origin;
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
    const reason = new DOMException(`no answer from ${this.origin} within ${this.timeoutMs} ms`, "TimeoutError");
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
    // Closes the connection, which ends the search.
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

/** Marks a local answer. */
function marked(answer, { headers }) {
  if (headers.has("x-inarow-source")) answer.source = "local";
  return answer;
}

export class Client {
  #origin;
  #headers;
  #timeoutMs;
  #retries;
  #fetch;

  constructor(origin, { key, timeoutMs, retries = 3, fetch = globalThis.fetch, fallback } = {}) {
    this.#origin = String(origin).replace(/\/+$/, "");
    if (!/^((https?|local):\/\/|\/|$)/.test(this.#origin)) throw new TypeError(`${this.#origin} is no origin: write http:// or https:// before it`);
    if (this.#origin.endsWith("/v1")) throw new TypeError(`leave out /v1 at the end of the origin ${this.#origin}: calls add it`);
    this.#headers = key ? { authorization: `Bearer ${key}` } : {};
    this.#timeoutMs = timeoutMs;
    this.#retries = retries;
    // A browser's `fetch` is no method.
    const own = (...request) => fetch(...request);
    this.#fetch = fallback === "local" ? async (...request) => (await import("./local.js")).fetchOrLocal(own, ...request) : own;
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

  reviewText(request, options) {
    return this.#answer("review", request, options, "text/plain");
  }

  reviewSgf(request, options) {
    return this.#answer("review", request, options, "application/x-go-sgf");
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

  puzzle(request, options) {
    return this.#answer("puzzles", request, options);
  }

  games(options) {
    return this.#answer("games", {}, options);
  }

  heuristics(options) {
    return this.#answer("heuristics", {}, options);
  }

  match(request, options) {
    return this.#answer("match", request, options);
  }

  streamMatch(request, options) {
    return this.#records("match", request, options);
  }

  tree(request, options) {
    return this.#answer("tree", request, options);
  }

  continuations(request, options) {
    return this.#answer("continuations", request, options);
  }

  streamContinuations(request, options) {
    return this.#records("continuations", request, options);
  }

  batch(request, options) {
    return this.#answer("batch", request, options);
  }

  solve(pos = "", options) {
    return this.#answer("solve", { pos }, options);
  }

  pictureUrl({ format = "svg", ...request } = {}, more) {
    if (more || request[0]) throw new TypeError('write pictureUrl({ moves, format: "png" })');
    const query = queryOf(request);
    return `${this.#origin}/v1/position.${format}${query && "?"}${query}`;
  }

  treeUrl({ format = "svg", ...request } = {}, more) {
    if (more || request[0]) throw new TypeError('write treeUrl({ moves, format: "svg" })');
    return `${this.#origin}/v1/tree?${queryOf({ ...request, format })}`;
  }

  async #answer(path, request, { signal } = {}, accept = "application/json") {
    const timeoutMs = this.#timeoutMs ?? (path === "match" ? MATCH_MS : TIMEOUT_MS);
    const watch = new Watch(this.#origin, timeoutMs, signal);
    try {
      const response = await this.#open(path, request, accept, watch);
      return accept === "application/json" ? marked(await response.json(), response) : await response.text();
    } finally {
      watch.close();
    }
  }

  async *#records(path, request, { signal } = {}) {
    const watch = new Watch(this.#origin, this.#timeoutMs ?? TIMEOUT_MS, signal);
    try {
      const response = await this.#open(path, request, "application/x-ndjson", watch);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        watch.pause();
        watch.start();
        const { done, value } = await reader.read().catch((error) => {
          throw named(this.#origin, error, watch.signal);
        });
        // The caller's time is not the service's.
        watch.pause();
        if (done) throw named(this.#origin, new TypeError("the stream ended before its last record"), watch.signal);
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        for (const record of lines.filter(Boolean).map((line) => JSON.parse(line))) {
          if (record.heartbeat) continue;
          if (record.problem) throw new Problem(record.problem);
          yield marked(record, response);
          if (record.final) return;
        }
      }
    } finally {
      watch.close();
    }
  }

  /** By GET where possible, since caches know its answer; again where the service asks for patience. */
  async #open(path, request = {}, accept, { signal, endMs }) {
    const query = POSTED.includes(path) ? undefined : queryOf(request);
    let url = path === "solve" ? `${this.#origin}/solve` : `${this.#origin}/v1/${path}`;
    const init = { headers: { ...this.#headers, accept }, signal };
    if (query?.length <= QUERY_LENGTH_MAX) {
      url += `?${query}`;
    } else {
      init.method = "POST";
      init.headers["content-type"] = "application/json";
      init.body = JSON.stringify(request, plain);
    }
    for (let attempt = 0; ; attempt += 1) {
      const response = await this.#fetch(url, init).catch((error) => {
        throw named(this.#origin, error, signal);
      });
      const isPage = /^text\/html/.test(response.headers.get("content-type"));
      if (response.ok && !isPage) return response;
      const problem = await readProblem(response, this.#origin);
      // Clients that were refused together do not come back together.
      const waitMs = 1000 * secondsOf(response.headers.get("retry-after") ?? 1) * (1 + Math.random() / 4);
      const worthIt = (problem.status === 429 || problem.status === 503) && attempt < this.#retries && Date.now() + waitMs < endMs;
      if (!worthIt) throw problem;
      await sleep(waitMs, signal);
    }
  }
}
