// The examples of docs/guide.md for web pages and apps, run on a page of another origin.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { start, WAIT_MS } from "./server.mjs";
import { becomes, postpone } from "./steps.mjs";

const DOCUMENTED = "http://127.0.0.1:8080";
const guide = await readFile(new URL("../../docs/guide.md", import.meta.url), "utf8");
const examples = [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
const { origin, browser } = await start();
const app = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html><title>An app</title>"));
await new Promise(ready => app.listen(0, "127.0.0.1", ready));
after(() => {
    app.closeAllConnections();
    app.close();
});

/** A page of the app; `said` is its output on the console. */
async function open() {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    const said = [];
    page.on("console", message => said.push(message.text()));
    await page.goto(`http://127.0.0.1:${app.address().port}/`);
    return { page, context, said };
}

/** The example with a word in it, asking the service where it runs now. */
function example(word) {
    const found = examples.filter(code => code.includes(word));
    assert.equal(found.length, 1, `one example with ${word}`);
    return found[0].replaceAll(DOCUMENTED, origin);
}

test("no example is left out", () => assert.equal(examples.length, 5));

test("the first program plays a game to its end", async () => {
    const { page, context, said } = await open();
    await page.evaluate(`(async () => { ${example("moves.push")} })()`);
    const last = / (won|drawn)$/;
    await becomes(() => last.test(said.at(-1)), true, "the game ends");
    assert.ok(said.slice(0, -1).every(line => line.endsWith(" ongoing")), said.join());
    await context.close();
});

for (const word of ["await response.json();\nif", "new EventSource", "link.search"]) {
    test(`what is promised is said: ${word.split("\n")[0]}`, async () => {
        const { page, context, said } = await open();
        const code = example(word);
        const promised = [...code.matchAll(/\/\/ (.*)$/gm)].map(([, text]) => text);
        assert.ok(promised.length > 0);
        await page.evaluate(`(async () => { ${code} })()`);
        await becomes(() => said, promised);
        await context.close();
    });
}

/** The app's own choice of a cell. */
const choose = (page, ...choice) => page.evaluate(choice => globalThis.chooseCell(...choice), choice);

async function openApp() {
    const opened = await open();
    await opened.page.addScriptTag({ content: example("offlineCell") });
    return opened;
}

test("an app asks the service, and learns what is wrong with a request", async () => {
    const { page, context } = await openApp();
    assert.equal(await choose(page, "XO.......", "X"), 3);
    assert.equal(await choose(page, "XXXOO....", "O"), null, "the game is over");
    await assert.rejects(choose(page, "XO", "X"), /the board has 2 cells; this game has 9/);
    await context.close();
});

test("an app waits as long as a busy service asks for", async () => {
    const { page, context } = await openApp();
    const asked = [];
    await page.route(/\/v1\/move/, route => {
        asked.push(Date.now());
        return asked.length > 2 ? route.continue() : postpone(route, asked.length === 1 ? 503 : 429, 1);
    });
    assert.equal(await choose(page, "XO.......", "X"), 3);
    assert.equal(asked.length, 3);
    for (const [earlier, later] of [asked.slice(0, 2), asked.slice(1)]) assert.ok(later - earlier >= 990, `${later - earlier} ms`);
    await context.close();
});

test("an app plays on where something else answers, an answer stalls, or the wait is long", async () => {
    const html = "<!doctype html><title>Log in</title>";
    const cases = [
        { status: 200, contentType: "text/html", body: html },
        { status: 502, contentType: "text/html", body: html },
        { status: 503, headers: { "retry-after": "600" }, body: "{}" },
    ];
    const stalled = createServer((_, response) => response.writeHead(200, { "access-control-allow-origin": "*" }).write("{"));
    await new Promise(ready => stalled.listen(0, "127.0.0.1", ready));
    after(() => stalled.closeAllConnections() ?? stalled.close());
    const { page, context } = await openApp();
    for (const answer of [...cases, undefined]) {
        const headers = { "access-control-allow-origin": "*", "access-control-expose-headers": "retry-after", ...answer?.headers };
        const stall = route => route.continue({ url: `http://127.0.0.1:${stalled.address().port}/` });
        await page.route(/\/v1\/move/, route => (answer ? route.fulfill({ ...answer, headers }) : stall(route)), { times: 1 });
        const patienceMs = answer ? 5_000 : 500;
        assert.equal(typeof await choose(page, "XO.......", "X", { patienceMs }), "number", JSON.stringify(answer));
    }
    await context.close();
});

test("an app without a network plays on, as well as the service", async () => {
    const { page, context } = await openApp();
    const boards = ["XO.......", "X...O....", "X........", "XXO.O..OX", "OO.XX...."];
    await context.setOffline(true);
    for (const board of boards) {
        const turn = [...board].filter(cell => cell === "X").length > [...board].filter(cell => cell === "O").length ? "O" : "X";
        const cell = await choose(page, board, turn);
        const { lines } = await (await fetch(`${origin}/v1/analysis?board=${board}&turn=${turn}`)).json();
        const chosen = lines.find(line => line.move.cell === cell);
        assert.equal(chosen?.score.outcome, lines[0].score.outcome, `${board}: ${cell}`);
    }
    await context.close();
});
