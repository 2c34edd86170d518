import { InarowError, Problem, Unreachable } from "./errors.js";
import { checkCall, checkChoice, checkedOrigin, checkNumber, checkTimeout, figureUrl, onlyKnown, pageUrl, PICTURE, plain, queryOf, TREE } from "./fields.js";
import { sleep, Watch } from "./watch.js";

export * from "./errors.js";
export { bar, errorWords, mistakes } from "./fields.js";

const isPage = ({ headers }) => /^text\/html/.test(headers.get("content-type"));

/** The service's problem document; a proxy has its own. */
async function readProblem(response, origin) {
  const { status, statusText, headers } = response;
  const body = await response.text().catch(() => "");
  const own = await new Response(body).json().catch(() => ({ title: /<title>\s*([^<]*?)\s*<\/title>/i.exec(body)?.[1] }));
  const after = headers.get("retry-after") ?? NaN;
  // Or a date.
  const seconds = isNaN(after) ? Math.max(0, (Date.parse(after) - Date.now()) / 1000) : Number(after);
  const retryAfter = seconds >= 0 ? seconds : undefined;
  // Few services have one.
  const path = /^\w+:\/\/[^/]+(\/.*)/.exec(origin)?.[1];
  const hint = path ? `; the origin has a path, ${path}: perhaps leave it out` : "";
  if (typeof own?.code === "string" && own.status) return new Problem(own.code === "not-found" ? { ...own, detail: own.detail + hint } : own, retryAfter);
  const title = own?.title?.replace(/^\d+\s+/, "") || statusText || "a page, not an answer";
  const said = [own?.detail, own?.message, own?.error].find((text) => typeof text === "string") ?? "this is not the service; perhaps a proxy";
  return new Problem({ code: "unknown", status, title, detail: `${origin} answered ${status}, ${title}: ${said}${hint}` }, retryAfter);
}

/** Errors of network and cut answers, with the address. */
function named(origin, error, signal, what = "no answer from", remedy = "") {
  const isCut = error instanceof SyntaxError;
  if (!(isCut || error instanceof TypeError) || signal.aborted) return error;
  const said = isCut ? "what came is cut, or is no JSON" : globalThis.navigator?.onLine === false ? "this device is offline" : (error.cause?.message || error.message).trim();
  const hint = /wrong version number|packet length/.test(said) ? "; perhaps the service speaks http, not https" : "";
  return new Unreachable(`${what} ${origin}: ${said}${hint}${remedy}`, { cause: error });
}

// Without GET.
const POSTED = ["batch", "continuations", "match", "tree"];

// Proxies take this much.
const QUERY_LENGTH_MAX = 4000;

// Longer than the longest search.
const TIMEOUT_MS = 15_000;
const MATCH_MS = 75_000;

// How long a silent service is left alone.
const AWAY_MS = 30_000;

// With "local-when-busy".
const BUSY_MS = 2_000;

// Without `Retry-After`.
const WAIT_SECONDS = 0.25;

// No restart.
const NO_SERVICE = /ENOTFOUND|EAI|CERT|SSL|TLS|VERIFY/;

const JSON_TYPE = "application/json";

function marked(answer, { headers }) {
  if (headers.has("x-inarow-source")) answer.source = "local";
  return answer;
}

export class Client {
  #origin;
  #headers;
  #fetch;
  #options;
  #away = { untilMs: 0 };

  constructor(origin, options = {}) {
    onlyKnown("Client", options, "key, timeoutMs, retries, fetch, fallback, onRetry, onFallback");
    const { key, timeoutMs, retries = 3, fetch = globalThis.fetch, fallback } = options;
    checkNumber("retries", retries, 0, Infinity);
    checkTimeout(timeoutMs);
    if (/^bearer /i.test(key)) throw new TypeError('give the key without "Bearer "');
    checkChoice("fallback", fallback, "local, local-when-busy");
    this.#origin = checkedOrigin(origin);
    this.#headers = key ? { authorization: `Bearer ${key}` } : {};
    // A browser's `fetch` is no method.
    this.#fetch = (...request) => fetch(...request);
    this.#options = { ...options, retries };
  }

  move(request, options) {
    return this.#answer("move", request, options);
  }

  moveText(request, options) {
    return this.#answer("move", request, options, "text/plain");
  }

  analysis(request, options) {
    return this.#answer("analysis", request, options);
  }

  analysisText(request, options) {
    return this.#answer("analysis", request, options, "text/plain");
  }

  position(request, options) {
    return this.#answer("position", request, options);
  }

