// Games in a real browser, the keyboard alone, and keys.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { openPage, PHONE, start, startServer } from "./server.mjs";
import { addressOf, api, becomes, board, cell, chooseGame, counts, focusIsOn, openTools, readOne, says, taken, textsAre } from "./steps.mjs";

const { origin, browser } = await start();

/** From now on the service answers about positions only once the returned function is called. */
async function holdPositions(page) {
    let go = () => {};
    const held = new Promise(resolve => { go = resolve; });
    await page.route(/\/v1\/position/, async route => {
        await held;
        // A call that was taken back has no answer to wait for.
        await route.continue().catch(() => {});
    });
    return go;
}

/** Plays X against the engine: each move is the one that `choose` takes from the service's analysis. */
async function playThrough(page, choose) {
    for (let moves = 0; moves < 5; moves++) {
        await says(page, /Your move|wins?\b|draw|A draw/);
        if (!/Your move/.test(await page.locator("#status").textContent())) return;
        const now = await board(page);
        const { lines } = await api(origin, "/v1/analysis", { board: now, turn: "X" });
        await cell(page, choose(lines).move.cell).click();
        await page.waitForFunction(before => ![...document.querySelectorAll("[role=gridcell]")]
            .every((one, index) => (one.dataset.stone !== ".") === (before[index] !== ".")), now);
    }
    await says(page, /wins?\b|draw/);
}

test("a game of tic-tac-toe against the engine ends in a draw", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&o=perfect");
    await playThrough(page, lines => lines[0]);
    await textsAre(page, "#status", ["A draw"]);
    assert.equal((await board(page)).replace(/[XO]/g, "").length, 0, "the board is full");
    assert.equal(await page.locator(".overlay .won").count(), 0);
    await cell(page, 0).click();
    await page.locator("#notice", { hasText: "The game is over" }).waitFor();
    await close();
});

test("against skill 0 one can win, and the line is drawn", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=tic-tac-toe&o=skill-0", { scheme: "dark" });
    let wins = 0;
    // Chance decides the moves of skill 0, which may be the best three times in a row.
    for (let games = 0; games < 12 && wins === 0; games++) {
        await playThrough(page, lines => lines[0]);
        wins += Number((await page.locator("#status").textContent()).startsWith("You win"));
        if (wins === 0) {
            await page.goto(`${origin}/?game=tic-tac-toe&o=skill-0`);
            await says(page, "Your move");
        }
    }
    assert.equal(wins, 1, "no win in 12 games");
    await counts(page, ".overlay .won", 1);
    const ends = await readOne(page, ".overlay .won", one => ["x1", "y1", "x2", "y2"].map(name => Math.floor(Number(one.getAttribute(name)) + 1e-9)));
    const now = await board(page);
    const { position } = await api(origin, "/v1/position", { board: now });
    const winning = position.winningLines[0];
    assert.deepEqual(ends.map(end => Math.max(0, Math.min(2, end))),
        [winning[0] % 3, Math.floor(winning[0] / 3), winning[2] % 3, Math.floor(winning[2] / 3)]);
    await counts(page, "[role=gridcell][aria-label*='winning line']", 3);
    await shot("won-dark");
    await close();
});

test("stones fall in Connect Four, and a full column says so", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=tic-tac-toe&o=you", { viewport: PHONE });
    await says(page, "X to move");
    await chooseGame(page, "connect-four");
    await says(page, "Red to move");
    for (let stones = 1; stones <= 6; stones++) {
        await cell(page, 3).click();
        await taken(page, stones);
        await says(page, stones % 2 ? "Yellow to move" : "Red to move");
    }
    const column = [...await board(page)].filter((_, index) => index % 7 === 3).join("");
    assert.equal(column, "OXOXOX", "from the top down, X at the bottom");
    await cell(page, 3).click();
    await page.locator("#notice", { hasText: "Column d is full" }).waitFor();
    await shot("connect-four-phone");
    await close();
});

