// What everybody must be able to use: axe-core finds nothing, light and dark, on a phone and on a desktop; and /docs works.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./axe.mjs";
import { DESKTOP, openPage, PHONE, start, TABLET } from "./server.mjs";
import { postpone, says } from "./steps.mjs";

const { origin, browser } = await start();

for (const [device, viewport] of Object.entries({ phone: PHONE, tablet: TABLET, desktop: DESKTOP })) {
    for (const scheme of ["light", "dark"]) {
        test(`every panel is accessible: ${device}, ${scheme}`, async () => {
            const options = { viewport, scheme };
            const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&moves=4453", options);
            await page.locator("#status", { hasText: "Your move" }).waitFor();
            await check(page, "first sight");
            await page.check("#scores");
            await page.locator(".done").waitFor();
            await page.locator(".lines .line").first().click();
            await page.locator(".accuracy").waitFor();
            await check(page, "analysis");
            await shot(`analysis-${device}-${scheme}`);
            // Another move than the one that was played: a branch, with all moves and all settings unfolded.
            await page.locator("[data-ply='3']").click();
            await page.locator(".done").waitFor();
            await page.getByText("All 7 moves").click();
            await page.locator("#best-moves summary", { hasText: "Advanced" }).click();
            await page.locator("#best-moves .below-lines .line").last().click();
            await page.getByRole("button", { name: "Play this" }).click();
            await page.locator(".branches").waitFor();
            await check(page, "branches");
            await shot(`branches-${device}-${scheme}`);
            await page.click("#tab-tree");
            await page.locator(".node").first().waitFor();
            await check(page, "tree");
            await shot(`tree-${device}-${scheme}`);
            await page.click("#tab-opponents");
            await check(page, "opponents");
            await shot(`opponents-${device}-${scheme}`);
            await page.click("#tab-calls");
            await page.locator(".snippet").first().waitFor();
            await check(page, "API calls");
            await shot(`calls-${device}-${scheme}`);
            await close();
        });

        test(`the API reference is drawn: ${device}, ${scheme}`, async () => {
            const { page, close, shot } = await openPage(browser, origin, "/docs", { viewport, scheme });
            const reference = page.locator("rapi-doc");
            await reference.getByText("/v1/continuations").first().waitFor();
            const text = await reference.getByText("Choose a move").count();
            assert.ok(text > 0);
            await reference.getByRole("region", { name: "Introduction" }).waitFor();
            await check(page, "docs");
            const first = reference.locator(".endpoint-head").first();
            assert.match(await first.textContent(), /\/v1\/move/, "what is looked for most comes first");
            assert.ok((await first.boundingBox()).y < 900);
            await shot(`docs-${device}-${scheme}`);
            await close();
        });
    }
}

