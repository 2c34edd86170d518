// Games of lines: layers, edges that join, points on their lines, stones that fall through layers, and any layout.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./axe.mjs";
import { DESKTOP, NO_SUCH_PUZZLE, openPage, PHONE, start, TABLET } from "./server.mjs";
import { api, becomes, board, boxOf, cell, chooseGame, counts, lit, openTools, queryHas, readAll, readOne, says, solve, taken, whole } from "./steps.mjs";

const { origin, browser } = await start();

/** Two persons at this page. */
const TWO = "&x=you&o=you";
const own = game => `/?game=${encodeURIComponent(JSON.stringify(game))}`;
const label = (page, index) => cell(page, index).getAttribute("aria-label");
const focused = page => page.evaluate(() => Number(document.activeElement.dataset.cell));
/** The straight line from corner to corner of the cube. */
const DIAGONAL = [0, 21, 42, 63];

test("the sheet offers the games of lines by their titles, and Qubic is played on four layers to a line through all of them", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=tic-tac-toe");
    await says(page, "Your move");
    await page.click("#more");
    await page.click("#sheet-games");
    await page.locator("#sheet [data-game]").first().waitFor();
    const offered = await readAll(page, "#sheet [data-game]", buttons => buttons.map(one => one.textContent.toLowerCase()));
    const { games } = await api(origin, "/v1/games", {});
    for (const { title } of games) assert.ok(offered.includes(title.replace(", ", "").toLowerCase()), title);
    await page.locator("#sheet").getByRole("button", { name: "Close" }).click();
    await chooseGame(page, "qubic");
    await page.locator("[data-cell='63']").waitFor();
    await counts(page, "[data-cell]", 64);
    await becomes(() => readAll(page, "[role=grid]", grids => grids.map(one => one.getAttribute("aria-label"))), ["Layer 1, top", "Layer 2", "Layer 3", "Layer 4, bottom"]);
    await page.locator(".board-note", { hasText: /^Make four in a row in any direction, through the layers too\.$/ }).waitFor({ state: "attached" });
    assert.equal(await label(page, 26), "layer 2, row 3, column 3, cell 26, empty");
    await page.goto(`${origin}/?game=qubic&moves=0,1,21,2,42,3${TWO}`);
    await says(page, "X to move");
    const before = await boxOf(page, ".board");
    await cell(page, 63).click();
    await page.locator("#end .end-title", { hasText: "X wins!" }).waitFor();
    await becomes(() => lit(page), DIAGONAL);
    await page.locator('[aria-label^="layer 4, row 4, column 4, cell 63, X, last move, in the winning line"]').waitFor();
    await page.locator("#end", { hasText: /Four in a row, in 4 moves\./ }).waitFor({ state: "attached" });
    assert.deepEqual(await boxOf(page, ".board"), before, "the board keeps its size");
    await shot("qubic-won");
    await close();
});

test("a line on one layer is drawn through its cells", async () => {
    const { page, close } = await openPage(browser, origin, `/?game=qubic&moves=16,0,17,1,18,2${TWO}`);
    await says(page, "X to move");
    await cell(page, 19).click();
    // A flat line has no height, by which a locator would call it hidden.
    await page.locator(".overlay path.won").waitFor({ state: "attached" });
    await becomes(() => lit(page), [16, 17, 18, 19]);
    await close();
});

test("on the torus a line goes around the dashed edges", async () => {
    const { page, close, shot } = await openPage(browser, origin, `/?game=torus&moves=0,1,4,6${TWO}`);
    await says(page, "X to move");
    await page.locator(".board-note", { hasText: /Dashed edges join: a line goes on at the opposite edge\./ }).waitFor({ state: "attached" });
    const edge = await readOne(page, ".plate", one => {
        const { borderLeftStyle, borderTopStyle } = getComputedStyle(one, "::before");
        return [borderLeftStyle, borderTopStyle];
    });
    assert.deepEqual(edge, ["dashed", "dashed"]);
    await shot("torus");
    // From the corner down to the right, and around the edge.
    await page.goto(`${origin}/?game=torus&moves=0,1,5,3${TWO}`);
    await says(page, "X to move");
    await cell(page, 7).click();
    await page.locator("#end .end-title", { hasText: "X wins!" }).waitFor();
    await becomes(() => lit(page), [0, 5, 7]);
    assert.equal(await page.locator(".overlay path.won").count(), 0, "what goes around is lit and not drawn");
    await close();
});

