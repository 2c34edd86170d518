import { onlyKnown } from "./fields.js";
import { Client, Unreachable } from "./index.js";
import { engine as loaded } from "./watch.js";

const STREAMED = ["move", "analysis", "review", "match"];
const LINES = "application/x-ndjson";
const FORMS = { "text/plain": "text", "application/x-go-sgf": "sgf" };
const encoder = new TextEncoder();

// A module has at most 256 MiB of memory, which tables, books and searches of all games share.
const RANGES = { tableMib: [1, 96], movetimeMsDefault: [1, 86_400_000], movetimeMsMax: [1, 86_400_000] };

// How long an engine that loads may make no progress.
const LOADING_MS = 30_000;

// Longer than that of a service: nobody waits in a queue behind a process of one's own.
const MOVETIME_MS_MAX = 60_000;
const TIMEOUT_MS = 75_000;
// The longest search of a service, and so of an engine in its place, for which a person waits.
const SERVICE_MS = 10_000;

// How long no call tries again to load an engine that could not be loaded.
const PAUSE_MS = 3_000;

/** Names of engines, or where they are. A bundler puts files that are named so beside its modules. */
function sourceOf(engine) {
  if (engine === undefined || engine === "whole") return new URL("./inarow.wasm", import.meta.url).href;
  if (engine === "small") return new URL("./inarow-small.wasm", import.meta.url).href;
  if (engine instanceof WebAssembly.Module) return engine;
  try {
    const isOfPage = /^[./]/.test(engine) && globalThis.location;
    return new URL(engine, isOfPage ? location.href : undefined).href;
  } catch {
    throw new TypeError(`engine: ${JSON.stringify(engine)} is neither "whole" nor "small", nor the address of a module, nor a module`);
  }
}

function checkedSettings(settings) {
  onlyKnown("settings", settings, Object.keys(RANGES).join(", "));
  for (const [name, [min, max]] of Object.entries(RANGES)) {
    const value = settings[name];
    const isGood = value === undefined || (Number.isInteger(value) && value >= min && value <= max);
    if (!isGood) throw new RangeError(`settings.${name} is ${value}: send a whole number from ${min} to ${max}`);
  }
  return { ...settings, movetimeMsMax: settings.movetimeMsMax ?? MOVETIME_MS_MAX };
}

/** The body of a problem in the words of a process; those of a service are for its clients. That of a fallback has no settings. */
function explained(body, engine) {
  const document = JSON.parse(body);
  const problem = document.problem ?? document;
  const { movetimeMsMax } = engine.settings;
  const [memory, time] = engine === shared
    ? ["", `; the engine of a fallback has ${movetimeMsMax} ms at most: a LocalClient may have more`]
    : ["; perhaps it lacks memory, and a smaller settings.tableMib helps", `: allow more movetime or, in a call without one, a larger settings.movetimeMsMax than ${movetimeMsMax}`];
  const own = { internal: `the engine in this process has failed${memory}`, saturated: `the engine's time ended before there was an answer${time}` };
  problem.detail = own[problem.code] ?? problem.detail;
  return JSON.stringify(document);
}

/** A worker with the same four members in browsers and in Node.js. */
async function startWorker(onMessage, onError) {
  if (typeof Worker === "undefined") {
    const threads = "node:worker_threads";
    const { Worker: Thread } = await import(/* @vite-ignore */ /* webpackIgnore: true */ threads);
    // Not the options of a process whose program is not a file.
    const thread = new Thread(new URL("worker.js", unbundled()), { execArgv: [] });
    thread.on("message", onMessage);
    thread.on("error", onError);
    return {
      post: (message) => thread.postMessage(message),
      stop: () => thread.terminate(),
      // A process may end while its engine has nothing to do.
      hold: () => thread.ref(),
      release: () => thread.unref(),
    };
  }
  const worker = startWebWorker();
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onerror = (event) => onError(event.error ?? new Error(event.message || unloaded()));
  return { post: (message) => worker.postMessage(message), stop: () => worker.terminate(), hold() {}, release() {} };
}

/** Where this module is, not as bundlers know it: they would make another copy of each file that is named with it. */
const unbundled = () => new URL(import.meta.url).href;