test("an occupied cell says why, undo, redo and swap", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe");
    await says(page, "Your move");
    await cell(page, 4).click();
    await taken(page, 2);
    await says(page, "Your move");
    await cell(page, 4).click();
    await page.locator("#notice", { hasText: "b2 is taken by X" }).waitFor();
    // The answer can be heard.
    await page.locator("#last-move", { hasText: /^Moss played [abc][123]\.$/ }).waitFor({ state: "attached" });
    const answered = await board(page);
    await page.click("#undo");
    await taken(page, 0);
    await says(page, "Your move");
    // A move that was taken back is ahead, in the address too.
    await page.click(".places [data-place=explore]");
    await page.click("#to-last");
    await taken(page, 2);
    assert.equal(await board(page), answered);
    // The engine takes over X, and moves at once.
    await openTools(page, "opponents");
    await page.click("#swap");
    await taken(page, 3);
    await page.click(".places [data-place=play]");
    await says(page, "Your move");
    await close();
});

test("a move that is quicker than the service is played", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe");
    await says(page, "Your move");
    const answer = await holdPositions(page);
    await page.keyboard.press("n");
    await says(page, "Your move");
    await cell(page, 4).click();
    await taken(page, 1);
    answer();
    await taken(page, 2);
    await close();
});

test("a second click, quicker than the service, leaves the engine its turn", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe");
    await says(page, "Your move");
    const answer = await holdPositions(page);
    await cell(page, 4).click();
    await taken(page, 1);
    await cell(page, 0).click();
    await page.locator("#notice", { hasText: "Moss is next. Wait a moment." }).waitFor();
    answer();
    await says(page, "Your move");
    await taken(page, 2);
    await close();
});

test("an address that leads nowhere says so", async () => {
    for (const [address, said] of [
        ["/?game=chess", /a game that we do not have/], ["/?game={bad", /a game that we do not have/],
        ["/?board=XO", /does not fit the game/], ["/?moves=b2,b2", /This link breaks off at move 2/], ["/?game=connect-four&moves=448", /This link breaks off at move 3/],
    ]) {
        const { page, close } = await openPage(browser, origin, address);
        await page.locator("#notice", { hasText: said }).waitFor();
        await close();
    }
});

test("two engines play, pause and step", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=four-by-four&tab=opponents");
    await says(page, "X to move");
    await page.getByRole("radio", { name: "Engine" }).first().check();
    await page.locator("#step[aria-disabled=false]").waitFor();
    assert.equal(await page.locator(".cell.taken").count(), 0);
    await page.click("#step");
    await taken(page, 1);
    await page.click(".places [data-place=play]");
    await page.locator("#play", { hasText: "Play" }).waitFor();
    await page.click("#play");
    await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length >= 3);
    await page.click("#play");
    const paused = await page.locator(".cell.taken").count();
    await page.waitForTimeout(700);
    assert.equal(await page.locator(".cell.taken").count(), paused, "paused");
    await close();
});

test("own rules, and the address keeps the position", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&tab=setup");
    await says(page, "X to move");
    await page.getByLabel("Stones fall").uncheck();
    await page.getByLabel("Width").fill("5");
    await page.getByLabel("Width").blur();
    assert.equal(await page.locator("[role=gridcell]").count(), 9, "nothing begins before it is said");
    await page.getByRole("button", { name: "Start this game" }).click();
    await counts(page, "[role=gridcell]", 25);
    await page.click(".places [data-place=play]");
    await cell(page, 7).click();
    await taken(page, 2);
    await says(page, "Your move");
    const shown = await board(page);
    const address = new URL(await addressOf(page));
    const other = await openPage(browser, origin, address.pathname + address.search);
    await says(other.page, "Your move");
    assert.equal(await board(other.page), shown);
    await other.close();
    await close();
});