test("Fano: points on their lines, the circle among them; keys go to the nearest point", async () => {
    const { page, close, shot } = await openPage(browser, origin, `/?game=fano${TWO}`);
    await says(page, "X to move");
    assert.match(await page.locator(".through").getAttribute("d"), /a/, "one line is a circle");
    await page.locator(".board-note", { hasText: /^Make a whole line; the circle is one too\./ }).waitFor({ state: "attached" });
    assert.equal(await label(page, 3), "cell 3, empty");
    await cell(page, 0).focus();
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(page), 3);
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(page), 5);
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(page), 6);
    await page.keyboard.press("Enter");
    await taken(page, 1);
    await page.goto(`${origin}/?game=fano&moves=1,0,2,3${TWO}`);
    await says(page, "X to move");
    await cell(page, 5).click();
    await page.locator("#end .end-title", { hasText: "X wins!" }).waitFor();
    await becomes(() => lit(page), [1, 2, 5]);
    assert.match(await page.locator(".overlay path.won").getAttribute("d"), /a/, "the circle is lit");
    await page.locator("#end", { hasText: /A whole line, in 3 moves\./ }).waitFor({ state: "attached" });
    await shot("fano-won");
    await close();
});

test("Tippy shows its shape, and a shape that is made", async () => {
    const { page, close, shot } = await openPage(browser, origin, `/?game=tippy&moves=0,2,1,3,4,6${TWO}`);
    await says(page, "X to move");
    await page.locator(".board-note .shape-picture").waitFor();
    await cell(page, 5).click();
    await page.locator("#end .end-title", { hasText: "X wins!" }).waitFor();
    await becomes(() => lit(page), [0, 1, 4, 5]);
    await page.locator("#end", { hasText: /A whole shape, in 4 moves\./ }).waitFor({ state: "attached" });
    await shot("tippy-won");
    await close();
});

test("keys cross from layer to layer, and Enter plays", async () => {
    const { page, close } = await openPage(browser, origin, `/?game=three-cubed${TWO}`);
    await says(page, "X to move");
    await cell(page, 2).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(page), 9, "from layer 1 to layer 2");
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(page), 12);
    await page.keyboard.press("End");
    assert.equal(await focused(page), 26);
    await page.keyboard.press("Enter");
    await taken(page, 1);
    await page.locator('[aria-label^="layer 3, row 3, column 3, cell 26, X, last move"]').waitFor();
    await counts(page, ".board [tabindex='0']", 1, "one stop for the keyboard");
    await close();
});

test("a list of lines, dimensions and a shape are played from an address; what is wrong is said", async () => {
    const list = { cells: 6, lines: [[0, 1, 2], [2, 3, 4], [4, 5, 0]], layout: [[0, 2], [1, 1], [2, 0], [2, 2], [2, 4], [1, 3]] };
    const { page, close, shot } = await openPage(browser, origin, `${own(list)}&moves=0,3,1${TWO}`);
    await says(page, "O to move");
    assert.equal(await board(page), "XX.O..");
    await page.locator(".board-note", { hasText: /^Make a whole line/ }).waitFor({ state: "attached" });
    await cell(page, 5).click();
    await says(page, "X to move");
    await page.reload();
    await taken(page, 4);
    await cell(page, 2).click();
    await page.locator("#end .end-title", { hasText: "X wins!" }).waitFor();
    await becomes(() => lit(page), [0, 1, 2]);
    await shot("list-won");
    await page.goto(`${origin}${own({ dimensions: [3, 3, 3, 3], k: 3 })}${TWO}`);
    await page.locator("[data-cell='80']").waitFor();
    await page.locator('[aria-label="layer 2, 2, row 2, column 2, cell 40, empty"]').waitFor();
    await counts(page, ".plate", 9);
    await page.goto(`${origin}${own({ width: 4, height: 4, shape: "XXX/X.." })}${TWO}`);
    await page.locator(".shape-picture").waitFor();
    assert.equal(await label(page, 5), "row 2, column 2, cell 5, empty");
    // A list of lines that is an ordinary board becomes one.
    await page.goto(`${origin}${own({ dimensions: [7, 6], k: 4, gravity: 1 })}${TWO}`);
    await page.locator(".column").first().waitFor();
    await queryHas(page, { game: "connect-four" });
    // A preset by its dimensions has its name.
    await page.goto(`${origin}${own({ dimensions: [4, 4, 4], k: 4 })}${TWO}`);
    await page.locator("[data-cell='63']").waitFor();
    await queryHas(page, { game: "qubic" });
    await close();
    const wrong = await openPage(browser, origin, own({ cells: 3, lines: [[0, 0, 1]] }), { expected: /status of 422/ });
    await wrong.page.locator("#notice", { hasText: /^This link names a game that cannot be played\. .* Here is Connect Four\.$/ }).waitFor();
    await wrong.page.locator(".column").first().waitFor();
    await wrong.close();
});

