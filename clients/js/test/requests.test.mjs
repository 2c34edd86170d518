// A fault in a request is refused before it is sent, with its place.

import assert from "node:assert/strict";
import { createServer } from "node:net";
import { after, test } from "node:test";
import { bar, Client, errorWords, mistakes } from "inarow";
import { LocalClient } from "inarow/local";
import { startServer } from "./server.mjs";

const origin = await startServer();
const client = new Client(origin, { timeoutMs: 600_000 });
const local = new LocalClient({ timeoutMs: 600_000 });
after(() => local.close());

const refuses = (message) => ({ name: "TypeError", message });

async function last(stream) {
  let found;
  for await (found of stream);
  return found;
}

test("a gap in a list is refused with its place, in every list of every call", async () => {
  const game = "connect-four";
  const gap = (at, value) => refuses(`${at} is ${value}: a list has no gaps (the move of a finished game is null)`);
  const empty = (at) => gap(at, "empty");
  const holes = ["d"];
  holes[2] = "d";
  for (const [moves, refusal] of [
    [[""], empty("moves[0]")],
    [["d", ""], empty("moves[1]")],
    [["d", " "], empty("moves[1]")],
    [[null], gap("moves[0]", null)],
    [[undefined], gap("moves[0]", undefined)],
    [["d", null], gap("moves[1]", null)],
    [holes, gap("moves[1]", undefined)],
    [["d,d"], refuses('moves[0] is "d,d": write each one by itself')],
  ]) {
    for (const own of [client, local]) {
      for (const name of ["position", "move", "analysis", "review", "positionText", "reviewText", "tree", "continuations"]) await assert.rejects(own[name]({ game, moves }), refusal);
      for (const name of ["streamMove", "streamReview"]) await assert.rejects(last(own[name]({ game, moves })), refusal);
      await assert.rejects(own.match({ game, moves, players: [{}, {}] }), refusal);
    }
    assert.throws(() => client.pictureUrl({ game, moves }), refusal);
    assert.throws(() => client.treeUrl({ game, moves }), refusal);
  }
  for (const own of [client, local]) {
    await assert.rejects(own.move({ searchMoves: ["a1", null] }), gap("searchMoves[1]", null));
    await assert.rejects(own.move({ avoidMoves: ["a1", ""] }), empty("avoidMoves[1]"));
    await assert.rejects(own.position({ fields: ["position", ""] }), empty("fields[1]"));
    await assert.rejects(own.position({ heuristics: ["lines", undefined] }), gap("heuristics[1]", undefined));
    await assert.rejects(own.tree({ cells: ["a1", ""] }), empty("cells[1]"));
    await assert.rejects(own.match({ players: [{ depth: 1 }, null] }), gap("players[1]", null));
    await assert.rejects(own.batch({ requests: [{ kind: "move" }, { kind: "move", moves: ["b2", null] }] }), gap("requests[1].moves[1]", null));
    await assert.rejects(own.move({ heuristic: { weights: [0, null, 5] } }), gap("heuristic.weights[1]", null));
  }
  assert.throws(() => client.pictureUrl({ marks: ["b2", ""] }), empty("marks[1]"));
  assert.equal((await client.position({ moves: [] })).position.turn, "X", "no move is no gap");
});

test("what is no object is refused with what to send", async () => {
  for (const request of ["4453", ["d"], null, 7]) {
    for (const call of [() => client.move(request), () => local.review(request), () => last(client.streamMove(request))]) {
      await assert.rejects(call(), refuses('send an object, such as { moves: "4453" }'));
    }
  }
  await assert.rejects(client.move({ moves: 4453 }), refuses('moves is a number: write columns as text, moves: "4453"'));
  const { signal } = new AbortController();
  for (const own of [client, local]) {
    for (const args of [[{ signal }], [{}, signal], [{}, { signal: "x" }], [{}, { signal: new AbortController() }]]) {
      await assert.rejects(own.move(...args), refuses("signal (controller.signal) belongs in the second argument: (request, { signal })"));
      await assert.rejects(last(own.streamMove(...args)), { name: "TypeError" });
    }
    await assert.rejects(own.move({}, { timeout: 9 }), refuses("the second argument has no timeout; it has signal, timeoutMs, onRetry"));
    await assert.rejects(own.puzzle({ date: new Date("x") }), RangeError);
    await assert.rejects(own.move({}, { timeoutMs: 0 }), { name: "RangeError", message: "timeoutMs is 0: send a number from 1 to 2147483647" });
  }
});

