// The API reference: plain HTML that everybody can read, and calls that run.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./axe.mjs";
import { DESKTOP, openPage, PHONE, start, TABLET } from "./server.mjs";
import { addressOf, becomes, boxesOf, copied, focusIsOn, holdTimers, readAll, textsAre } from "./steps.mjs";

const { origin, browser } = await start();

const docs = (path = "/docs", options = {}) => openPage(browser, origin, path, options);

/** Lays everything out, folded parts and those out of sight too. */
const unfold = page => page.evaluate(() => {
    for (const one of document.querySelectorAll("details")) one.open = true;
    for (const one of document.querySelectorAll(".card, .topic, .far")) one.style.contentVisibility = "visible";
});

for (const [device, viewport] of Object.entries({ phone: PHONE, tablet: TABLET, desktop: DESKTOP })) {
    for (const scheme of ["light", "dark"]) {
        test(`the API reference and the guide are accessible: ${device}, ${scheme}`, async () => {
            for (const path of ["/docs", "/docs/guide"]) {
                const { page, close, shot } = await docs(path, { viewport, scheme });
                await unfold(page);
                await check(page, path.slice(1));
                assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, "nothing sticks out");
                await shot(`${path.slice(1).replace("/", "-")}-${device}-${scheme}`);
                await close();
            }
        });
    }

    test(`nothing is cut and nothing scrolls in a box: ${device}`, async () => {
        const { page, close } = await docs("/docs", { viewport });
        await unfold(page);
        const boxes = await page.evaluate(() => {
            const all = [...document.querySelectorAll("body *")].filter(one => !["INPUT", "IMG"].includes(one.tagName));
            const cut = all.filter(one => {
                const { overflowX, overflowY } = getComputedStyle(one);
                const { width, left, right } = one.getBoundingClientRect();
                return overflowX !== "visible" || overflowY !== "visible" || (width > 0 && (right > innerWidth + 1 || left < -1));
            });
            return { seen: all.length, cut: cut.map(one => one.outerHTML.slice(0, 120)) };
        });
        assert.ok(boxes.seen > 5000, `${boxes.seen} elements`);
        assert.deepEqual(boxes.cut, []);
        await close();
    });
}

test("the first call of every endpoint gets a 200, and so do all others", async () => {
    const { page, close } = await docs();
    const calls = await page.locator(".call").all();
    const paths = new Set();
    for (const call of calls) {
        const path = await call.getAttribute("data-path");
        const method = await call.getAttribute("data-method");
        const answered = page.waitForResponse(response => new URL(response.url()).pathname === path && response.request().method() === method);
        await call.getByRole("button", { name: "Run" }).click();
        const response = await answered;
        assert.equal(response.status(), 200, `${method} ${path}`);
        const reply = page.locator(".try").filter({ has: page.locator(`.call[data-path="${path}"]`) }).locator(".reply");
        await reply.locator(".state", { hasText: /^200, \d+ ms$/ }).waitFor();
        assert.ok((await reply.locator("pre").textContent()).length > 1, path);
        assert.ok(await reply.locator("pre").isVisible(), path);
        paths.add(path);
    }
    const { paths: contract } = await (await fetch(`${origin}/openapi.json`)).json();
    assert.deepEqual([...paths].sort(), Object.keys(contract).sort(), "every endpoint has a call");
    await close();
});

test("a call can be changed, and an error is shown as one", async () => {
    const { page, close } = await docs("/docs", { expected: /status of 422/ });
    const move = page.locator("#v1-move");
    await move.locator(".edit").first().fill("/v1/move?board=XO.......&depth=0");
    await move.getByRole("button", { name: "Run" }).first().click();
    await move.locator(".state.refused", { hasText: /^422/ }).waitFor();
    assert.match(await move.locator(".reply pre").textContent(), /"pointer": "\/depth"/);
    await move.locator(".edit").nth(1).fill('{"board": "XX.OO....", "explain": true}');
    const asked = page.waitForRequest(request => request.method() === "POST");
    await move.getByRole("button", { name: "Run" }).nth(1).click();
    assert.deepEqual((await asked).postDataJSON(), { board: "XX.OO....", explain: true });
    await move.locator(".state:not(.refused)", { hasText: /^200/ }).waitFor();
    assert.match(await move.locator(".reply pre").textContent(), /"completes-line"/);
    await close();
});

