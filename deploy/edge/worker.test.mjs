// The Worker in workerd, beside the service: the same answers, caches, CORS, problems. INAROW_WASM_FOLDER has the module.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Miniflare } from "miniflare";
import { startServer } from "../../tests/wasm/service.mjs";

const folder = process.env.INAROW_WASM_FOLDER ?? fileURLToPath(new URL("../../target/webassembly", import.meta.url));
const script = await readFile(new URL("built/worker.js", import.meta.url));
const wasm = await readFile(`${folder}/inarow.wasm`);
const edge = new Miniflare({
  modules: [
    { type: "ESModule", path: "worker.js", contents: script },
    { type: "CompiledWasm", path: "inarow.wasm", contents: wasm },
  ],
  compatibilityDate: "2025-01-01",
});
const { origin, stop } = await startServer();
after(() => Promise.all([edge.dispose(), stop()]));
const at = String(await edge.ready).replace(/\/$/, "");

const settled = (text) => text.replace(/"timeMs":[\d.e+-]+/g, '"timeMs":0').replace(/"requestId":"[^"]*"/g, '"requestId":""').replace(/http:\/\/[\d.:]+/g, "");
const post = (body, type = "application/json") => ({ method: "POST", headers: { "content-type": type }, body });

test("script and module fit the platform", (t) => {
  const bytes = gzipSync(Buffer.concat([script, wasm]), { level: 9 }).length;
  t.diagnostic(`${bytes} bytes with gzip`);
  assert.ok(bytes <= 3_000_000, `${bytes} bytes`);
});

test("answers and refusals are those of the service", async () => {
  for (const [path, init] of [
    ["/v1/move?board=XO.......&turn=X"], ["/v1/move?game=connect-four&moves=4453"], ["/v1/analysis?game=connect-four&moves=4453&multiPv=2"],
    ["/v1/position?board=XO......."], ["/v1/review?moves=4,1,0"], ["/v1/heuristics"], ["/v1/puzzles?seed=7"],
    ["/v1/move", post('{"game":"gomoku","moves":[112,96],"depth":3}')], ["/v1/tree", post('{"depth":1}')],
    ...["json", "svg", "dot", "mermaid"].map((format) => [`/v1/tree?board=XX.OO.X.O&format=${format}`]), ["/v1/tree", post('{"depth":1,"format":"svg"}')],
    ["/v1/match", post('{"players":[{},{}],"games":1,"seed":1}')], ["/v1/batch", post('{"requests":[{"kind":"move"},{"kind":"moves"}]}')],
    ["/v1/move?board=XO"], ["/v1/move?board=%"], ["/v1/move", post("{")], ["/v1/move", post("[]")], ["/v1/tree", post('{"depth":0}')],
  ]) {
    const [own, expected] = [await fetch(at + path, init), await fetch(origin + path, init)];
    const name = `${path} ${init?.body ?? ""}`;
    assert.equal(own.status, expected.status, name);
    assert.equal(own.headers.get("content-type"), expected.headers.get("content-type"), name);
    assert.equal(own.headers.has("etag"), expected.headers.has("etag"), name);
    const limits = (text) => text.replace(/from 1 to \d+/g, "");
    assert.equal(limits(settled(await own.text())), limits(settled(await expected.text())), name);
  }
});

test("what HTTP refuses is a problem with the service's code", async () => {
  for (const [path, init, status, code] of [
    ["/v1/moves", {}, 404, "not-found"], ["/none", {}, 404, "not-found"], ["/v1/constructor", {}, 404, "not-found"],
    ["/v1/match", {}, 405, "method-not-allowed"], ["/v1/move", { method: "PUT" }, 405, "method-not-allowed"],
    ["/v1/move", post("{}", "text/plain"), 415, "unsupported-media-type"], ["/v1/move", post(" ".repeat(270_000)), 413, "payload-too-large"],
    [`/v1/move?board=${"X".repeat(9_000)}`, {}, 414, "uri-too-long"],
  ]) {
    const [own, expected] = await Promise.all([at, origin].map((host) => fetch(host + path, init)));
    const [problem, theirs] = [await own.json(), await expected.json()];
    assert.deepEqual([own.status, problem.code, problem.title, own.headers.get("allow")], [expected.status, theirs.code, theirs.title, expected.headers.get("allow")], path);
    assert.deepEqual([own.status, problem.code, problem.status, problem.requestId], [status, code, status, own.headers.get("x-request-id")]);
    assert.equal(own.headers.get("content-type"), "application/problem+json");
  }
});

test("caches keep what is always the same", async () => {
  const url = `${at}/v1/move?board=XO.......&turn=X`;
  const first = await fetch(url);
  const etag = first.headers.get("etag");
  assert.match(etag, /^"[\da-f]{16}"$/);
  assert.equal(first.headers.get("cache-control"), "public, max-age=86400");
  await first.text();
  const again = await fetch(url);
  assert.equal(again.headers.get("x-request-id"), first.headers.get("x-request-id"), "from the cache");
  for (const tag of [etag, `W/${etag}`, `"a", ${etag}`, "*"]) {
    const known = await fetch(url, { headers: { "if-none-match": tag } });
    assert.deepEqual([known.status, await known.text()], [304, ""]);
  }
  assert.equal((await fetch(url, { headers: { "if-none-match": '"a"' } })).status, 200);
  const head = await fetch(url, { method: "HEAD" });
  assert.deepEqual([head.status, head.headers.get("etag"), await head.text()], [200, etag, ""]);
  const vary = await fetch(`${at}/v1/move?level=casual`);
  assert.deepEqual([vary.headers.get("cache-control"), vary.headers.get("etag")], ["no-store", null]);
});

test("pages of other origins may ask", async () => {
  const preflight = await fetch(`${at}/v1/move`, { method: "OPTIONS", headers: { origin: "https://a.example", "access-control-request-method": "POST" } });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get("access-control-allow-headers"), "content-type");
  assert.equal((await fetch(`${at}/v1/move`)).headers.get("access-control-allow-origin"), "*");
});

test("a search ends although the clock stands still", async () => {
  const { search } = await (await fetch(`${at}/v1/move?game=gomoku`)).json();
  assert.equal(search.stop, "movetime");
});