test("options of clients are known", () => {
  assert.throws(() => new Client(origin, { timeout: 9 }), refuses("Client has no timeout; it has key, timeoutMs, retries, fetch, fallback, onRetry, onFallback"));
  assert.throws(() => new Client(origin, { fallback: "Local" }), refuses('fallback: "Local" is unknown; send local, local-when-busy'));
  assert.throws(() => new LocalClient({ tableMib: 9 }), refuses("LocalClient has no tableMib; it has engine, settings, timeoutMs"));
});

test("numbers of clients are in range", () => {
  const outside = (message) => ({ name: "RangeError", message });
  for (const retries of [-1, "3", NaN, null]) assert.throws(() => new Client(origin, { retries }), outside(`retries is ${retries}: send a number from 0 to Infinity`));
  for (const timeoutMs of [0, -1, "x", NaN, Infinity]) {
    for (const start of [() => new Client(origin, { timeoutMs }), () => new LocalClient({ timeoutMs })]) assert.throws(start, outside(`timeoutMs is ${timeoutMs}: send a number from 1 to 2147483647`));
  }
  for (const good of [{ retries: 0, timeoutMs: 1 }, { retries: Infinity, timeoutMs: 2 ** 31 - 1 }, { retries: undefined, timeoutMs: undefined }]) new Client(origin, good);
});

test("an address takes the fields of pictures, and moves of answers", async () => {
  const { paths, components } = await (await fetch(`${origin}/openapi.json`)).json();
  for (const [call, path, url] of [["pictureUrl", "/v1/position.svg", (fields) => client.pictureUrl(fields)], ["treeUrl", "/v1/tree", (fields) => client.treeUrl(fields)]]) {
    const named = paths[path].get.parameters.map(({ name, $ref }) => name ?? components.parameters[$ref.split("/").at(-1)].name);
    const error = (() => {
      try {
        url({ fomat: "png" });
      } catch (found) {
        return found;
      }
    })();
    assert.match(error.message, new RegExp(`^${call} has no fomat; it has format, `));
    const known = error.message.split("it has ")[1].split(", ");
    assert.deepEqual(known.sort(), [...new Set(["format", ...named])].sort());
  }
  const { move } = await client.move({ moves: ["b2"] });
  assert.equal(client.pictureUrl({ moves: ["b2", move], last: move, marks: [move] }), `${origin}/v1/position.svg?moves=b2%2C${move.name}&last=${move.name}&marks=${move.name}`);
  const { game } = await client.move({ game: "connect-four" });
  const query = new URLSearchParams({ game: JSON.stringify(game) });
  assert.equal(client.pictureUrl({ game }), `${origin}/v1/position.svg?${query}`);
  assert.equal(client.treeUrl({ game }), `${origin}/v1/tree?${query}&format=svg`);
  const own = await client.move({ game: { width: 4, height: 3, k: 3 } });
  assert.equal((await fetch(client.pictureUrl({ game: own.game }))).status, 200);
  assert.throws(() => client.pictureUrl({ format: "jpeg" }), refuses('format: "jpeg" is unknown; send svg, png'));
});

test("an address has no choice that its reader does not know", async () => {
  const { levels } = await client.games();
  const players = ["you", ...levels.map(({ name }) => name), "skill-40"];
  for (const player of players) assert.equal(client.pageUrl({ x: player, o: player }), `${origin}/?x=${player}&o=${player}`);
  const unknown = refuses(`o: "hard" is unknown; send ${players.join(", ")}`);
  assert.throws(() => client.pageUrl({ o: "hard" }), unknown);
  assert.throws(() => client.pageUrl({ x: "skill-" }), { name: "TypeError" });
  assert.throws(() => client.pageUrl({ view: "tree" }), refuses('view: "tree" is unknown; send play, explore, puzzle'));
  for (const url of ["pictureUrl", "treeUrl"]) assert.throws(() => client[url]({ theme: "night" }), refuses('theme: "night" is unknown; send light, dark'));
  assert.throws(() => client.treeUrl({ format: "png" }), refuses('format: "png" is unknown; send svg, json, dot, mermaid'));
});