  positionText(request, options) {
    return this.#answer("position", request, options, "text/plain");
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

  puzzleText(request, options) {
    return this.#answer("puzzles", request, options, "text/plain");
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

  pictureUrl(request, more) {
    return figureUrl("pictureUrl", PICTURE, `${this.#origin}/v1/position`, request, more);
  }

  treeUrl(request, more) {
    return figureUrl("treeUrl", TREE, `${this.#origin}/v1/tree`, request, more);
  }

  pageUrl(request) {
    return pageUrl(this.#origin, request);
  }

  async #answer(path, request = {}, options = {}, accept = JSON_TYPE) {
    checkCall(request, options);
    try {
      this.#leaveAlone();
      return await this.#serviceAnswer(path, request, options, accept);
    } catch (cause) {
      const local = await this.#local(path, cause, options);
      return local.#serviceAnswer(path, request, options, accept);
    }
  }

  async *#records(path, request = {}, options = {}) {
    checkCall(request, options);
    try {
      this.#leaveAlone();
      yield* this.#serviceRecords(path, request, options);
    } catch (cause) {
      const local = await this.#local(path, cause, options);
      yield* local.#serviceRecords(path, request, options);
    }
  }

  #leaveAlone() {
    if (Date.now() < this.#away.untilMs) throw this.#away.cause;
  }

  /** The engine for a service that is away. */
  async #local(endpoint, cause, { signal }) {
    if (signal?.aborted) throw signal.reason;
    const isAway = !(cause instanceof Problem) || cause.code === "unknown" || (this.#options.fallback === "local-when-busy" && [429, 503].includes(cause.status));
    if (!this.#options.fallback || !isAway) throw cause;
    // What refuses at once may come back at once.
    if (cause.name === "TimeoutError" && cause !== this.#away.cause) this.#away = { untilMs: Date.now() + AWAY_MS, cause };
    this.#options.onFallback?.({ endpoint, cause });
    const { fallbackClient } = await import("./local.js").catch(({ message }) => {
      throw new Unreachable(`no engine: ${message}`, { cause });
    });
    return fallbackClient(this.#options.timeoutMs, cause);
  }

  async #probe(signal) {
    const response = await this.#fetch(`${this.#origin}/v1/games`, { headers: this.#headers, cache: "no-store", signal });
    await response.body?.cancel();
    if (isPage(response)) throw new TypeError("a page");
  }

  #watch({ signal, timeoutMs = this.#options.timeoutMs }, usualMs) {
    return new Watch(this.#origin, timeoutMs ?? usualMs, signal, this.#options.fallback && ((own) => this.#probe(own)));
  }

  async #serviceAnswer(path, request, options, accept) {
    const watch = this.#watch(options, path === "match" ? MATCH_MS : TIMEOUT_MS);
    try {
      const response = await this.#open(path, request, accept, watch, options);
      try {
        const body = await response.text();
        return accept === JSON_TYPE ? marked(JSON.parse(body), response) : body;
      } catch (error) {
        throw named(this.#origin, error, watch.signal);
      }
    } finally {
      watch.close();
    }
  }

  async *#serviceRecords(path, request, options) {
    const watch = this.#watch(options, TIMEOUT_MS);
    try {
      const response = await this.#open(path, request, "application/x-ndjson", watch, options);
      try {
        yield* this.#read(response, watch);
      } catch (error) {
        throw named(this.#origin, error, watch.signal, "connection lost during the answer of", "; call again");
      }
    } finally {
      watch.close();
    }
  }

  async *#read(response, watch) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      watch.pause();
      watch.start();
      const { done, value } = await reader.read();
      // The caller's time is not the service's.
      watch.pause();
      if (done) throw new TypeError("the stream ended before its last record");
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines.filter(Boolean)) {
        const record = JSON.parse(line);
        if (record.heartbeat) continue;
        if (record.problem) throw new Problem(record.problem);
        yield marked(record, response);
        if (record.final) return;
      }
    }
  }

  /** A fallback need not wait. */
  #mayPass({ code, status, cause }) {
    if (status) return [429, 502, 503].includes(status) && !(this.#options.fallback && code === "unknown");
    return !this.#options.fallback && !NO_SERVICE.test(cause?.cause?.code);
  }

  /** By GET where possible, for caches. */
  async #open(path, request, accept, { signal, endMs }, { onRetry = this.#options.onRetry }) {
    const query = POSTED.includes(path) ? undefined : queryOf(request);
    let url = path === "solve" ? `${this.#origin}/solve` : `${this.#origin}/v1/${path}`;
    const init = { headers: { ...this.#headers, accept }, signal };
    if (query?.length <= QUERY_LENGTH_MAX) {
      url += query && `?${query}`;
    } else {
      init.method = "POST";
      init.headers["content-type"] = JSON_TYPE;
      init.body = JSON.stringify(request, plain);
    }
    let busyMs = this.#options.fallback === "local-when-busy" ? BUSY_MS : Infinity;
    for (let attempt = 0; ; attempt += 1) {
      let error;
      try {
        const response = await this.#fetch(url, init);
        if (response.ok && !isPage(response)) return response;
        error = await readProblem(response, this.#origin);
      } catch (found) {
        error = named(this.#origin, found, signal);
      }
      const { retryAfter, status } = error;
      const growth = Math.min(8, 2 ** attempt);
      const waitMs = 1000 * (retryAfter ?? WAIT_SECONDS * growth);
      const leftMs = Math.min(endMs - Date.now(), busyMs) - waitMs;
      if (!(error instanceof InarowError && this.#mayPass(error) && attempt < this.#options.retries && leftMs > 0)) throw error;
      // Clients refused together come back apart.
      const ms = waitMs + Math.random() * Math.min(1000 * growth * Math.min(retryAfter ?? WAIT_SECONDS, 1), leftMs);
      onRetry?.({ endpoint: path, status, seconds: ms / 1000, attempt: attempt + 1 });
      await sleep(ms, signal);
      busyMs -= ms;
    }
  }
}
