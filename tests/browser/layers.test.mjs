// Games of lines at first sight: the tower of layers, holes that are lit, the words above the board, and numbers that words name.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./axe.mjs";
import { DESKTOP, openPage, PHONE, start, TABLET } from "./server.mjs";
import { api, becomes, board, boxesOf, boxOf, cell, counts, lit, readAll, readOne, says, taken, textsAre } from "./steps.mjs";

const { origin, browser } = await start();

/** Two persons at this page. */
const TWO = "&x=you&o=you";
const label = (page, index) => cell(page, index).getAttribute("aria-label");
const focused = page => page.evaluate(() => Number(document.activeElement.dataset.cell));

test("Score Four: the lowest free hole of each peg is offered, and no other", async () => {
    const { page, close, shot } = await openPage(browser, origin, `/?game=score-four${TWO}`);
    await says(page, "Red to move");
    const open = () => readAll(page, "[data-cell]:not(.taken, [data-closed])", cells => cells.map(one => Number(one.dataset.cell)).sort((a, b) => a - b));
    const cursor = index => readOne(page, `[data-cell="${index}"]`, one => getComputedStyle(one).cursor);
    const bottom = Array.from({ length: 16 }, (_, index) => 48 + index);
    await becomes(open, bottom);
    assert.deepEqual([await cursor(5), await cursor(53)], ["default", "pointer"]);
    assert.match(await label(page, 5), /empty, out of reach$/);
    assert.equal(await cell(page, 5).getAttribute("aria-disabled"), "true");
    assert.match(await label(page, 48), /a stone lands here/);
    await cell(page, 5).hover();
    await counts(page, '[data-cell="53"] .hand', 1, "the ghost is on the lowest layer");
    // A hole that is not offered is not played, and says which one is.
    await cell(page, 5).click({ force: true });
    await page.locator("#notice", { hasText: "Here a bead would fall on to cell 53: tap that one." }).waitFor();
    assert.equal(await page.locator(".cell.taken").count(), 0);
    for (const [count, index, side] of [[1, 53, "X"], [2, 37, "O"], [3, 21, "X"], [4, 5, "O"]]) {
        await page.locator(`[data-cell="${index}"]:not(.taken, [data-closed])`).waitFor();
        await cell(page, index).click();
        await taken(page, count);
        assert.equal((await board(page))[index], side);
    }
    await becomes(open, bottom.filter(index => index !== 53));
    await cell(page, 53).click();
    await page.locator("#notice", { hasText: "This column is full." }).waitFor();
    await page.locator(".board-note", { hasText: /Beads drop to the lowest free place\./ }).waitFor({ state: "attached" });
    await shot("score-four");
    await page.goto(`${origin}/?game=score-four&moves=48,63,49,62,50,61${TWO}`);
    await says(page, "Red to move");
    await cell(page, 51).click();
    await page.locator("#end .end-title", { hasText: "Red wins!" }).waitFor();
    await becomes(() => lit(page), [48, 49, 50, 51]);
    await counts(page, ".tower .line", 1);
    await page.goto(`${origin}/?game=score-four&moves=61${TWO}`);
    await says(page, "Yellow to move");
    const peg = await boxOf(page, ".tower .peg[data-spot='61']");
    await page.mouse.click(peg.x + peg.width / 2, peg.y + peg.height / 2);
    await taken(page, 2);
    assert.equal((await board(page))[45], "O", "a peg of the tower takes the bead where it lands");
    await close();
});

test("Score Four: keys stop where a bead lies or can lie", async () => {
    const { page, close } = await openPage(browser, origin, `/?game=score-four&moves=53${TWO}`);
    await says(page, "Yellow to move");
    await becomes(() => readAll(page, ".board [tabindex='0']", stops => stops.map(one => Number(one.dataset.cell))), [37], "the first that is offered");
    await cell(page, 37).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(page), 52, "the holes between are passed over");
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(page), 53, "a bead can be read");
    await page.keyboard.press("Home");
    assert.equal(await focused(page), 37);
    await page.keyboard.press("End");
    assert.equal(await focused(page), 63);
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await taken(page, 2);
    assert.equal((await board(page))[37], "O");
    await close();
});

