// The contract at the edge: a Worker for platforms that run WebAssembly. It answers GET and POST as the service does, with ETag, cache,
// CORS and problem documents; no streams, keys or rate limits, which belong to the platform.

import { Engine } from "../../clients/js/engine.js";
import module from "./inarow.wasm";

/** The methods of each endpoint. */
const METHODS = {
  move: "GET, HEAD, POST", analysis: "GET, HEAD, POST", review: "GET, HEAD, POST", position: "GET, HEAD, POST", puzzles: "GET, HEAD",
  games: "GET, HEAD", heuristics: "GET, HEAD", tree: "GET, HEAD, POST", continuations: "POST", match: "POST", batch: "POST",
};
/** The types of answers by the first character of a body: JSON, and trees as SVG, Graphviz or Mermaid. */
const TYPES = { "{": "application/json", "<": "image/svg+xml", d: "text/vnd.graphviz; charset=utf-8", "-": "text/vnd.mermaid; charset=utf-8" };
const BODY_BYTES_MAX = 256 * 1024;
const QUERY_BYTES_MAX = 8 * 1024;
const CORS = { "access-control-allow-origin": "*", "access-control-expose-headers": "etag, x-request-id" };
const PREFLIGHT = { ...CORS, "access-control-allow-methods": "GET, POST", "access-control-allow-headers": "content-type", "access-control-max-age": "86400" };
const TITLES = {
  "not-found": "There is nothing at this path", "method-not-allowed": "This path does not take this method", "payload-too-large": "The body is too large",
  "uri-too-long": "The query string is too long", "unsupported-media-type": "The body's media type is not JSON",
};

// The clock of such platforms stands still while a Worker computes: each look at it counts as this much, a few hundred positions.
const LOOK_MS = 0.25;
let looks = 0;
const settings = { tableMib: 16, movetimeMsDefault: 200, movetimeMsMax: 1_000 };
const engine = new Engine(module, { settings, now: () => performance.now() + LOOK_MS * (looks += 1) });

/** A response with the headers that all have. */
function respond(status, body, type, requestId, more = {}) {
  const headers = { ...CORS, "content-type": type, "cache-control": "no-store", "x-request-id": requestId, ...more };
  return new Response(body, { status, headers });
}

function problem(status, code, detail, { origin, pathname }, requestId, more) {
  const document = { type: `${origin}/docs#problem-${code}`, title: TITLES[code], status, detail, instance: pathname, code, requestId, errors: [] };
  return respond(status, JSON.stringify(document), "application/problem+json", requestId, more);
}

/** The problem of a request before its fields are read, if it has one. */
function refusal(request, url, endpoint, requestId) {
  const methods = Object.hasOwn(METHODS, endpoint) ? METHODS[endpoint] : null;
  if (!methods) return problem(404, "not-found", "GET /v1/games lists the games", url, requestId);
  if (!methods.split(", ").includes(request.method)) {
    return problem(405, "method-not-allowed", `${request.method} is not allowed here; use one of ${methods}`, url, requestId, { allow: methods.replaceAll(" ", "") });
  }
  if (url.search.length > QUERY_BYTES_MAX) return problem(414, "uri-too-long", "send the fields in a POST", url, requestId);
  const type = request.headers.get("content-type") ?? "";
  if (request.method === "POST" && !/^application\/(.+\+)?json\b/i.test(type)) {
    return problem(415, "unsupported-media-type", `the Content-Type is ${JSON.stringify(type)}; send application/json`, url, requestId);
  }
  return null;
}

async function tagOf(body) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body)));
  return `"${Array.from(hash.slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
}

async function answer(request, url, endpoint, requestId) {
  const isQuery = request.method !== "POST";
  const fields = isQuery ? url.search.slice(1) : new Uint8Array(await request.arrayBuffer());
  if (fields.length > BODY_BYTES_MAX) {
    return problem(413, "payload-too-large", `the body is longer than ${BODY_BYTES_MAX} bytes; send a shorter one`, url, requestId);
  }
  const { status, body, pure } = engine.answer({ endpoint, query: isQuery, service: url.origin, requestId }, fields);
  if (status !== 200) return respond(status, body, "application/problem+json", requestId);
  const kept = isQuery && pure ? { "cache-control": "public, max-age=86400", etag: await tagOf(body) } : {};
  return respond(200, body, TYPES[body[0]], requestId, kept);
}

/** The response for this client: without a body if it has that, or asked for none. */
function forClient(request, response) {
  const tag = response.headers.get("etag");
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  if (tag && (known.includes(tag) || known.includes("*"))) return new Response(null, { status: 304, headers: response.headers });
  return request.method === "HEAD" ? new Response(null, response) : response;
}

export default {
  async fetch(request, _, context) {
    const url = new URL(request.url);
    const requestId = crypto.randomUUID();
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT });
    const endpoint = /^\/v1\/(\w+)$/.exec(url.pathname)?.[1];
    const refused = refusal(request, url, endpoint, requestId);
    if (refused) {
      // A connection whose request was not read whole may fail under the next one.
      await request.arrayBuffer();
      return refused;
    }
    const key = new Request(url);
    const kept = request.method === "POST" ? undefined : await caches.default.match(key);
    if (kept) return forClient(request, kept);
    const response = await answer(request, url, endpoint, requestId);
    if (response.headers.has("etag")) context.waitUntil(caches.default.put(key, response.clone()));
    return forClient(request, response);
  },
};