test("an engine answers; help, hint, the coach's look and values work on layers", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=qubic&o=casual&moves=0,16,21,17,42,18");
    await says(page, "Your move");
    await page.locator("#hint:not([disabled])").click();
    await page.locator(".cell.hinted[data-cell='63']").waitFor();
    await page.locator("#outlook", { hasText: "Try cell 63: it wins in 1 move." }).waitFor();
    await page.locator('[data-cell="63"][aria-label*="hint"]').waitFor();
    await counts(page, ".board-box.numbered", 1, "cells have their numbers while words name them");
    await cell(page, 19).click();
    await taken(page, 8);
    await close();
    const explored = await openPage(browser, origin, `/?game=three-cubed&moves=0,1&view=explore${TWO}`);
    await explored.page.locator(".done", { hasText: "proven" }).waitFor();
    // Values stay where the review marks the move that was better than the last one.
    await explored.page.locator(".cell.hinted[data-cell='13']").waitFor();
    await explored.page.locator(".cell .score.win.best").first().waitFor();
    await explored.shot("three-cubed-better");
    await explored.page.locator("#best-moves .line").first().click();
    await explored.page.locator(".cell.ghost").waitFor();
    await explored.close();
});

test("review, tree, set-up, picture and records work for a game of lines", async () => {
    const { page, close, shot } = await openPage(browser, origin, `/?game=torus&moves=0,1,4,8&view=explore${TWO}`);
    await page.locator(".done").waitFor();
    // Where all is proven, the review comes by itself.
    await page.locator("#game-review .game-graph").waitFor();
    await openTools(page, "tree");
    await page.locator("#tree [role='treeitem']").first().waitFor();
    await page.locator("#sum table").waitFor();
    await shot("torus-tree");
    await openTools(page, "setup");
    await page.click("#set-up");
    await page.locator("#editor").waitFor();
    await cell(page, 2).click();
    await page.locator(".possible", { hasText: /^Possible: a game can lead here\. O is to move\.$/ }).waitFor();
    await page.locator("#editor textarea").fill("4 0 2");
    await page.getByRole("button", { name: "Open the game" }).click();
    await taken(page, 3);
    assert.equal(await board(page), "O.X.X....");
    await page.locator("#tab-analysis").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#copy-picture")]);
    assert.match(download.suggestedFilename(), /^[a-z-]*torus[a-z-]*-\d{4}-\d\d-\d\d\.png$/, "the game and the day");
    await close();
});

test("set-up with stones that fall through layers", async () => {
    const { page, close } = await openPage(browser, origin, `/?game=score-four&view=explore${TWO}`);
    await openTools(page, "setup");
    await page.click("#set-up");
    // Until its module has come, a tap is a move.
    await page.locator("#editor").waitFor();
    const column = () => board(page).then(stones => [stones[48], stones[32], stones[16]].join(""));
    await cell(page, 0).click();
    await cell(page, 0).click();
    await becomes(column, "XX.");
    await cell(page, 48).click();
    await becomes(column, "X..", "the stone above falls");
    await close();
});