test("the sum behind a static value", async () => {
    const { page, close } = await openPage(browser, origin, "/?board=XXO.O..OX&turn=X&tab=tree");
    const rows = page.locator("#sum tbody tr");
    await rows.first().waitFor();
    const { heuristics } = await api(origin, "/v1/position", { board: "XXO.O..OX", turn: "X", heuristics: ["lines"] });
    const lines = heuristics.find(({ name }) => name === "lines");
    await counts(page, "#sum tbody tr", lines.lines.length);
    await textsAre(page, "#sum tfoot .amount", [`−${-lines.value}`]);
    await rows.first().locator("button").focus();
    await counts(page, ".overlay .hint", 1, "the line is shown on the board");
    await close();
});

test("everything by keyboard alone", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe");
    await says(page, "Your move");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id ?? "");
    const tabTo = async wanted => {
        for (let presses = 0; presses < 40; presses++) {
            await page.keyboard.press("Tab");
            if (wanted.test(await focused())) return;
        }
        assert.fail(`Tab does not lead to ${wanted}`);
    };
    await tabTo(/^b2, empty/);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowLeft");
    assert.match(await focused(), /^a3, empty/);
    await page.keyboard.press("ArrowLeft");
    assert.match(await focused(), /^a3/, "the edge holds");
    await page.keyboard.press("Enter");
    await taken(page, 2);
    await page.waitForFunction(() => document.activeElement.getAttribute("aria-label")?.startsWith("a3, X"));
    await tabTo(/^undo$/);
    await page.keyboard.press("Enter");
    await taken(page, 0);
    await says(page, "Your move");
    await page.goto(`${origin}/?game=tic-tac-toe&view=explore`);
    await page.locator("#best-moves .done").waitFor();
    await tabTo(/^tools$/);
    await page.keyboard.press("Enter");
    await focusIsOn(page, "tab-analysis");
    await page.keyboard.press("ArrowRight");
    await focusIsOn(page, "tab-tree");
    await page.keyboard.press("ArrowLeft");
    await focusIsOn(page, "tab-analysis");
    await tabTo(/^scores$/);
    await page.keyboard.press("Space");
    await becomes(() => page.isChecked("#scores"), false);
    await page.keyboard.press("Space");
    await becomes(() => page.isChecked("#scores"), true);
    await page.locator("#best-moves .done").waitFor();
    const line = () => page.evaluate(() => document.activeElement?.getAttribute("data-key") ?? "");
    for (let presses = 0; presses < 10 && !/^line-/.test(await line()); presses++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await counts(page, ".cell.ghost", 1);
    await page.keyboard.press("Shift+Tab");
    for (let presses = 0; presses < 10 && await line() !== "forward"; presses++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await counts(page, ".cell.ghost", 2);
    assert.equal(await line(), "forward", "the focus stays");
    await close();
});

test("a service with keys asks for one, and the calls say where it goes", async () => {
    const directory = await mkdtemp(`${tmpdir()}/inarow-`);
    await writeFile(`${directory}/keys`, "a-key-for-this-test\n");
    const locked = await startServer("--api-keys-file", `${directory}/keys`);
    try {
        const { page, close } = await openPage(browser, locked.origin, "/", { expected: /status of 401/ });
        await says(page, "This service asks for a key.");
        await page.getByLabel("Key").fill("another-key");
        await page.getByRole("button", { name: "Use it" }).click();
        await says(page, "This key is not valid.");
        await page.getByLabel("Key").fill("a-key-for-this-test");
        await page.getByRole("button", { name: "Use it" }).click();
        await page.locator("#say", { hasText: "One tap makes four" }).waitFor();
        await page.click(".places [data-place=api]");
        await page.locator(".calls button").first().waitFor();
        const curl = await page.locator(".snippet pre").first().textContent();
        assert.match(curl, /-H "Authorization: Bearer \$KEY"/);
        assert.ok(!(await page.content()).includes("a-key-for-this-test"), "the key itself is not shown");
        await close();
    } finally {
        await locked.stop();
        await rm(directory, { recursive: true });
    }
});
