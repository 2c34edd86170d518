// Accessibility: axe-core finds nothing, light and dark, on a phone and on a desktop.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./axe.mjs";
import { DESKTOP, openPage, PHONE, start, TABLET } from "./server.mjs";
import { chooseGame, escape, openTools, postpone, says, solve } from "./steps.mjs";

const { origin, browser } = await start();

for (const [device, viewport] of Object.entries({ phone: PHONE, tablet: TABLET, desktop: DESKTOP })) {
    for (const scheme of ["light", "dark"]) {
        test(`every panel is accessible: ${device}, ${scheme}`, async () => {
            const options = { viewport, scheme };
            const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&moves=4453", options);
            await page.locator("#status", { hasText: "Your move" }).waitFor();
            await page.locator("#hint:not([disabled])").waitFor();
            await check(page, "a game");
            await page.click("#more");
            await page.locator("#sheet-new").waitFor();
            await check(page, "the sheet");
            await shot(`sheet-${device}-${scheme}`);
            await escape(page);
            await page.goto(`${origin}/`);
            await page.locator(".tip").waitFor();
            await check(page, "first sight");
            await page.goto(`${origin}/?game=connect-four&moves=4453&view=explore`);
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
            await openTools(page, "tree");
            await page.locator(".node").first().waitFor();
            await check(page, "tree");
            await shot(`tree-${device}-${scheme}`);
            await openTools(page, "opponents");
            await check(page, "opponents");
            await shot(`opponents-${device}-${scheme}`);
            await openTools(page, "setup");
            await check(page, "any position, any rules");
            await page.goto(`${origin}/?game=connect-four&moves=4453&view=api`);
            await page.locator(".snippet").first().waitFor();
            await check(page, "API calls");
            await shot(`calls-${device}-${scheme}`);
            await close();
        });
    }
}

