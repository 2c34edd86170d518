// What the words on a move say of the lines that stand open on the board: review, coach, hint, lesson and puzzle say one thing, and no sentence denies them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stands, why } from "../../src/playground/judgement.js";
import { openLines } from "../../src/playground/small_values.js";
import { openPage, PHONE, start } from "./server.mjs";
import { cell, solve, textsAre } from "./steps.mjs";

const { origin, browser } = await start();

const LATE = "d1,d2,d3,d4,d5,d6,c1,b1,f1,e1,e2,e3,e4,g1,f2,f3,e5,a1,c2,b2,c3,c4";
const CENTRE = "d1,d2,d3,c1,g1,c2,d4,e1,d5,d6,e2,e3,g2,g3,e4,g4,f1,e5";
const SIDES = "d1,g1,a1,f1,d2,f2,d3,d4,a2,c1,a3,a4,c2,d5";
/** One column is left. */
const FULL = "a1,b1,a2,g1,a3,a4,d1,b2,b3,b4,c1,g2,e1,f1,e2,a5,e3,e4,a6,g3,g4,d2,b5,g5,d3,b6,g6,e5,e6,d4,d5,d6,f2,f3,f4,f5,f6,c2,c3";
const FAR = "no threat shows it yet";

const words = async (page, ply, text) => {
    await page.locator(`[data-ply="${ply}"]`).click();
    const detail = page.locator(".move-detail", { hasText: text });
    await detail.waitFor();
    return detail.textContent();
};

async function openReview(moves, at, options) {
    const opened = await openPage(browser, origin, `/?view=explore&game=connect-four&moves=${moves}&at=${at}`, options);
    await opened.page.locator("#review-start").waitFor({ state: "attached" });
    // It may have begun by itself, and then has no button to see.
    await opened.page.evaluate(() => document.querySelector("#review-start").click());
    await opened.page.locator(".accuracy").waitFor();
    return opened;
}

async function openWithCoach(moves) {
    const opened = await openPage(browser, origin, "/?view=api");
    await opened.page.evaluate(() => localStorage.setItem("inarow-help", JSON.stringify({ coach: "on" })));
    await opened.page.goto(`${origin}/?game=connect-four&o=club&moves=${moves}`);
    await opened.page.locator("#hint:not([disabled])").waitFor();
    return opened;
}

for (const [device, options] of [["desktop", {}], ["phone", { viewport: PHONE }]]) {
    test(`the review names the open line of the side that wins, and not that no threat shows: ${device}`, async () => {
        const { page, close, shot } = await openReview(LATE, 20, options);
        const said = await words(page, 20, "Yellow b2: ");
        assert.match(said, /^Yellow b2: loses sooner, loss in 4 moves\. Red needs only c4 to complete c4, d3, e2, f1, or f5 to complete f5, e4, d3, c2\./);
        await shot(`standing-${device}`);
        // The words stay while the better move is on the board.
        await page.locator(".move-detail button").click();
        assert.equal((await words(page, 20, "Yellow b2: ")).split("Better")[0], said.split("Better")[0]);
        await close();
    });
}

test("once a line of three stands, no move of the review is told to be far from any threat", async () => {
    const { page, close } = await openReview(CENTRE, 12);
    // The sixth move of Yellow makes one.
    await words(page, 12, "Makes 3 of 4 on Yellow's line f4, e3, d2, c1.");
    // It is a reason against Red's move, and none against Yellow's own.
    for (const [ply, open] of [[13, "Yellow needs only f4 to complete f4, e3, d2, c1."], [14, "Red answers e4."]]) {
        const said = await words(page, ply, /(Red|Yellow) g[23]: /);
        assert.ok(!said.includes(FAR) && said.includes(open), said);
    }
    await close();
});

test("coach and review have one reason for a move", async () => {
    const { page, close, shot } = await openWithCoach(CENTRE);
    await cell(page, 33).click();
    await page.locator("#coach", { hasText: /After f2 Vera can play f3 and win in 9 moves\. f2 lets Yellow take f3, where Red would complete d5, e4, f3, g2\.a1 wins in 7 moves\./ }).waitFor();
    await shot("standing-coach");
    await close();
    const review = await openReview(`${CENTRE},f2,f3`, 19);
    await words(review.page, 19, "Lets Yellow take f3, where Red would complete d5, e4, f3, g2.");
    await review.close();
});