test("a call is copied as curl, with the address of this service", async () => {
    const { page, close } = await docs("/docs", { permissions: ["clipboard-read", "clipboard-write"] });
    const curl = index => copied(page, () => page.locator("#v1-move [data-copy=curl]").nth(index).click());
    assert.equal(await curl(0), `curl '${origin}/v1/move?board=XO.......&turn=X'`);
    assert.equal(await curl(1), `curl '${origin}/v1/move' --json '{"board": "OO..XX...", "turn": "X"}'`);
    assert.ok(!(await page.locator("main").textContent()).includes(":8080"), "examples name this origin");
    await page.locator(".key summary").click();
    await page.locator("#docs-key").fill("secret");
    assert.equal(await curl(0), `curl -H "Authorization: Bearer $KEY" '${origin}/v1/move?board=XO.......&turn=X'`);
    await close();
});

test("a button that copies has its name again after two clicks in a row", async () => {
    const { page, close } = await docs("/docs", { permissions: ["clipboard-read", "clipboard-write"] });
    const button = page.locator("#v1-move [data-copy=curl]").first();
    const name = await button.textContent();
    const end = await holdTimers(page, 1500);
    for (const clicks of [1, 2]) {
        await button.click();
        await page.waitForFunction(count => window.ends.length === count, clicks);
        assert.equal(await button.textContent(), "Copied");
    }
    await end();
    assert.equal(await button.textContent(), name);
    await close();
});

test("a call is copied as fetch, which runs as it is", async () => {
    const { page, close } = await docs("/docs", { permissions: ["clipboard-read", "clipboard-write"] });
    for (const [index, cell] of [[0, undefined], [1, 3]]) {
        // The page runs no text as a program; Node.js does.
        const program = await copied(page, () => page.locator("#v1-move [data-copy=fetch]").nth(index).click());
        const answer = await Function("console", `return (async () => { let told; console = { log: value => { told = value; } }; ${program} return told; })()`)();
        assert.equal(answer.position.turn, "X");
        if (cell !== undefined) assert.equal(answer.move.cell, cell);
    }
    await page.locator(".key summary").click();
    await page.locator("#docs-key").fill("secret");
    const program = await copied(page, () => page.locator("#v1-move [data-copy=fetch]").nth(1).click());
    assert.ok(program.includes("Bearer ${key}") && !program.includes("secret"), program);
    await close();
});

test("a service that is away is said", async () => {
    const { page, close } = await docs("/docs", { expected: /ERR_CONNECTION_REFUSED|ERR_FAILED/ });
    await page.route(/\/v1\//, route => route.abort("connectionrefused"));
    await page.locator("#v1-move").getByRole("button", { name: "Run" }).first().click();
    await page.locator("#v1-move .state", { hasText: "did not answer" }).waitFor();
    await close();
});

test("a key goes with what is run, where the operator asks for one", async () => {
    const { page, close } = await docs();
    await page.locator(".key summary").click();
    await page.locator("#docs-key").fill("a-key-for-this-test");
    const asked = page.waitForRequest(request => new URL(request.url()).pathname === "/v1/games");
    await page.locator("#v1-games").getByRole("button", { name: "Run" }).click();
    assert.equal((await asked).headers().authorization, "Bearer a-key-for-this-test");
    await close();
});

/** Waits until the start of an element is in view, below the bar. */
const inView = (page, id) => page.waitForFunction(id => {
    const { top } = document.getElementById(id).getBoundingClientRect();
    return top >= document.querySelector(".bar").getBoundingClientRect().bottom - 1 && top < innerHeight / 2;
}, id);

const hashOf = async page => decodeURIComponent(new URL(await addressOf(page)).hash.slice(1));

for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    test(`links lead to endpoints, fields and shapes: ${device}`, async () => {
        for (const id of ["v1-move", "MoveRequest.tieBreak", "v1-puzzles", "ReviewAnswer.sides.X", "ProvenScore.plies", "problems"]) {
            const { page, close } = await docs(`/docs#${id}`, { viewport });
            await inView(page, id);
            await close();
        }
    });

    test(`the contents lead to an endpoint, its field to its type: ${device}`, async () => {
        const { page, close } = await docs("/docs", { viewport });
        await page.locator("#contents").getByRole("link", { name: "/v1/review" }).click();
        await inView(page, "v1-review");
        await page.locator("#MoveAnswer\\.search").getByRole("link", { name: "Search", exact: true }).click();
        await inView(page, "Search");
        assert.equal(await hashOf(page), "Search");
        await close();
    });

    test(`the type of a problem leads to its row: ${device}`, async () => {
        const problem = await (await fetch(`${origin}/v1/move?depth=0`)).json();
        assert.ok(problem.type.startsWith(`${origin}/`), problem.type);
        const { page, close } = await docs(problem.type.slice(origin.length), { viewport });
        const row = page.locator("#problem-invalid-request");
        await inView(page, "problem-invalid-request");
        assert.match(await row.textContent(), /422/);
        await close();
    });
}