test("an address of the page names the game", async () => {
  const { move, game } = await client.move({ game: "gomoku", moves: "h8 h9", depth: 1 });
  const page = (fields) => decodeURIComponent(client.pageUrl(fields).slice(origin.length));
  assert.equal(page(), "/");
  assert.equal(page({ game, moves: ["h8", "h9", move] }), `/?game=gomoku&moves=h8,h9,${move.name}`);
  assert.equal(page({ moves: " b2 a1, c3\n", x: "skill-40", o: "you", view: "explore" }), "/?moves=b2,a1,c3&x=skill-40&o=you&view=explore");
  assert.equal(page({ view: "puzzle", date: new Date("2026-11-22") }), "/?view=puzzle&date=2026-11-22");
  assert.equal(page({ board: ["XO.", "...", "..."], turn: "X" }), "/?board=XO.......&turn=X");
  const rules = { width: 4, height: 3, k: 3 };
  assert.deepEqual(JSON.parse(page({ game: rules }).slice(7)), rules);
  for (const [fields, message] of [
    [{ record: "b2" }, "pageUrl has no record; it has game, board, moves, turn, x, o, view, date"],
    [{ moves: [4, "b2"] }, "pageUrl: send cells by name"],
    [{ moves: [{ row: 1, col: 1 }] }, "pageUrl: a list has an object; send a cell's name or number"],
    ["b2", 'send an object, such as { moves: "4453" }'],
  ]) assert.throws(() => client.pageUrl(fields), refuses(message));
  assert.throws(() => local.pageUrl({}), refuses("no service, no address of its page"));
});

test("an origin is that of a service", async () => {
  for (const [wrong, message] of [
    ...["", undefined, null, "127.0.0.1:8080", "/service"].map((wrong) => [wrong, `${JSON.stringify(wrong)} is no origin: write one such as "http://127.0.0.1:8080"`]),
    ["http://a?key=1", "http://a?key=1 is no origin: leave out ?key=1"],
  ]) assert.throws(() => new Client(wrong), refuses(message));
  const hint = "; the origin has a path, /docs: perhaps leave it out";
  await assert.rejects(new Client(`${origin}/docs`).move(), ({ code, message }) => code === "not-found" && message.endsWith(hint));
});

test("a page gives its own origin as an empty text", async (context) => {
  globalThis.location = { href: `${origin}/game`, origin };
  context.after(() => delete globalThis.location);
  const asked = [];
  const page = new Client("", { fetch: (url, init) => fetch((asked.push(url), url), init) });
  assert.ok((await page.move()).move);
  await page.games();
  assert.deepEqual(asked, [`${origin}/v1/move`, `${origin}/v1/games`]);
  assert.equal(new Client("/games/").pictureUrl(), `${origin}/games/v1/position.svg`);
});

test("a service that speaks http is not asked by https", async () => {
  const plain = origin.replace("http:", "https:");
  await assert.rejects(new Client(plain).move(), { name: "Unreachable", message: /^no answer from https:\/\/127\.0\.0\.1:\d+: .*; perhaps the service speaks http, not https$/ });
});

test("an answer that breaks off, or is none, names the address", async () => {
  const cases = [
    ["HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{\"move\":", "end"],
    ["HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 8\r\n\r\n{\"move\":", "cut"],
    ["HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 7\r\n\r\nwelcome", "cut"],
  ];
  for (const [answer, said] of cases) {
    const server = createServer((socket) => socket.once("data", () => socket.end(answer)).on("error", () => {}));
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    after(() => server.close());
    const own = `http://127.0.0.1:${server.address().port}`;
    await assert.rejects(new Client(own).move(), (error) => error.name === "Unreachable" && error.message.startsWith(`${said === "cut" ? "no answer from" : "connection lost during the answer of"} ${own}: `) && (said !== "cut" || error.message.endsWith("what came is cut, or no answer")));
  }
});

test("answers as text", async () => {
  for (const own of [client, local]) {
    assert.match(await own.positionText({ board: "XO......." }), /X O \./);
    assert.match(await own.moveText({ board: "XO.......", turn: "X" }), /a2/);
    assert.match(await own.analysisText({ board: "XO.......", turn: "X" }), /a2/);
    assert.match(await own.puzzleText({ seed: 1, theme: "fork" }), /only one move wins/);
    await assert.rejects(own.moveText({ board: "XO" }), { code: "invalid-request" });
  }
});