test("a tower shows the layers above each other, the lines through a cell, and the line that wins", async () => {
    const { page, close, shot } = await openPage(browser, origin, `/?game=qubic${TWO}`);
    await says(page, "X to move");
    const tower = page.locator(".tower");
    await tower.waitFor();
    await counts(page, ".tower .floor", 4);
    await counts(page, ".tower .example", 1, "an example of a line before the first move");
    await tower.locator("small", { hasText: "One of 76 lines that win" }).waitFor();
    await counts(page, ".plate-name .layer-sign .on", 4, "each plate says which one it is");
    const marked = kind => readAll(page, `.cell.${kind}`, cells => cells.map(one => Number(one.dataset.cell)).sort((a, b) => a - b));
    await cell(page, 0).hover();
    await becomes(() => marked("echo"), [16, 32, 48], "the cells below");
    const { lines } = await api(origin, "/v1/position", { game: "qubic", fields: ["lines"] });
    const inLine = new Set(lines.filter(line => line.includes(0)).flat());
    await becomes(() => marked("ray"), [...inLine].filter(index => index % 16 !== 0).sort((a, b) => a - b));
    await tower.locator("small", { hasText: "7 lines go through this cell" }).waitFor();
    await shot("qubic-lines");
    await page.mouse.move(2, 2);
    await becomes(() => marked("ray"), []);
    // The tower can be pointed at, and played on.
    const spot = index => tower.locator(`[data-spot="${index}"]`);
    await spot(22).hover();
    await becomes(() => marked("echo"), [6, 38, 54]);
    await spot(22).click();
    await taken(page, 1);
    assert.equal((await board(page))[22], "X");
    await counts(page, ".tower .mark.X.last", 1);
    await cell(page, 21).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await counts(page, ".cell.echo", 3, "keys show the same");
    await page.goto(`${origin}/?game=qubic&moves=0,1,21,2,42,3,63${TWO}`);
    await page.locator("#end .end-title").waitFor();
    const ends = await readOne(page, ".tower .line", one => [one.getPointAtLength(0), one.getPointAtLength(one.getTotalLength())].map(({ x, y }) => [x, y]));
    const plates = await readAll(page, ".tower .floor", all => all.map(one => { const { y, height } = one.getBBox(); return [y, y + height]; }));
    assert.ok(ends[0][1] < plates[0][1] && ends[1][1] > plates[3][0], "from the top layer to the bottom");
    // A game without layers has no tower.
    await page.goto(`${origin}/?game=torus${TWO}`);
    await says(page, "X to move");
    assert.equal(await tower.count(), 0);
    await close();
});

test("on a phone the tower stands beside the words, at the end too; a tap on a stone shows its lines", async () => {
    const { page, close, shot } = await openPage(browser, origin, `/?game=qubic&moves=0,1,21,2,42,3${TWO}`, { viewport: PHONE, hasTouch: true });
    await says(page, "X to move");
    const [tower, plates] = await boxesOf(page, ".tower", ".board");
    assert.ok(tower.width >= 80 && tower.y + tower.height <= plates.y + 1, JSON.stringify([tower, plates]));
    await cell(page, 21).tap();
    await page.locator(".cell.echo[data-cell='37']").waitFor();
    await cell(page, 63).tap();
    await page.locator("#end .end-title", { hasText: "X wins!" }).waitFor();
    await counts(page, ".tower:visible .line", 1);
    await shot("qubic-won-phone");
    await close();
});

