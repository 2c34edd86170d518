import { Problem, Unreachable } from "./errors.js";
import { bar, checkFields, checkedOrigin, errorWords, figureUrl, mistakes, onlyKnown, pathOf, PICTURE, plain, queryOf, TREE } from "./fields.js";
import { sleep, Watch } from "./watch.js";

export * from "./errors.js";
export { bar, errorWords, mistakes };

/** Seconds, of a date too; else NaN. */
function secondsOf(retryAfter) {
  const seconds = Number(retryAfter);
  return Number.isNaN(seconds) ? Math.max(0, (Date.parse(retryAfter) - Date.now()) / 1000) : seconds;
}

const isPage = ({ headers }) => /^text\/html/.test(headers.get("content-type"));

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
  const path = pathOf(origin);
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
  const isOffline = globalThis.navigator?.onLine === false;
  const said = isCut ? "what came is cut, or is no JSON" : isOffline ? "this device is offline" : (error.cause?.message || error.message).trim();
  const hint = /wrong version number|packet length/.test(said) ? "; perhaps the service speaks http, not https" : "";
  return new Unreachable(`${what} ${origin}: ${said}${hint}${remedy}`, { cause: error });
}

// Without GET.
const POSTED = ["batch", "continuations", "match", "tree"];

// Longer ones are sent by POST. Proxies take this much.
const QUERY_LENGTH_MAX = 4000;

// Longer than the longest search; a match may take a minute.
const TIMEOUT_MS = 15_000;
const MATCH_MS = 75_000;

// With a fallback, how long a silent service is left alone.
const AWAY_MS = 30_000;

// Before the first repetition after a lost connection; then twice as long each time.
const LOST_SECONDS = 0.25;

// No restart.
const NO_SERVICE = /ENOTFOUND|EAI|CERT|SSL|TLS|VERIFY/;

// Timers of platforms take no more.
const TIMER_MS_MAX = 2 ** 31 - 1;

const JSON_TYPE = "application/json";

function checkNumber(name, value, min, max) {
  if (!(typeof value === "number" && value >= min && value <= max)) throw new RangeError(`${name} is ${value}: send a number from ${min}${max < Infinity ? ` to ${max}` : ""}`);
}

function marked(answer, { headers }) {
  if (headers.has("x-inarow-source")) answer.source = "local";
  return answer;
}

/** An engine that cannot be had says why it was asked; what the caller aborts with is the caller's. */
function caused(failure, cause, signal) {
  if (!(failure instanceof Problem) && !signal?.aborted) failure.cause ??= cause;
  return failure;
}

export class Client {
  #origin;
  #headers;
  #timeoutMs;
  #retries;
  #fetch;
  #fallback;
  #away = { untilMs: 0 };