/** Browsers do not say which file of a worker they could not load. */
function unloaded() {
  if (globalThis.navigator?.onLine === false) return "its worker cannot start: this device is offline";
  return `its worker cannot start: is ${new URL("worker.js", unbundled())} there, with the engine.js of the package, and does the page's policy allow it? Vite, while it develops, needs optimizeDeps: { exclude: ["inarow"] } before version 8, and for a package in a folder install-links=true in .npmrc or server: { fs: { allow: [".", folder] } }`;
}

function startWebWorker() {
  const { href, origin } = new URL(import.meta.url);
  if (typeof location === "undefined" || origin === location.origin || origin === "null") return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  // A page may only start workers of its own origin; one of its own can import the module of a CDN.
  const source = `import ${JSON.stringify(new URL("worker.js", href).href)};`;
  const own = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return new Worker(own, { type: "module" });
}

/** The engine has not started. */
const noEngine = ({ message }) => new Unreachable(message.startsWith("no engine") ? message : `no engine: ${message}`);

/** An engine in workers, which answers one call at a time. */
class LocalEngine {
  #source;
  #settings;
  // Shared memory ends the search of a call that is aborted. Without it a second worker takes over: it is started ahead, since
  // there may be no network then.
  #flag = typeof SharedArrayBuffer === "undefined" ? undefined : new Int32Array(new SharedArrayBuffer(4));
  // Those that start, wait or search; messages of others are ignored.
  #workers = new Set();
  #running;
  #waiting = [];

  constructor({ engine, settings = {} } = {}) {
    this.#source = sourceOf(engine);
    this.#settings = checkedSettings(settings);
  }

  get settings() {
    return this.#settings;
  }

  /** Answers a call: gives each progress record to `onRecord`, then the reply. */
  answer(head, fields, { signal, onRecord } = {}) {
    return new Promise((resolve, reject) => {
      const call = { message: { head, fields }, onRecord, resolve, reject };
      call.abort = () => this.#abort(call, signal.reason);
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      signal?.addEventListener("abort", call.abort, { once: true });
      call.close = () => signal?.removeEventListener("abort", call.abort);
      this.#waiting.push(call);
      this.#next();
    });
  }

