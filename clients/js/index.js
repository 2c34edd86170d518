import { InarowError, Problem, Unreachable } from "./errors.js";
import { checkCall, checkChoice, checkedOrigin, checkNumber, checkTimeout, figureUrl, onlyKnown, pageUrl, plain, queryOf } from "./fields.js";
import { engine, load, sleep, Watch } from "./watch.js";

export * from "./errors.js";
export { bar, errorWords, mistakes } from "./fields.js";

async function readProblem(response, origin) {
  const { status, statusText, headers } = response;
  const body = await response.text().catch(() => "");
  const own = Object(await new Response(body).json().catch(() => ({ title: /<title>\s*([^<]*?)\s*<\/title>/i.exec(body)?.[1] })));
  const after = headers.get("retry-after") ?? NaN;
  const seconds = isNaN(after) ? (Date.parse(after) - Date.now()) / 1000 : Number(after);
  const retryAfter = seconds > 0 ? seconds : undefined;
  const [, path] = origin.split(/^\w+:\/\/[^/]+/);
  const hint = path ? `; the origin has a path, ${path}: perhaps leave it out` : "";
  if (typeof own.code === "string" && own.status) return new Problem(own.code === "not-found" ? { ...own, detail: own.detail + hint } : own, retryAfter);
  const title = own.title?.replace(/^\d+\s+/, "") || statusText || "a page";
  const said = [own.detail, own.message, own.error].find((text) => typeof text === "string") ?? "this is not the service; perhaps a proxy";
  return new Problem({ code: "unknown", status, title, detail: `${origin} answered ${status}, ${title}: ${said}${hint}` }, retryAfter);
}

function named(origin, error, signal, response) {
  if (signal.aborted) return signal.reason;
  const isCut = error instanceof SyntaxError;
  if (!(isCut || error instanceof TypeError)) return error;
  const said = isCut ? "what came is cut, or no answer" : globalThis.navigator?.onLine === false ? "this device is offline" : (error.cause?.message || error.message).trim();
  const hint = /wrong version number|packet length/.test(said) ? "; perhaps the service speaks http, not https" : "";
  return new Unreachable(response ? `connection lost during the answer of ${origin}: ${said}; call again` : `no answer from ${origin}: ${said}${hint}`, { cause: error });
}

// Proxies take this much.
const QUERY_LENGTH_MAX = 4000;

// Above the longest search.
const TIMEOUT_MS = 15_000;
const MATCH_MS = 75_000;

// A silent service is left alone.
const AWAY_SECONDS = 30;

const BUSY_MS = 2_000;
const WAIT_SECONDS = 0.25;

// No restart.
const NO_SERVICE = /ENOTFOUND|EAI|CERT|SSL|TLS|VERIFY/;

const JSON_TYPE = "application/json";
const LINES = "application/x-ndjson";

/** No service has said this, no callback thrown it. */
const isAway = (error) => error instanceof Unreachable || error.code === "unknown";