const own = encodeURIComponent('{"width":6,"height":5,"k":4,"misere":true}');
const states = {
    "a game that is won": ["/?game=tic-tac-toe&moves=b2,a1,b1,a3,b3&scores=1", page => page.locator(".overlay .won").waitFor({ state: "attached" })],
    "values on small boards": ["/?game=tic-tac-toe&moves=b2,a2&scores=1", page => page.locator(".cell .score").first().waitFor()],
    "values on large boards": ["/?game=gomoku&moves=h8,h9,i8,g7&scores=1", page => page.locator(".cell .score.best").first().waitFor()],
    "a variation on a large board": ["/?game=gomoku&moves=h8,h9,i8,g7&scores=1", async page => {
        await page.locator(".best-line, .line").first().click();
        await page.locator(".cell.ghost").first().waitFor();
    }],
    "own rules": [`/?game=${own}&tab=setup`, page => page.locator("#own-rules:visible").waitFor()],
    "a link that waits for the engine": ["/?game=connect-four&moves=4,4,5", page => page.locator("#play:visible").waitFor()],
    "two engines": ["/?game=four-by-four&x=casual&o=club", page => page.locator("#play:visible").waitFor()],
    "a puzzle": ["/?view=puzzle", async page => {
        await page.click("#puzzle-hint");
        await page.locator(".said", { hasText: "Look for" }).waitFor();
        await page.click("#puzzle-hint");
        await page.locator(".said", { hasText: "Look at column" }).waitFor();
        await page.locator("#puzzle-card summary").click();
    }],
    "a puzzle that is solved": ["/?game=connect-four&view=puzzle&level=win-in-2&seed=5", async page => {
        await solve(page);
        await page.locator("#puzzle-share").waitFor();
    }],
    "a friend's game": ["/?view=friend", async page => {
        await page.locator("[data-cell='38']").click();
        await page.locator("#friend-copy").waitFor();
    }],
    "a link that was changed": ["/?game=connect-four&moves=d1,d2&o=you&friend=abc&check=wrong", page => page.locator("#friend .bad").waitFor()],
    "the coach": ["/?game=connect-four&o=casual&moves=d1,b1,d2,b2,e1,b3", async page => {
        await page.evaluate(() => localStorage.setItem("inarow-help", JSON.stringify({ coach: "on" })));
        await page.reload();
        await page.locator("#hint:not([disabled])").waitFor();
        await page.locator("[data-cell='41']").click();
        await page.locator("#take-back").waitFor();
    }],
    "a win with its card": ["/?game=connect-four&o=casual&moves=a1,b1,a2,b2,a3,b3", async page => {
        await page.locator("[data-cell='14']").click();
        await page.locator("#end .turned").waitFor({ state: "attached" });
    }],
    "learning from a mistake": ["/?game=connect-four&moves=d1,b1,d2,b2,e1,b3,g1&view=explore&x=you&o=casual", async page => {
        await page.click("#learn-start");
        await page.locator("#learn").waitFor();
    }],
    "a hint": ["/?game=tic-tac-toe&moves=b2,a1", async page => {
        await page.click("#hint");
        await page.locator(".cell.hinted").waitFor();
    }],
    "a mistake in the rules": [`/?game=${own}&tab=setup`, async page => {
        await page.locator("#own-rules").getByLabel("In a row").fill("9");
        await page.locator("#own-rules").getByRole("button", { name: "Start this game" }).click();
        await page.locator("#own-rules .fault").filter({ hasText: /./ }).waitFor();
    }],
    "all games": ["/?game=qubic", async page => {
        await says(page, "Your move");
        await page.click("#more");
        await page.click("#sheet-games");
        await page.locator("#sheet [data-game='fano']").waitFor();
    }],
    "own rules in the sheet": ["/", async page => {
        await page.locator(".tip").waitFor();
        await page.click("#games [value='own']");
        await page.click("#sheet-own");
        await page.locator("#sheet").getByLabel("Width").waitFor();
    }],
    "a column that is full": ["/?game=connect-four&moves=444444&x=you&o=you", async page => {
        await page.locator("[data-cell='3']").click();
        await page.locator("#notice", { hasText: "full" }).waitFor();
    }],
    "another game chosen": ["/?game=tic-tac-toe&moves=b2,a1&x=you&o=you", async page => {
        await chooseGame(page, "connect-four");
        await page.locator("#notice", { hasText: "leads to the one before" }).waitFor();
    }],
    "misère that is over": ["/?game=misere-tic-tac-toe&moves=a1,b2,a2,b1,a3&x=you&o=you", page => says(page, "O wins!")],
    "a large board, zoomed": ["/?game=gomoku&moves=h8,h9&x=you&o=you", async page => {
        await says(page, "Black to move");
        if (await page.isVisible("#zoom")) await page.click("#zoom");
    }],
    "a link to copy by hand": ["/?game=tic-tac-toe&view=explore", async page => {
        await page.locator("#copy-link:not([disabled])").waitFor();
        await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed")); navigator.share = undefined; });
        await page.click("#copy-link");
        await page.getByLabel("Link to copy").waitFor();
    }],
    "a service that is away": ["/?game=tic-tac-toe", async page => {
        await says(page, "Your move");
        await page.route(/\/v1\//, route => route.abort("connectionrefused"));
        await page.locator("[data-cell='4']").click();
        await says(page, "No connection");
    }],
    "a service that is busy": ["/?game=tic-tac-toe", async page => {
        await says(page, "Your move");
        await page.route(/\/v1\/move/, route => postpone(route, 503, 30));
        await page.locator("[data-cell='4']").click();
        await says(page, "Busy");
    }],
    "a key that is asked for": ["/?game=tic-tac-toe", async page => {
        await page.route(/\/v1\//, route => postpone(route, 401, 1));
        await page.reload();
        await page.getByLabel("Key").waitFor();
    }],
};
/** Messages of the browser about a service that is away, busy or locked, or about a mistake. */
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
