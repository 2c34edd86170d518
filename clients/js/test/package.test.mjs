import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const read = (path) => readFile(new URL(path, import.meta.url), "utf8");

test("the modules are small as they are, without a minifier", async () => {
  for (const [files, bytesMax] of [[["index.js", "errors.js", "fields.js", "watch.js"], 7_000], [["offline.js"], 1_250]]) {
    const texts = await Promise.all(files.map((file) => read(`../${file}`)));
    const { length } = gzipSync(texts.join(""), { level: 9 });
    assert.ok(length <= bytesMax, `${files} have ${length} bytes`);
  }
});

test("the version is the service's", async () => {
  const [, version] = /^version = "(.*)"$/m.exec(await read("../../../Cargo.toml"));
  assert.equal(JSON.parse(await read("../package.json")).version, version);
});

test("the licences are the service's", async () => {
  for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) assert.equal(await read(`../${file}`), await read(`../../../${file}`));
});

test("every field of a request is explained where it is written", async () => {
  const lines = (await read("../requests.d.ts")).split("\n");
  const bare = lines.filter((line, index) => /^  \w+\??: /.test(line) && !lines[index - 1].endsWith("*/"));
  assert.deepEqual(bare, []);
});

test("the documents say how large the engines are", async () => {
  const document = await read("../../../docs/client-edge-containers.md");
  for (const file of ["inarow.wasm", "inarow-small.wasm"]) {
    const bytes = await readFile(new URL(`../${file}`, import.meta.url));
    const said = new RegExp(`\\| \`${file}\` \\| ([\\d.]+) MB \\| ([\\d.]+) MB \\|`).exec(document).slice(1).map(Number);
    // Compilers differ a little.
    for (const [index, { length }] of [bytes, gzipSync(bytes, { level: 9 })].entries()) assert.ok(Math.abs(said[index] - length / 1e6) < 0.07, `${file} has ${length} bytes`);
  }
});

test("the README says how large the package is", async () => {
  const readme = await read("../README.md");
  const [client, whole, small, both] = [/([\d.]+) kB in four files/, /blocks: ([\d.]+) MB \(gzip\)/, /has no book, ([\d.]+) MB/, /both modules, ([\d.]+) MB raw/].map((said) => Number(said.exec(readme)[1]));
  const packed = (data) => gzipSync(data, { level: 9 }).length;
  const sizes = await Promise.all(["index.js", "errors.js", "fields.js", "watch.js"].map(async (file) => packed(await read(`../${file}`))));
  assert.equal(client, Number((sizes.reduce((sum, size) => sum + size) / 1e3).toFixed(1)));
  const modules = await Promise.all(["inarow.wasm", "inarow-small.wasm"].map((file) => readFile(new URL(`../${file}`, import.meta.url))));
  const raw = modules.reduce((sum, { length }) => sum + length, 0);
  for (const [said, bytes] of [[whole, packed(modules[0])], [small, packed(modules[1])], [both, raw]]) assert.ok(Math.abs(said - bytes / 1e6) < 0.07, `${said} MB are ${bytes} bytes`);
});