test("a bar says how near the end is", async () => {
  const win = { outcome: "win", plies: 7, expected: 1 };
  assert.equal(bar(win, 70), 0.99);
  assert.equal(bar({ ...win, outcome: "loss", expected: 0 }, 70), 0.01);
  assert.equal(bar({ ...win, plies: 42 }, 42), 0.9);
  assert.equal(bar({ ...win, plies: 0 }, 42), 1);
  assert.equal(bar({ outcome: "draw", plies: 7, expected: 0.5 }, 42), 0.5);
  const unknown = (expected) => bar({ outcome: "unknown", plies: null, expected }, 225);
  assert.equal(unknown(0.5), 0.5);
  // A position that is won for the engine is seldom that for people.
  assert.deepEqual([0.0001, 0.05, 0.9, 0.997, 0.9999, 0.9999999].map((expected) => Number(unknown(expected).toFixed(2))), [0.2, 0.36, 0.61, 0.76, 0.8, 0.8]);
});

test("a bar without what it needs says how to call it", async () => {
  const win = { outcome: "win", plies: 7, expected: 1 };
  const calls = [[], [win], [win, 0], [win, NaN], [{ score: win, pv: [] }, 42], [null, 42], [undefined, 42], [42, win]];
  for (const call of calls) assert.throws(() => bar(...call), refuses("write bar(answer.score, answer.position.board.length)"));
});

test("errors have words, those of a review's text", async () => {
  const seen = new Set();
  for (const request of [{ game: "connect-four", moves: "4444224352" }, { moves: ["a1", "a3", "b1", "c1"] }, { game: "gomoku", moves: ["a1", "h8", "o15", "h9"], nodes: 2000 }]) {
    for (const { label, text, reasons } of (await client.review({ ...request, explain: true })).moves) {
      const words = errorWords[label];
      if (!words) continue;
      seen.add(label);
      assert.ok(text.toLowerCase().startsWith(words), text);
      assert.ok(reasons.every(({ kind }) => kind === "gives-win" || kind === "plays-under-threat"));
    }
  }
  assert.ok(seen.has("missed-win") && seen.has("threw-away-draw") && seen.size > 2, [...seen].join());
  const { labels } = (await client.review({ moves: ["b2"] })).sides.X;
  const fine = ["best", "good", "only-move", "prolonged", "hastened"];
  assert.deepEqual(Object.keys(errorWords), Object.keys(labels).filter((label) => !fine.includes(label)));
});

test("mistakes are the moves that gave a part of the result away", async () => {
  const review = await client.review({ game: "connect-four", moves: "4444224352" });
  const found = mistakes(review);
  assert.ok(found.length);
  assert.deepEqual(found, review.moves.filter(({ cost }) => cost.result > 0));
  for (const side of ["X", "O"]) {
    const own = found.filter(({ player }) => player === side);
    assert.deepEqual([mistakes(review, side), mistakes(review, side.toLowerCase())], [own, own]);
  }
  const others = [await client.move({ moves: ["b2"] }), await client.puzzle({ seed: 1 }), undefined, null, [], "b2"];
  for (const other of others) assert.throws(() => mistakes(other), refuses("write mistakes(review)"));
  for (const side of ["Y", "club", "", 1]) assert.throws(() => mistakes(review, side), refuses(`side: ${JSON.stringify(side)} is unknown; send X, O, x, o`));
});

test("a whole answer is no move", async () => {
  const answer = await client.move();
  for (const own of [client, local]) {
    await assert.rejects(own.move({ moves: ["b2", answer] }), refuses("moves[1] is a whole answer: send its move"));
    await assert.rejects(own.batch({ requests: [{ kind: "move", moves: [answer] }] }), refuses("requests[0].moves[0] is a whole answer: send its move"));
  }
});

test("a row and a column in a list are named", async () => {
  const detail = 'row 7 and col 7, from 0, are the cell h8; send its name: "h8"';
  for (const place of [{ row: 7, col: 7 }, [7, 7]]) {
    await assert.rejects(client.move({ game: "gomoku", moves: ["h9", place] }), ({ errors }) => errors.length === 1 && errors[0].pointer === "/moves/1" && errors[0].detail === detail);
  }
  const refusal = 'pictureUrl: a list has an object; send a cell\'s name or number';
  assert.throws(() => client.pictureUrl({ moves: [{ row: 1, col: 1 }] }), refuses(refusal));
  assert.throws(() => client.treeUrl({ moves: [{ row: 1, col: 1 }] }), refuses(refusal.replace("picture", "tree")));
});
