// A game on paper: its board, its moves and its graph on one page, and nothing to press.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PHONE, start } from "./server.mjs";
import { readAll } from "./steps.mjs";

const { origin, browser } = await start();

const pages = pdf => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
/** Ten rows of a Gomoku board, in pairs that are shifted from row to row, so that nobody has five. */
const cells = Array.from({ length: 150 }, (_, at) => ({ col: at % 15, row: Math.floor(at / 15) }));
const [ours, theirs] = [true, false].map(isOurs => cells.filter(({ col, row }) => ((col + 2 * row) % 4 < 2) === isOurs).map(({ col, row }) => `${"abcdefghijklmno"[col]}${15 - row}`));
const LONG = ours.flatMap((move, at) => [move, theirs[at]]);
const GAMES = {
    "a game of Connect Four that is over": ["/?game=connect-four&o=casual&moves=d1,d2,d3,d4,d5,d6,c1,e1,c2,c3,e2,b1,c4,a1,e3,f1,e4,e5,f2,f3,b2,a2,b3", true],
    "tic-tac-toe": ["/?game=tic-tac-toe&x=you&o=you&moves=b2,a1,a3,c1,b1,b3,a2,c2,c3", true],
    "a game of Gomoku that goes on": ["/?game=gomoku&x=you&o=you&moves=h8,i9,h7,h9,g9,j8,f10", false],
    "Qubic": ["/?game=qubic&x=you&o=you&moves=21,22,42,0,5", false],
};
for (const [game, [path, hasGraph]] of Object.entries(GAMES)) {
    for (const scheme of ["light", "dark"]) {
        test(`${game}, in ${scheme}`, async () => {
            const { page, close, shot } = await openPage(browser, origin, `${path}&view=explore`, { scheme });
            await page.locator("[data-cell]").first().waitFor();
            if (hasGraph) await page.locator(".accuracy").waitFor();
            await page.locator("#copy-link:not([disabled])").waitFor();
            await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.endsWith("print.css")));
            // All sizes that printers have.
            for (const format of ["A4", "Letter"]) assert.equal(pages(await page.pdf({ format, printBackground: true, preferCSSPageSize: false })), 1, format);
            await page.emulateMedia({ media: "print" });
            await page.setViewportSize({ width: 703, height: 1032 });
            await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
            await shot(`print-${game.replaceAll(" ", "-").toLowerCase()}-${scheme}`);
            const controls = await readAll(page, ":is(a, button, input, select, summary, textarea)", all => all.filter(one => !one.closest("#board") && one.checkVisibility()).map(one => one.textContent));
            assert.deepEqual(controls, []);
            assert.equal(await page.locator(".print .game-graph:visible").count(), Number(hasGraph));
            const moves = new URLSearchParams(path.slice(2)).get("moves").split(",");
            const told = await page.locator(".print-moves").innerText();
            for (const move of moves) assert.match(told, new RegExp(`\\b${move}\\b`));
            const paper = await page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector(".print h2")).color]);
            assert.deepEqual(paper, ["rgb(255, 255, 255)", "rgb(23, 26, 33)"], "ink on white paper");
            const boxes = await page.evaluate(() => [".print-head", ".field-box", ".print-moves"].map(one => document.querySelector(one).getBoundingClientRect().toJSON()));
            for (const [at, { top, left, right }] of boxes.entries()) assert.ok(left >= 0 && right <= 703 && top >= (boxes[at - 1]?.top ?? -1), JSON.stringify(boxes));
            await page.evaluate(() => dispatchEvent(new Event("afterprint")));
            assert.equal(await page.locator(".print").count(), 0);
            await close();
        });
    }
}

test("a long game, and one that is printed while it is played on a phone, stay on one page", async () => {
    const { page, close } = await openPage(browser, origin, `/?game=gomoku&x=you&o=you&moves=${LONG.join(",")}`);
    await page.locator("#hint:not([disabled])").waitFor({ state: "attached" });
    await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.endsWith("print.css")));
    assert.equal(await page.locator(".cell.taken").count(), 150);
    assert.equal(pages(await page.pdf({ format: "A4", printBackground: true })), 1);
    await close();
    const phone = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2", { viewport: PHONE });
    await phone.page.locator("#hint:not([disabled])").waitFor();
    await phone.page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.endsWith("print.css")));
    assert.equal(pages(await phone.page.pdf({ format: "A4", printBackground: true })), 1);
    await phone.close();
});
