// The engine on a thread of its own, in browsers and in Node.js. It takes `{ source, settings, flag }` first, then calls.

import { Engine } from "./engine.js";

/** The port of messages. */
let port;

/** The published package has the engine; a checkout of the repository has it once it is made. */
function missing(url, cause) {
  return new Error(`no engine at ${url}: ${cause}; in a checkout of the repository, tools/build_wasm.sh makes it`);
}

/** Reads the bytes of a body, and reports each part as it comes. */
async function read({ body }) {
  const reader = body.getReader();
  const parts = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    port.postMessage({ isLoading: true });
    parts.push(value);
  }
}

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  const url = new URL(source);
  if (url.protocol === "file:") {
    const files = "node:fs/promises";
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ files);
    const bytes = await readFile(url).catch((error) => {
      throw missing(url, error.message);
    });
    return WebAssembly.compile(bytes);
  }
  const response = await fetch(url).catch((error) => {
    throw missing(url, error.message);
  });
  if (!response.ok) throw missing(url, `HTTP status ${response.status}`);
  // A server need not know the media type of WebAssembly, which `compileStreaming` wants.
  const bytes = await read(response);
  // Some servers have the same page for every path.
  const isEngine = String(new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength))) === "0,97,115,109";
  if (!isEngine) throw missing(url, `it is ${response.headers.get("content-type") ?? "a file"}, not WebAssembly`);
  return WebAssembly.compile(bytes);
}

let engine;

async function start({ source, settings, flag }) {
  try {
    const module = await compile(source);
    engine = new Engine(module, { settings, isCancelled: flag ? () => Atomics.load(flag, 0) === 1 : undefined });
    port.postMessage({ module });
  } catch (error) {
    port.postMessage({ error });
  }
}

function answer({ head, fields }) {
  try {
    port.postMessage({ reply: engine.answer(head, fields, (record) => port.postMessage({ record })) });
  } catch (error) {
    port.postMessage({ error });
  }
}

const take = (message) => (message.head ? answer(message) : start(message));

if (typeof WorkerGlobalScope === "undefined") {
  // Bundlers for browsers do not follow a name in a variable.
  const threads = "node:worker_threads";
  import(/* @vite-ignore */ /* webpackIgnore: true */ threads).then(({ parentPort }) => {
    port = parentPort;
    port.on("message", take);
  });
} else {
  port = self;
  port.onmessage = ({ data }) => take(data);
}