for (const [name, moves, index, said] of [
    ["a win in four moves is not far ahead", SIDES, 14, /c3 wins in 4 moves\. Makes 3 of 4 on Red's line a3, b3, c3, d3\.$/],
    ["a line that is hardly begun gives way", `${SIDES},g2,c3,f3,g3,f4,a5,f5,f6`, 36, /After b1 it is a draw\. b1 lets Yellow take b2, where Red would complete a2, b2, c2, d2\... wins in 6 moves\.$/],
]) {
    test(`the coach names what stands on the board: ${name}`, async () => {
        const { page, close } = await openWithCoach(moves);
        await cell(page, index).click();
        await page.locator("#coach", { hasText: /Wait/ }).waitFor();
        const text = (await page.locator("#coach").locator("p").allTextContents()).join("");
        assert.match(text, said);
        assert.ok(!text.includes(FAR) && !/Makes 2 of 4/.test(text), text);
        await close();
    });
}

test("a hint that wins names the open line, and none that is hardly begun", async () => {
    const { page, close } = await openWithCoach(CENTRE);
    await page.click("#hint");
    await page.locator("body", { hasText: /Try a1: it wins in 7 moves\. Red needs only c4 to complete c4, d3, e2, f1\./ }).waitFor();
    await close();
});

test("the only legal move is called so, and no other is told to be worse", async () => {
    const { page, close } = await openReview(FULL, 38);
    const said = await words(page, 38, "Yellow c2: ");
    assert.match(said, /^Yellow c2: only legal move, loss in 1 move\. /);
    await page.locator("[data-ply='38'] .label.sr", { hasText: "only legal move" }).waitFor({ state: "attached" });
    await close();
});

test("a puzzle that is solved, or answered, says why its first move wins", async () => {
    const path = "/?view=puzzle&date=2026-11-27";
    const reason = "Why f6? At the end Red needs only g2 to complete ";
    const { page, close, shot } = await openPage(browser, origin, path, { viewport: PHONE });
    await page.locator(".beads .now").waitFor();
    await page.click("#puzzle-hint");
    await page.locator(".said", { hasText: /^Look for / }).waitFor();
    await solve(page);
    await page.locator(".said", { hasText: reason }).waitFor();
    const said = await page.locator(".said").textContent();
    assert.ok(/, or g3 to complete /.test(said) && !/Blocks|quiet/.test(said), said);
    await shot("puzzle-why-phone");
    await page.reload();
    await page.locator(".said", { hasText: reason }).waitFor();
    await close();
});

test("open lines are those that one stone completes, on any board", () => {
    let seed = 11;
    const random = size => Math.floor((seed = seed * 48271 % 2147483647) / 2147483647 * size);
    for (const rules of [[7, 6, 4, true], [5, 5, 4, false], [3, 3, 3, false], [9, 8, 5, false]].map(([width, height, k, gravity]) => ({ width, height, k, gravity }))) for (const overline of ["allowed", "forbidden"]) for (let at = 0; at < 20; at++) {
        const { width, height, k } = rules;
        const stones = Array.from({ length: width * height }, () => "XXO.."[random(5)]).join("");
        /** The lengths of the runs through a cell. */
        const runs = cell => [[1, 0], [0, 1], [1, 1], [1, -1]].map(([dx, dy]) => 1 + [1, -1].reduce((sum, sign) => {
            let count = 0;
            for (let [x, y] = [cell % width + sign * dx, Math.floor(cell / width) + sign * dy]; x >= 0 && x < width && y >= 0 && y < height && stones[y * width + x] === "X"; x += sign * dx, y += sign * dy) count++;
            return sum + count;
        }, 0));
        const wanted = [...stones].flatMap((stone, cell) => (stone === "." && runs(cell).some(run => (overline === "allowed" ? run >= k : run === k)) ? cell : []));
        const found = openLines({ ...rules, overline, misere: false }, stones, "X");
        assert.deepEqual([...found.keys()], wanted, `${stones} ${overline}`);
        for (const [empty, line] of found) assert.ok(line.length === k && line.every(cell => cell === empty || stones[cell] === "X"));
        assert.equal(openLines({ ...rules, overline, misere: true }, stones, "X").size, 0, "where lines lose, none is wanted");
    }
    const lines = { width: 0, height: 0, k: 3, gravity: false, overline: "allowed", misere: false, board: { cells: 5, lines: [[4, 2, 0], [1, 2, 3]] } };
    assert.deepEqual([...openLines(lines, "X...X", "X")], [[2, [0, 2, 4]]]);
    assert.equal(stands(lines, "X...X", "O", { score: { outcome: "loss", plies: 2 }, pv: [] }), "X needs only cell 2 to complete 0, 2, 4.");
});

test("a line that is hardly begun is a reason beside an estimate alone", () => {
    const rules = { width: 7, height: 6, k: 4, gravity: true, overline: "allowed", misere: false };
    const before = { board: `${".".repeat(38)}X..O`.slice(0, 42), turn: "X" };
    const [move, cells] = [{ cell: 39, row: 5, col: 4, name: "e1" }, [36, 37, 38, 39]];
    const line = { move, pv: [move], reasons: [{ kind: "opens-line", cells, moves: [], text: "Makes 2 of 4 on X's line b1, c1, d1, e1." }] };
    assert.equal(why(rules, before, { ...line, score: { outcome: "unknown" } }), "Makes 2 of 4 on Red's line b1, c1, d1, e1.");
    assert.equal(why(rules, before, { ...line, score: { outcome: "win", plies: 21 } }), "");
    const three = { ...before, board: `${".".repeat(37)}XX..O`.slice(0, 42) };
    assert.equal(why(rules, three, { ...line, score: { outcome: "win", plies: 21 }, reasons: [{ ...line.reasons[0], text: "Makes 3 of 4 on X's line b1, c1, d1, e1." }] }), "Makes 3 of 4 on Red's line b1, c1, d1, e1.");
    // Far ahead is only what no line shows, and in misère play nothing is said of threats.
    const far = { score: { outcome: "loss", plies: 20 }, pv: [] };
    assert.match(stands(rules, before.board, "X", far, far.score), /no threat shows it yet/);
    assert.equal(stands(rules, before.board, "X", { ...far, score: { outcome: "loss", plies: 8 } }, far.score), "");
    assert.equal(stands({ ...rules, misere: true }, before.board, "X", far, far.score), "");
});