test("at every size the page says the game, how it is won, which stones are the visitor's, and where to tap", async () => {
    const games = {
        qubic: ["Qubic", /^Make four in a row in any direction, through the layers too\.$/, "You are X", "Tap any cell, on any layer."],
        "score-four": ["Score Four", /through the layers too\. Beads drop/, "You are red", "Tap a lit hole: your bead drops there."],
        "three-cubed": ["Three in a row on 3×3×3", /^Make three in a row in any direction, through the layers too\.$/, "You are X", "Tap any cell, on any layer."],
        torus: ["Tic-tac-toe on a torus", /^Make three in a row\. Dashed edges join/, "You are X", "Tap any square."],
        tippy: ["Tippy", /^Make this shape {2}turned or mirrored\.$/, "You are X", "Tap any square."],
        fano: ["The Fano plane", /^Make a whole line; the circle is one too\.$/, "You are X", "Tap any point."],
        "tic-tac-toe": ["Tic-tac-toe", /^Make three in a row\.$/, "You are X", ""],
        "gomoku-standard": ["Gomoku, exactly five", /^Make exactly five in a row\.$/, "You are black", ""],
        "misere-tic-tac-toe": ["Misère tic-tac-toe", /^Who makes three in a row loses\.$/, "You are X", ""],
    };
    for (const viewport of [DESKTOP, TABLET, PHONE]) {
        for (const [game, [name, aim, mine, tap]] of Object.entries(games)) {
            const { page, close } = await openPage(browser, origin, `/?game=${game}`, { viewport });
            await says(page, "Your move");
            const isNarrow = viewport === PHONE;
            await page.locator(isNarrow ? "#game-name" : ".about-name").filter({ hasText: name, visible: true }).waitFor();
            await becomes(async () => aim.test(await page.locator(".board-note").textContent()), true, `${aim}`);
            await textsAre(page, ".you", [mine]);
            const isLines = tap !== "";
            if (isLines || viewport === DESKTOP) await page.locator(".board-note:visible").waitFor();
            if (isLines || !isNarrow) await page.locator(".you:visible .stone").waitFor();
            if (isLines) await page.locator("#outlook", { hasText: tap }).waitFor();
            const isAbove = await readAll(page, ".about, .field-box", ([said, board]) => said.getBoundingClientRect().bottom <= board.getBoundingClientRect().top + 1);
            assert.ok(isAbove, `${game} at ${viewport.width}: above the board`);
            await close();
        }
    }
    // A person who plays second is told so.
    const { page, close } = await openPage(browser, origin, "/?game=torus&x=casual&o=you");
    await page.locator(".you", { hasText: "You are O" }).waitFor();
    await page.goto(`${origin}/?game=torus${TWO}`);
    await says(page, "X to move");
    assert.equal(await page.locator(".you").count(), 0);
    await close();
});

test("with help on, cells keep the numbers that words name them by, and a hint rings its cell", async () => {
    for (const [path, viewport] of [["/?game=qubic&moves=21,22,42,25,26,37&o=beginner", PHONE], ["/?game=score-four&moves=53,37,54,48,49,21&o=beginner", DESKTOP]]) {
        const { page, close, shot } = await openPage(browser, origin, path, { viewport });
        await page.locator(".cell .score.best").first().waitFor();
        const values = await page.locator(".cell .score.value").count();
        assert.ok(values >= 1 && values <= 3, `${values} estimates at most`);
        const unnamed = await readAll(page, "[data-cell]:not(.taken)", cells => cells.filter(one => {
            const number = one.querySelector(".cell-number");
            return !number || getComputedStyle(number).visibility !== "visible" || number.dataset.number !== one.dataset.cell || getComputedStyle(number, "::before").content !== `"${one.dataset.cell}"`;
        }).length);
        assert.equal(unnamed, 0, "every empty cell has its number");
        const overlaps = await page.evaluate(() => [...document.querySelectorAll(".cell:has(.score)")].filter(one => one.querySelector(".score").getBoundingClientRect().top < one.querySelector(".cell-number").getBoundingClientRect().top + 6).length);
        assert.equal(overlaps, 0, "signs stand below the numbers");
        await page.click("#hint");
        await page.locator("#outlook", { hasText: /Try cell \d+/ }).waitFor();
        const named = /Try cell (\d+)/.exec(await page.locator("#outlook").textContent())[1];
        await page.locator(`.cell.hinted .cell-number[data-number="${named}"]`).waitFor({ state: "attached" });
        await counts(page, "#board .score:visible", 0, "nothing on the board says anything else");
        await shot(`hint-${viewport.width}`);
        await close();
    }
});

test("axe finds nothing with a tower beside the plates, a hint, and lines that are pointed at", async () => {
    for (const scheme of ["light", "dark"]) {
        for (const viewport of [DESKTOP, TABLET]) {
            const { page, close } = await openPage(browser, origin, "/?game=score-four&moves=53,37,54,48&o=beginner", { scheme, viewport });
            await page.locator(".cell .score.best").first().waitFor();
            await check(page, `help in ${scheme}`);
            await page.click("#hint");
            await page.locator(".cell.hinted").waitFor();
            await page.locator(".tower small", { hasText: "All layers at once" }).waitFor();
            await check(page, `a hint in ${scheme}`);
            await page.goto(`${origin}/?game=qubic&moves=21${TWO}`);
            await says(page, "O to move");
            await cell(page, 0).hover();
            await page.locator(".cell.ray").first().waitFor();
            await check(page, `lines in ${scheme}`);
            await close();
        }
    }
});