const own = encodeURIComponent('{"width":6,"height":5,"k":4,"misere":true}');
const states = {
    "a game that is won": ["/?game=tic-tac-toe&moves=b2,a1,b1,a3,b3&scores=1", page => page.locator(".overlay .won").waitFor({ state: "attached" })],
    "values on small boards": ["/?game=tic-tac-toe&moves=b2,a2&scores=1", page => page.locator(".cell .score").first().waitFor()],
    "values on large boards": ["/?game=gomoku&moves=h8,h9,i8,g7&scores=1", page => page.locator(".cell .score.numbered").first().waitFor()],
    "a variation on a large board": ["/?game=gomoku&moves=h8,h9,i8,g7&scores=1", async page => {
        await page.locator(".best-line, .line").first().click();
        await page.locator(".cell.ghost").first().waitFor();
    }],
    "own rules": [`/?game=${own}`, page => page.locator("#own-rules:visible").waitFor()],
    "a link that waits for the engine": ["/?game=connect-four&moves=4,4,5", page => page.locator("#play:visible").waitFor()],
    "two engines": ["/?game=four-by-four&x=casual&o=club", page => page.locator("#play:visible").waitFor()],
    "a puzzle": ["/?game=connect-four", async page => {
        await page.click("#puzzle");
        await page.locator("#notice", { hasText: "only one move" }).waitFor();
    }],
    "a hint": ["/?game=tic-tac-toe&moves=b2,a1", async page => {
        await page.click("#hint");
        await page.locator(".cell.hinted").waitFor();
    }],
    "a mistake in the rules": [`/?game=${own}`, async page => {
        await page.locator("#own-rules").getByLabel("In a row").fill("9");
        await page.locator("#own-rules").getByLabel("In a row").blur();
        await page.locator("#notice").filter({ hasText: /./ }).waitFor();
    }],
    "a column that is full": ["/?game=connect-four&moves=444444&x=you&o=you", async page => {
        await page.locator("[data-cell='3']").click();
        await page.locator("#notice", { hasText: "full" }).waitFor();
    }],
    "another game chosen": ["/?game=tic-tac-toe&moves=b2,a1&x=you&o=you", async page => {
        await page.selectOption("#game", "connect-four");
        await page.locator("#notice", { hasText: "leads to the one before" }).waitFor();
    }],
    "misère that is over": ["/?game=misere-tic-tac-toe&moves=a1,b2,a2,b1,a3&x=you&o=you", page => says(page, "O wins")],
    "a large board, zoomed": ["/?game=gomoku&moves=h8,h9&x=you&o=you", async page => {
        await says(page, "X to move");
        if (await page.isVisible("#zoom")) await page.click("#zoom");
    }],
    "a link to copy by hand": ["/?game=tic-tac-toe", async page => {
        await says(page, "Your move");
        await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed")); });
        await page.click("#share");
        await page.getByLabel("Link to this position").waitFor();
    }],
    "a service that is away": ["/?game=tic-tac-toe", async page => {
        await says(page, "Your move");
        await page.route(/\/v1\//, route => route.abort("connectionrefused"));
        await page.locator("[data-cell='4']").click();
        await says(page, "Reconnecting");
    }],
    "a service that is busy": ["/?game=tic-tac-toe", async page => {
        await says(page, "Your move");
        await page.route(/\/v1\/move/, route => postpone(route, 503, 30));
        await page.locator("[data-cell='4']").click();
        await says(page, "busy");
    }],
    "a key that is asked for": ["/?game=tic-tac-toe", async page => {
        await page.route(/\/v1\//, route => postpone(route, 401, 1));
        await page.reload();
        await page.getByLabel("Key").waitFor();
    }],
};
/** What the browser says of a service that is away, busy or locked, or of a mistake. */
const EXPECTED = /ERR_CONNECTION_REFUSED|ERR_FAILED|status of (401|422|503)/;
const LOOKS = {
    "phone, light": { viewport: PHONE }, "phone, dark": { viewport: PHONE, scheme: "dark" },
    "tablet, light": { viewport: TABLET }, "desktop, dark": { viewport: DESKTOP, scheme: "dark" },
};

for (const [look, options] of Object.entries(LOOKS)) {
    test(`every state is accessible: ${look}`, async () => {
        for (const [state, [path, reach]] of Object.entries(states)) {
            const { page, close, shot } = await openPage(browser, origin, path, { ...options, expected: EXPECTED });
            await reach(page);
            await check(page, state);
            await shot(`${state.replaceAll(" ", "-")}-${look.replace(", ", "-")}`);
            await close();
        }
    });
}

test("a call is tried in the API reference", async () => {
    const { page, close } = await openPage(browser, origin, "/docs");
    const reference = page.locator("rapi-doc");
    await reference.locator(".endpoint-head", { hasText: "/version" }).click();
    const answered = page.waitForResponse(response => new URL(response.url()).pathname === "/version");
    await reference.getByRole("button", { name: "Try" }).first().click();
    assert.equal((await answered).status(), 200);
    await reference.getByText("rustc").first().waitFor();
    await close();
});

test("a POST is tried with its example as the body, on this origin", async () => {
    const { page, close } = await openPage(browser, origin, "/docs");
    const reference = page.locator("rapi-doc");
    const head = reference.locator(".endpoint-head.post", { hasText: "/v1/move" });
    await head.click();
    const asked = page.waitForRequest(request => request.method() === "POST");
    const answered = page.waitForResponse(response => response.request().method() === "POST");
    await reference.getByRole("button", { name: "Try" }).first().click();
    assert.ok(JSON.parse((await asked).postData()));
    assert.equal((await answered).status(), 200);
    assert.ok(!(await reference.evaluate(one => one.shadowRoot.textContent)).includes(":8080"), "examples name this origin");
    await reference.getByText("Not Required").first().waitFor();
    assert.equal(await reference.getByText("None Applied").count(), 0);
    await close();
});

test("a key goes with what is tried, where the operator asks for one", async () => {
    const { page, close } = await openPage(browser, origin, "/docs");
    const reference = page.locator("rapi-doc");
    await reference.locator(".endpoint-head", { hasText: "/v1/games" }).click();
    await page.locator(".docs-key summary").click();
    await page.locator("#docs-key").fill("a-key-for-this-test");
    await page.locator("#docs-key").blur();
    const asked = page.waitForRequest(request => new URL(request.url()).pathname === "/v1/games");
    await reference.getByRole("button", { name: "Try" }).first().click();
    assert.equal((await asked).headers().authorization, "Bearer a-key-for-this-test");
    await close();
});

for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    test(`the type of a problem leads to its row: ${device}`, async () => {
        const problem = await (await fetch(`${origin}/v1/move?depth=0`)).json();
        assert.ok(problem.type.startsWith(`${origin}/`), problem.type);
        const { page, close } = await openPage(browser, origin, problem.type.slice(origin.length), { viewport });
        await page.locator("rapi-doc").getByText("/v1/continuations").first().waitFor();
        const row = page.locator("#problem-invalid-request");
        await row.waitFor({ state: "visible" });
        await page.waitForFunction(() => {
            const { top, bottom } = document.getElementById("problem-invalid-request").getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight;
        });
        assert.match(await row.textContent(), /422/);
        await close();
    });
}
