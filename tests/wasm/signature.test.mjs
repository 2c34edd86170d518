// The golden signature of the searches, crates/engine/tests/data/signature.txt, from the module: as many nodes, the same moves and scores.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { compiled, engineOf } from "./service.mjs";

const TABLE_MIB = 4;
const golden = (await readFile(new URL("../../crates/engine/tests/data/signature.txt", import.meta.url), "utf8")).split("\n");

const HEADER = /^(\d+)x(\d+) k(\d+) gravity (\w+) overline (\w+) misere (\w+) (\S+) (\S+) depth (\S+)$/;

/** The request that two lines of the file describe. */
function requestOf(header, board) {
  const [, width, height, k, gravity, overline, misere, algorithm, heuristic, depth] = HEADER.exec(header);
  const game = { width: Number(width), height: Number(height), k: Number(k), gravity: gravity === "true", overline, misere: misere === "true" };
  // A request without a depth has the time of a search that has none of its own.
  const limit = depth === "-" ? { movetime: 3_600_000 } : { depth: Number(depth) };
  return { game, board, algorithm, ...(heuristic === "default" ? {} : { heuristic }), ...limit };
}

/** Options of each line besides the request. */
const WAYS = {
  move: {},
  "few nodes": { nodes: 400 },
  "random, skill 60": { tieBreak: "random", skill: 60, seed: 5 },
  trap: { tieBreak: "trap" },
  "analysis 2": { multiPv: 2 },
  "analysis 0": { multiPv: 0 },
};

const verdict = ({ outcome, plies, value }) => (outcome === "unknown" ? `value ${value}` : `${outcome} ${plies}`);
const report = ({ algorithm, source, stop, complete, depth, nodes, leaves, cutoffs }) =>
  `${algorithm} ${source} ${stop} ${complete ? "complete" : "partial"} depth ${depth} nodes ${nodes} ${leaves} ${cutoffs}`;

function lineOf(way, answer) {
  if (!way.startsWith("analysis")) {
    const pv = answer.pv.map(({ cell }) => cell).join(", ");
    return `  ${way}: ${answer.move.cell} ${verdict(answer.score)} pv [${pv}] ${report(answer.search)}`;
  }
  const moves = answer.lines.map(({ move, score }) => `${move.cell}=${verdict(score)}`).join(", ");
  return `  ${way}: ${moves}; ${report(answer.search)}`;
}

for (const name of ["inarow", "inarow-small"]) {
  test(`${name} visits as many positions as the engine's signature says`, async (t) => {
    const engine = engineOf(await compiled(name), { tableMib: TABLE_MIB });
    let request;
    let compared = 0;
    for (const [number, line] of golden.entries()) {
      if (HEADER.test(line)) request = requestOf(line, golden[number + 1]);
      const [, way] = /^ {2}([^:]+): /.exec(line) ?? [];
      if (!way || (name === "inarow-small" && line.includes(" book "))) continue;
      const endpoint = way.startsWith("analysis") ? "analysis" : "move";
      const { status, body } = engine.answer({ endpoint }, JSON.stringify({ ...request, ...WAYS[way] }));
      assert.equal(status, 200, body);
      assert.equal(lineOf(way, JSON.parse(body)), line, `line ${number + 1}`);
      compared += 1;
    }
    t.diagnostic(`${compared} lines compared`);
    assert.ok(compared > 300);
  });
}