  constructor(origin, options = {}) {
    onlyKnown("Client", options, ["key", "timeoutMs", "retries", "fetch", "fallback"]);
    const { key, timeoutMs, retries = 3, fetch = globalThis.fetch, fallback } = options;
    checkNumber("retries", retries, 0, Infinity);
    checkNumber("timeoutMs", timeoutMs ?? TIMEOUT_MS, 1, TIMER_MS_MAX);
    if (/^bearer /i.test(key)) throw new TypeError('give the key without "Bearer "');
    if (fallback !== undefined && fallback !== "local") throw new TypeError(`fallback: ${JSON.stringify(fallback)} is unknown; "local" is the only one`);
    this.#origin = checkedOrigin(origin);
    this.#headers = key ? { authorization: `Bearer ${key}` } : {};
    this.#timeoutMs = timeoutMs;
    this.#retries = retries;
    // A browser's `fetch` is no method.
    this.#fetch = (...request) => fetch(...request);
    this.#fallback = fallback;
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

  async #answer(path, request = {}, options = {}, accept = JSON_TYPE) {
    const { signal } = this.#asked(request, options);
    let error = this.#awayError;
    try {
      if (!error) return await this.#serviceAnswer(path, request, signal, accept);
    } catch (found) {
      error = found;
    }
    const local = await this.#local(error, signal);
    return local.#serviceAnswer(path, request, signal, accept).catch((failure) => {
      throw caused(failure, error, signal);
    });
  }

  async *#records(path, request = {}, options = {}) {
    const { signal } = this.#asked(request, options);
    let error = this.#awayError;
    try {
      if (!error) return yield* this.#serviceRecords(path, request, signal);
    } catch (found) {
      error = found;
    }
    const local = await this.#local(error, signal);
    try {
      yield* local.#serviceRecords(path, request, signal);
    } catch (failure) {
      throw caused(failure, error, signal);
    }
  }

  #asked(request, options) {
    checkFields(request);
    onlyKnown("the second argument", options, ["signal"]);
    return options;
  }

  /** Why the service is away, if it is. */
  get #awayError() {
    return Date.now() < this.#away.untilMs ? this.#away.error : undefined;
  }

  /** The engine in place of a service that is away; other errors are thrown again. */
  async #local(error, signal) {
    if (signal?.aborted) throw signal.reason;
    if (!this.#fallback || (error instanceof Problem && error.code !== "unknown")) throw error;
    // What refuses at once may come back at once.
    if (error.name === "TimeoutError" && error !== this.#awayError) this.#away = { untilMs: Date.now() + AWAY_MS, error };
    const { fallbackClient } = await import("./local.js").catch(({ message }) => {
      throw new Unreachable(`no engine: ${message}`, { cause: error });
    });
    return fallbackClient(this.#timeoutMs);
  }

  async #probe(signal) {
    const response = await this.#fetch(`${this.#origin}/v1/games`, { headers: this.#headers, cache: "no-store", signal });
    await response.body?.cancel();
    if (isPage(response)) throw new TypeError("a page");
  }

  #watch(signal, timeoutMs) {
    return new Watch(this.#origin, this.#timeoutMs ?? timeoutMs, signal, this.#fallback && ((own) => this.#probe(own)));
  }

  async #serviceAnswer(path, request, signal, accept) {
    const watch = this.#watch(signal, path === "match" ? MATCH_MS : TIMEOUT_MS);
    try {
      const response = await this.#open(path, request, accept, watch);
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

  async *#serviceRecords(path, request, signal) {
    const watch = this.#watch(signal, TIMEOUT_MS);
    try {
      const response = await this.#open(path, request, "application/x-ndjson", watch);
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

  /** The answer; else the problem, whether it may pass, and after how many seconds. An engine in place of the service need not wait. */
  async #attempt(url, init, attempt) {
    try {
      const response = await this.#fetch(url, init);
      if (response.ok && !isPage(response)) return { response };
      const problem = await readProblem(response, this.#origin);
      const { code, status } = problem;
      const mayPass = [429, 502, 503].includes(status) && !(this.#fallback && code === "unknown");
      return { problem, mayPass, seconds: secondsOf(response.headers.get("retry-after") ?? 1) };
    } catch (error) {
      const problem = named(this.#origin, error, init.signal);
      const mayPass = problem instanceof Unreachable && !this.#fallback && !NO_SERVICE.test(error.cause?.code);
      return { problem, mayPass, seconds: LOST_SECONDS * 2 ** attempt };
    }
  }

  /** By GET where possible, for caches; again where the service is busy or starts anew. */
  async #open(path, request, accept, { signal, endMs }) {
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
    for (let attempt = 0; ; attempt += 1) {
      const { response, problem, mayPass, seconds } = await this.#attempt(url, init, attempt);
      if (response) return response;
      const waitMs = 1000 * seconds;
      const leftMs = endMs - Date.now() - waitMs;
      if (!mayPass || attempt >= this.#retries || !(leftMs > 0)) throw problem;
      // Clients refused together come back apart.
      await sleep(waitMs + Math.random() * Math.min(waitMs * 2 ** attempt, leftMs), signal);
    }
  }
}