test("a move is understood on one screen: its call, its answer and the first fields", async () => {
    const { page, close } = await docs("/docs#v1-move", { viewport: DESKTOP });
    await inView(page, "v1-move");
    const parts = [".edit", ".reply pre", "#MoveRequest\\.board", "#MoveRequest\\.algorithm", "#MoveRequest\\.depth"];
    for (const { y, height } of await boxesOf(page, ...parts.map(part => `#v1-move ${part}`))) assert.ok(y >= 0 && y + height <= DESKTOP.height, `${y} + ${height}`);
    await close();
});

for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    test(`endpoints, fields, problems and headings are found: ${device}`, async () => {
        const { page, close, shot } = await docs("/docs", { viewport });
        await page.keyboard.press("/");
        await focusIsOn(page, "find");
        const found = async query => {
            await page.locator("#find").fill(query);
            return readAll(page, "#found a", links => links.map(link => link.getAttribute("href")));
        };
        assert.equal((await found("/v1/rev"))[0], "#v1-review");
        await page.locator("#contents h2").first().waitFor({ state: "hidden" });
        assert.ok((await found("MoveRequest tieBr")).includes("#MoveRequest.tieBreak"));
        assert.equal((await found("satur"))[0], "#problem-saturated");
        assert.equal((await found("HeuristicScore"))[0], "#HeuristicScore");
        assert.equal((await found("zugzwang")).length > 0, true, "a word of a meaning");
        assert.equal((await found("e")).length, 12);
        await page.locator("#found p", { hasText: /^The first 12 of \d+$/ }).waitFor();
        await unfold(page);
        await check(page, "found");
        await shot(`docs-found-${device}`);
        await found("tieBreak");
        await page.locator("#find").press("Enter");
        await page.waitForFunction(() => location.hash.endsWith(".tieBreak"));
        await inView(page, await hashOf(page));
        assert.deepEqual(await found("nosuchfield"), []);
        await textsAre(page, "#found p", ["Nothing found"]);
        await page.locator("#find").press("Escape");
        await page.locator("#contents h2").first().waitFor();
        // In a field it is a character of the text.
        await page.locator("#v1-move .edit").first().focus();
        await page.keyboard.type("/");
        assert.equal(await page.evaluate(() => document.activeElement.className), "edit");
        await close();
    });

    test(`sections of the guide are found, by a word of their text, too: ${device}`, async () => {
        const { page, close } = await docs("/docs/guide", { viewport });
        await page.locator("#find").fill("EventSource");
        await page.locator("#find").press("Enter");
        await page.waitForFunction(() => location.hash);
        await inView(page, await hashOf(page));
        await page.locator("#find").fill("web pages");
        await becomes(() => page.locator("#found a").first().getAttribute("href"), "#web-pages-and-apps");
        await close();
    });
}

test("the API reference follows the choice of colours", async () => {
    const { page, close } = await docs();
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(await paper(), "rgb(247, 245, 240)");
    await page.locator("#theme").click();
    await page.locator("#theme[data-choice=light]").click();
    await becomes(paper, "rgb(14, 17, 23)");
    await close();
});

test("without scripts everything can be read", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${origin}/docs`);
    await page.getByRole("heading", { name: "/v1/move" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Run" }).count(), 0);
    assert.equal(await page.locator("#find").isVisible(), false);
    await context.close();
});