function parsed(text, { headers }) {
  // No gateway says these.
  const answer = JSON.parse(/"(final|move|game|he[au]r|result|pos|problem)/.test(text) ? text : "");
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

  async tree(request, options) {
    checkChoice("format (see treeUrl)", request?.format, "json");
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
    return figureUrl("pictureUrl", this.#origin, request, more);
  }

  treeUrl(request, more) {
    return figureUrl("treeUrl", this.#origin, request, more);
  }

  pageUrl(request) {
    return pageUrl(this.#origin, request);
  }

  async #answer(path, request, options, accept = JSON_TYPE) {
    for await (const answer of this.#records(path, request, options, accept)) return answer;
  }

  async *#records(path, request = {}, options = {}, accept = LINES) {
    checkCall(request, options);
    const isStream = accept === LINES;
    const { timeoutMs = this.#options.timeoutMs ?? (path === "match" && !isStream ? MATCH_MS : TIMEOUT_MS), signal } = options;
    const watch = new Watch(this.#origin, timeoutMs, signal, this.#options.fallback && ((signal) => this.#fetch(`${this.#origin}/v1/games`, { method: "HEAD", headers: this.#headers, cache: "no-store", signal })));
    let response, body;
    try {
      if (Date.now() < this.#away.untilMs) watch.doubt(this.#away.cause);
      [response, body] = await this.#open(path, request, accept, watch, options);
      this.#away.untilMs = watch.cause = 0;
      if (isStream) yield* this.#read(response, watch);
      else yield accept === JSON_TYPE ? parsed(body, response) : body;
    } catch (error) {
      const cause = response ? named(this.#origin, error, watch.signal, isStream) : error;
      const local = await this.#local(path, cause, signal, watch);
      watch.close();
      yield* local.#records(path, request, options, accept);
    } finally {
      watch.close();
    }
  }

  async #local(endpoint, cause, signal, watch) {
    if (signal?.aborted) throw signal.reason;
    const { fallback, timeoutMs, onFallback } = this.#options;
    const isBusy = fallback === "local-when-busy" && [429, 503].includes(cause.status);
    if (!fallback || !(isAway(cause) || isBusy)) throw cause;
    // Other refusals may be over at once.
    const seconds = cause.name === "TimeoutError" ? AWAY_SECONDS : isBusy ? Math.min(AWAY_SECONDS, cause.retryAfter ?? 5) : 0;
    if (cause !== this.#away.cause) this.#away = { untilMs: Date.now() + 1000 * seconds, cause };
    if (!engine.client) {
      await Promise.race([load(), sleep(2e9, watch.signal)]).catch(({ message }) => {
        throw signal?.aborted ? signal.reason : new Unreachable(`no engine: ${message}`.replace(": no engine", ""), { cause });
      });
    }
    onFallback?.({ endpoint, cause });
    return engine.client(timeoutMs, cause);
  }

  async *#read(response, watch) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      watch.start();
      const { done, value } = await reader.read();
      if (done) throw new TypeError("what came is cut");
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines.filter(Boolean)) {
        const record = parsed(line, response);
        if (record.heartbeat) continue;
        if (record.problem) throw new Problem(record.problem);
        // The caller's time is not the service's.
        watch.pause();
        yield record;
        if (record.final) return;
        watch.start();
      }
    }
  }

  /** By GET, for caches. */
  async #open(path, request, accept, watch, { onRetry = this.#options.onRetry }) {
    const query = /batch|continuations|match|tree/.test(path) ? undefined : queryOf(request);
    let url = `${this.#origin}/v1/${path}`.replace("v1/solve", "solve");
    const { signal } = watch;
    const init = { headers: { ...this.#headers, accept }, signal };
    if (query?.length <= QUERY_LENGTH_MAX) {
      url += query && `?${query}`;
    } else {
      init.method = "POST";
      init.headers["content-type"] = JSON_TYPE;
      init.body = JSON.stringify(request, plain);
    }
    const { fallback, retries } = this.#options;
    let busyMs = fallback === "local-when-busy" ? BUSY_MS : Infinity;
    for (let attempt = 0; ; attempt += 1) {
      let error, response;
      try {
        signal.throwIfAborted();
        response = await this.#fetch(url, init);
        if (response.ok && !/^text\/html/.test(response.headers.get("content-type"))) return [response, accept !== LINES && (await response.text())];
        error = await readProblem(response, this.#origin);
      } catch (found) {
        error = named(this.#origin, found, signal, response);
      }
      watch.hush();
      if (!(error instanceof InarowError)) throw error;
      const { retryAfter, status, cause } = error;
      const mayPass = status ? [429, 502, 503].includes(status) : !NO_SERVICE.test(cause?.cause?.code);
      const growth = Math.min(8, 2 ** attempt);
      const waitMs = 1000 * (retryAfter ?? WAIT_SECONDS * growth);
      if (fallback && (isAway(error) || waitMs >= busyMs)) {
        watch.doubt(error);
        busyMs = Infinity;
      }
      const leftMs = Math.min(watch.endMs - Date.now(), busyMs) - waitMs;
      if (signal.aborted || !(mayPass && attempt < retries && leftMs > 0)) throw error;
      // Clients come back apart.
      const ms = waitMs + Math.random() * Math.min(1000 * growth * Math.min(retryAfter ?? WAIT_SECONDS, 1), leftMs);
      onRetry?.({ endpoint: path, cause: error, status, seconds: ms / 1000, attempt: attempt + 1 });
      await sleep(ms, signal);
      watch.listen();
      busyMs -= ms;
    }
  }
}