  /** Resolves when all workers have started, or cannot. */
  async started() {
    await Promise.all([...this.#workers].map(({ started }) => started));
  }

  /** Ends the workers, and every call. */
  close() {
    const error = new DOMException("the engine is closed", "AbortError");
    const calls = [...this.#waiting, ...(this.#running ? [this.#running] : [])];
    [this.#waiting, this.#running] = [[], undefined];
    for (const worker of this.#workers) this.#stop(worker);
    for (const call of calls) {
      call.close();
      call.reject(error);
    }
  }

  #next() {
    if (this.#running || !this.#waiting.length) return;
    const worker = [...this.#workers].find(({ isIdle }) => isIdle);
    if (!worker) {
      this.#start();
      return;
    }
    const call = (this.#running = this.#waiting.shift());
    call.worker = worker;
    worker.isIdle = false;
    if (this.#flag) Atomics.store(this.#flag, 0, 0);
    worker.hold();
    worker.post(call.message);
  }

  /** Starts a worker, unless one is starting. */
  async #start() {
    if ([...this.#workers].some(({ isReady }) => !isReady)) return;
    const worker = { isReady: false, isIdle: false };
    worker.started = new Promise((resolve) => (worker.settle = resolve));
    this.#workers.add(worker);
    const fail = (error) => this.#fail(worker, error);
    try {
      Object.assign(worker, await startWorker((message) => this.#take(worker, message), fail));
    } catch (error) {
      fail(error);
      return;
    }
    // It may have been closed meanwhile.
    if (this.#workers.has(worker)) {
      this.#wait(worker);
      worker.post({ source: this.#source, settings: this.#settings, flag: this.#flag });
    } else worker.stop();
  }

  /** A start of which nothing comes is given up: its connection may be dead, and another one alive. */
  #wait(worker) {
    clearTimeout(worker.timer);
    worker.timer = setTimeout(() => this.#fail(worker, new Error(`nothing of it came within ${LOADING_MS} ms`)), LOADING_MS);
  }

  #take(worker, { error, module, record, reply, isLoading }) {
    if (!this.#workers.has(worker)) return;
    if (isLoading) {
      this.#wait(worker);
      return;
    }
    const call = this.#running?.worker === worker ? this.#running : undefined;
    if (error) this.#fail(worker, error);
    else if (record !== undefined) call?.onRecord?.(record);
    else {
      worker.isIdle = true;
      worker.release();
      if (module) this.#welcome(worker, module);
      if (call) this.#finish(call, () => call.resolve(reply));
      else this.#next();
    }
  }

  /** A worker has started. */
  #welcome(worker, module) {
    // A later one need not compile it again.
    this.#source = module;
    clearTimeout(worker.timer);
    worker.isReady = true;
    worker.settle();
    for (const other of this.#workers) if (this.#isLeft(other)) this.#stop(other);
    if (!this.#flag && this.#workers.size < 2) this.#start();
  }

  /** Whether a worker searches for a call that was aborted. */
  #isLeft(worker) {
    return worker.isReady && !worker.isIdle && this.#running?.worker !== worker;
  }

  /** A worker cannot start, or has ended by itself. */
  #fail(worker, error) {
    if (!this.#workers.has(worker)) return;
    this.#stop(worker);
    if (this.#running?.worker === worker) {
      const call = this.#running;
      this.#finish(call, () => call.reject(error));
    } else if (worker.isReady) {
      this.#next();
    } else if (!this.#workers.size && this.#waiting.length) {
      const call = this.#waiting.shift();
      this.#finish(call, () => call.reject(noEngine(error)));
    }
  }

  #finish(call, settle) {
    if (this.#running === call) this.#running = undefined;
    call.close();
    settle();
    this.#next();
  }

  #abort(call, reason) {
    if (this.#running !== call) {
      this.#waiting = this.#waiting.filter((other) => other !== call);
      call.close();
    } else if (this.#flag) {
      // The worker still sends its reply, which nobody waits for.
      Atomics.store(this.#flag, 0, 1);
      call.onRecord = undefined;
    } else {
      // Its worker ends as soon as a new one has started. If none can start, it goes on when its search is over.
      this.#finish(call, () => {});
      this.#start();
    }
    call.reject(reason);
  }

  #stop(worker) {
    this.#workers.delete(worker);
    clearTimeout(worker.timer);
    worker.settle();
    worker.stop?.();
  }
}

/** The reply of a stream as it arrives: a response with the first record, or with the end of the call if that comes first. */
function streamed(engine, head, fields, signal, headers) {
  return new Promise((resolve, reject) => {
    let controller;
    const end = new AbortController();
    const stream = new ReadableStream({ start: (own) => (controller = own), cancel: () => end.abort() });
    const both = signal ? AbortSignal.any([signal, end.signal]) : end.signal;
    const send = (line) => controller.enqueue(encoder.encode(`${line}\n`));
    const open = () => resolve(new Response(stream, { status: 200, headers: { ...headers, "content-type": LINES } }));
    let isOpen = false;
    const onRecord = (record) => {
      if (!isOpen) open();
      isOpen = true;
      send(record);
    };
    engine.answer(head, fields, { signal: both, onRecord }).then(
      ({ status, body }) => {
        const type = "application/problem+json";
        if (status !== 200) return resolve(new Response(explained(body, engine), { status, headers: { ...headers, "content-type": type } }));
        onRecord(body.startsWith('{"final":true,"problem"') ? explained(body, engine) : body);
        controller.close();
      },
      (error) => {
        reject(error);
        if (!end.signal.aborted) controller.error(error);
      },
    );
  });
}

/** A `fetch` whose answers come from an engine in a worker. */
function fetchOf(engine) {
  return async (resource, { method = "GET", headers = {}, body, signal } = {}) => {
    const { pathname, search, origin } = new URL(resource);
    const endpoint = pathname.replace(/^.*\/(v1\/)?/, "");
    const accept = new Headers(headers).get("accept") ?? "";
    const isLines = accept.includes(LINES);
    const form = isLines ? (STREAMED.includes(endpoint) ? "stream" : "lines") : (FORMS[accept] ?? "document");
    const requestId = crypto.randomUUID();
    const service = origin === "null" ? "" : origin;
    const head = { endpoint, form, query: method !== "POST", service, requestId };
    const fields = method === "POST" ? String(body) : search.slice(1);
    const own = { "x-inarow-source": "local", "x-request-id": requestId };
    if (form === "stream") return streamed(engine, head, fields, signal, own);
    const { status, body: text } = await engine.answer(head, fields, { signal });
    const good = endpoint.endsWith(".svg") ? "image/svg+xml" : accept || "application/json";
    const type = status === 200 ? good : "application/problem+json";
    return new Response(status === 200 ? text : explained(text, engine), { status, headers: { ...own, "content-type": type } });
  };
}

let shared, chosen, loading, failure;

/** Resolves once the engine of the fallback has started. Where it cannot, a later call begins anew. */
export function load(engine) {
  if (Date.now() < failure?.untilMs) return Promise.reject(failure.error);
  if (!loading) {
    const own = new LocalEngine({ engine, settings: { movetimeMsMax: SERVICE_MS } });
    [shared, chosen] = [own, sourceOf(engine)];
    // A call that waits for an engine which another has replaced waits for that one.
    loading = own.answer({ endpoint: "heuristics" }, "").then(
      () => (shared === own ? (loaded.client = fallbackClient) : loading),
      (error) => {
        if (shared !== own && loading) return loading;
        if (!shared) throw error;
        loading = undefined;
        failure = { error, untilMs: Date.now() + PAUSE_MS };
        throw error;
      },
    );
  }
  return loading;
}

/** Loads the engine of the fallback ahead of the first call, while there is a network. One that is named replaces another that a call began to load. */
export async function prepare({ engine } = {}) {
  if (loading && engine !== undefined && sourceOf(engine) !== chosen) {
    if (loaded.client) throw new TypeError("the fallback has another engine already: call prepare before the first call");
    loading = undefined;
    const former = shared;
    load(engine);
    former.close();
  }
  failure = undefined;
  await load(engine);
  await shared?.started();
}

/** Ends the engine of the fallback, with its memory; calls that it answers reject. A later call, or `prepare`, loads one again. */
export function release() {
  const former = shared;
  shared = chosen = loading = failure = loaded.client = undefined;
  former?.close();
}

/** A search gets no more time than the engine gives, and a review that does not say how long it may take ends before the call. */
function bounded(address, options, timeoutMs) {
  const url = new URL(address);
  const endpoint = url.pathname.split("/").pop();
  if (!["move", "analysis", "review"].includes(endpoint)) return [address, options];
  // Without a time, the other bounds of a review make its labels the same each time.
  const callMs = endpoint === "review" && 0.8 * timeoutMs < SERVICE_MS ? Math.ceil(0.8 * timeoutMs) : undefined;
  const within = (ms) => (ms > SERVICE_MS ? SERVICE_MS : (ms ?? callMs));
  if (options.body) {
    const fields = JSON.parse(options.body);
    return [address, { ...options, body: JSON.stringify({ ...fields, movetime: within(fields.movetime) }) }];
  }
  const movetime = within(url.searchParams.get("movetime"));
  if (movetime) url.searchParams.set("movetime", movetime);
  return [url, options];
}

/** The client that answers for a service that is away. Where it cannot, its errors say why it was asked. */
function fallbackClient(timeoutMs = TIMEOUT_MS, cause) {
  const answer = fetchOf(shared);
  const fetch = (address, options) =>
    answer(...bounded(address, options, timeoutMs)).catch((error) => {
      if (error instanceof Unreachable) error.cause ??= cause;
      throw error;
    });
  return new Client("local://inarow", { timeoutMs, retries: 0, fetch });
}

/** The methods of `Client` without a server: an engine in a worker answers. */
export class LocalClient extends Client {
  #engine;

  constructor(options = {}) {
    onlyKnown("LocalClient", options, "engine, settings, timeoutMs");
    const { engine, settings, timeoutMs = TIMEOUT_MS } = options;
    const own = new LocalEngine({ engine, settings });
    super("local://inarow", { timeoutMs, retries: 0, fetch: fetchOf(own) });
    this.#engine = own;
  }

  pictureUrl() {
    throw new TypeError("no service, no address of a picture");
  }

  treeUrl() {
    return this.pictureUrl();
  }

  pageUrl() {
    throw new TypeError("no service, no address of its page");
  }

  /** Ends its workers; calls that run or wait reject. A later call starts others. */
  close() {
    this.#engine.close();
  }
}