test("the puzzle of the day is one of the game on the board, on layers too", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=three-cubed", { expected: NO_SUCH_PUZZLE });
    await says(page, "Your move");
    await page.click(".places a[data-place='puzzle']");
    await page.locator(".beads .now").waitFor();
    await counts(page, "[data-cell]", 27);
    await solve(page, "three-cubed");
    await page.locator("#puzzle-share").waitFor();
    await shot("puzzle-three-cubed");
    await close();
});

test("Qubic has puzzles, which are asked for without a theme", async () => {
    const { page, close } = await openPage(browser, origin, "/");
    const asked = [];
    page.on("request", request => request.url().includes("/v1/puzzles") && asked.push(new URL(request.url()).searchParams));
    await page.goto(`${origin}/?view=puzzle&game=qubic`);
    await page.locator(".beads .now").waitFor();
    await counts(page, "[data-cell]", 64);
    assert.deepEqual(asked.map(fields => [fields.get("game"), fields.get("theme")]), [["qubic", null]]);
    await close();
});

test("a friend by link plays on layers", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=qubic");
    await says(page, "Your move");
    await page.click("#more");
    await page.click("#sheet-friend");
    await cell(page, 26).click();
    await page.locator("#friend", { hasText: "You play cell 26." }).waitFor();
    await close();
});

test("on a phone the layers of Qubic stand two by two with cells of 40 pixels, all in sight; on a desk they have room", async () => {
    for (const [viewport, least] of [[PHONE, 40], [TABLET, 40], [DESKTOP, 54]]) {
        for (const game of ["qubic", "three-cubed", "score-four", "torus", "tippy", "fano"]) {
            const { page, close, shot } = await openPage(browser, origin, `/?game=${game}`, { viewport });
            await says(page, "Your move");
            await page.locator("#hint:not([disabled])").waitFor();
            const { width, height } = await boxOf(page, '[data-cell="0"]');
            assert.ok(width >= least && Math.abs(width - height) < 1, `${game} at ${viewport.width}: ${width}×${height}`);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
            await whole(page, ".acts");
            await shot(`lines-${game}-${viewport.width}`);
            await close();
        }
    }
});

test("axe finds nothing on boards of lines, in light and dark", async () => {
    for (const scheme of ["light", "dark"]) {
        for (const path of [`/?game=qubic&moves=21,22,42&view=explore${TWO}`, "/?game=score-four&moves=53,37", "/?game=torus&moves=0,4", `/?game=fano&moves=1,0,2,3,5${TWO}`, `/?game=tippy${TWO}`]) {
            const { page, close } = await openPage(browser, origin, path, { scheme, viewport: PHONE });
            await page.locator("#hint:not([disabled])").waitFor({ state: "attached" });
            await page.locator("[data-cell]").first().waitFor();
            // Cells have their numbers, or signs.
            if (path.includes("explore")) await page.locator(".numbered").waitFor();
            await check(page, `${path} in ${scheme}`);
            await close();
        }
    }
});

for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    test(`sentences name a cell as a cell, and its number is whole above its sign: ${device}`, async () => {
        for (const path of ["/?game=score-four&o=beginner&moves=53,48,37,49", "/?game=qubic&o=beginner&moves=21,22,42,0"]) {
            const { page, close } = await openPage(browser, origin, path, { viewport });
            await page.locator(".cell .score.best").first().waitFor();
            await page.locator("#outlook", { hasText: /^Cell \d+ (looks best|wins in)/ }).waitFor();
            const boxes = await readAll(page, ".cell:has(.score)", all => all.map(one => [one, one.querySelector(".cell-number"), one.querySelector(".score")].map(part => {
                const { top, bottom } = part.getBoundingClientRect();
                return { top, bottom };
            })));
            for (const [cell, number, sign] of boxes) {
                assert.ok(number.top >= cell.top + (path.includes("score") ? 7 : 2) && number.bottom <= sign.top + 1 && sign.bottom <= cell.bottom, `${path} ${JSON.stringify([cell, number, sign])}`);
            }
            await close();
        }
    });
}
