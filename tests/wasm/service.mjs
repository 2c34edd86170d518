// The service and the module side by side: one request, two replies.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Engine } from "../../clients/js/engine.js";

const root = new URL("../../", import.meta.url);
const binary = process.env.INAROW_BINARY ?? fileURLToPath(new URL("target/debug/inarow", root));
const folder = process.env.INAROW_WASM_FOLDER ?? fileURLToPath(new URL("target/webassembly", root));

// On a busy machine nothing ends because its time is over.
const MOVETIME_MS_MAX = 3_600_000;
const STREAMS = ["text/event-stream", "application/x-ndjson"];
const REQUEST_ID = "5f1c2b9d03a7e846";

/** A module that the build script has made. */
export async function compiled(name) {
  return WebAssembly.compile(await readFile(`${folder}/${name}.wasm`));
}

/** An engine with the time of the service that `startServer` starts. */
export function engineOf(module, settings = {}) {
  return new Engine(module, { settings: { movetimeMsMax: MOVETIME_MS_MAX, ...settings } });
}

/** Starts the service on a free port; `stop` ends it. */
export async function startServer(...settings) {
  const longest = ["--movetime-ms-max", String(MOVETIME_MS_MAX)];
  const server = spawn(binary, ["--listen", "127.0.0.1:0", ...longest, ...settings], { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  const origin = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      log += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(log);
      if (found) resolve(found[0]);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`the server has ended with ${code}: ${log}`)));
  });
  const stop = async () => {
    server.removeAllListeners("exit");
    server.kill("SIGTERM");
    await once(server, "exit");
  };
  return { origin, stop };
}

/** An answer without the times, which differ from run to run. */
const settled = (text) => text.replace(/"timeMs":[\d.e+-]+/g, '"timeMs":0');

/** The records of a stream without its heartbeats; other answers are one record. */
function recordsOf(text, type) {
  if (type === "text/event-stream") return Array.from(text.matchAll(/^data: (.*)$/gm), ([, data]) => data);
  if (type !== "application/x-ndjson") return [text];
  return text.split("\n").filter((line) => line && line !== '{"heartbeat":true}');
}

/** The reply of the service: its status, its records and the form of its answer. */
export async function ofService(origin, { method, target, headers, body }) {
  const response = await fetch(origin + target, { method, body, headers: { ...headers, "x-request-id": REQUEST_ID } });
  const type = response.headers.get("content-type");
  return { status: response.status, records: recordsOf(await response.text(), type).map(settled), type };
}

/** The reply of the module, with the origin of the service in its links, in the form that the service has chosen. */
export function ofModule(engine, origin, { method, target, headers, body }, { type }) {
  const [path, query = ""] = target.split(/\?(.*)/);
  const endpoint = path.replace(/^\/(v1\/)?/, "");
  // A problem does not show in which form an answer would have been: these accept one form alone.
  const isStream = STREAMS.includes(type) || (type === "application/problem+json" && STREAMS.includes(headers.accept));
  const form = isStream ? (endpoint === "continuations" ? "lines" : "stream") : type.startsWith("text/plain") ? "text" : "document";
  const records = [];
  const head = { endpoint, form, query: method === "GET", service: origin, requestId: REQUEST_ID };
  const { status, body: text } = engine.answer(head, method === "GET" ? query : body, (record) => records.push(record));
  const last = form === "lines" && status === 200 ? recordsOf(text, "application/x-ndjson") : [text];
  return { status, records: [...records, ...last].map(settled), type };
}
