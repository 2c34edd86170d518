// The coach and the hint judge as the review of the game does afterwards.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, start } from "./server.mjs";
import { api, cell, endAt, taken } from "./steps.mjs";

const { origin, browser } = await start();

/** White, who is to move, can give away a little more than a tenth of its chance, and less than a fifth. */
const GOMOKU = { game: "gomoku", moves: "g8,i10,i11,g10,g7" };
/** The depth of reviews in these tests: enough to tell moves apart, and quick on any machine. */
const DEPTH = 3;

async function openWithCoach(path, prepare = async () => {}) {
    const opened = await openPage(browser, origin, "/?view=api");
    await opened.page.evaluate(() => localStorage.setItem("inarow-help", JSON.stringify({ coach: "on" })));
    await prepare(opened.page);
    await opened.page.goto(origin + path);
    await opened.page.locator("#hint:not([disabled])").waitFor();
    return opened;
}

/** The first move of the position that the review of a game with it labels so. */
async function labelled(label, { game, moves }) {
    const { lines } = await api(origin, "/v1/analysis", { game, moves, depth: 1, multiPv: 60 });
    for (const { move } of lines) {
        // The judgement of a move does not depend on the next one.
        const next = move.name === "a1" ? "b1" : "a1";
        const { moves: judged } = await api(origin, "/v1/review", { game, moves: `${moves},${move.name},${next}`, depth: DEPTH, multiPv: 3 });
        if (judged.at(-2).label === label) return judged.at(-2);
    }
    return assert.fail(`no ${label}`);
}

test("where nothing is proven the coach holds back what costs 25 points, or 15 with a reason, and nothing else", async () => {
    const { move, score, best } = await labelled("mistake", GOMOKU);
    // The engine's expectation, for a chance of people.
    const expected = share => 1 / (1 + (1 / share - 1) ** 5);
    for (const [points, text, isHeld] of [[26, "", true], [24, "", false], [16, "It lets X make an open three with h9.", true], [14, "It lets X make an open three with h9.", false]]) {
        const of = (one, share) => ({ ...one, expected: expected(share) });
        const judged = { move, pv: [move], reasons: [], label: points < 20 ? "mistake" : "blunder", refutation: text && { kind: "allows", threat: "an open three", moves: [move], text }, score: of(score, 0.6 - points / 100), best: [{ ...best[0], score: of(best[0].score, 0.6) }] };
        const lines = [judged.best[0], { ...best[0], move, pv: [move], score: judged.score }];
        const { page, close } = await openWithCoach(`/?game=gomoku&moves=${GOMOKU.moves}&x=casual&o=you`, async page => {
            await endAt(page, "analysis", 1, answer => ({ ...answer, lines }));
            await page.route(/\/v1\/review/, route => route.fulfill({ contentType: "application/json", body: JSON.stringify({ moves: [judged] }) }));
        });
        await cell(page, move.cell).click();
        if (isHeld) {
            await page.locator("#coach", { hasText: `After ${move.name} your chance is ${60 - points}\u00a0%.${best[0].move.name} ` }).waitFor();
            // The better point has a ring.
            await page.locator(`.cell.hinted[data-cell="${best[0].move.cell}"]`).waitFor();
        } else await taken(page, 7);
        await close();
    }
});

/** A page with numbers and a coach, whose search and reviews say this of some moves: chances in per cent, or losses. */
async function openWithValues(values, judgements) {
    const { lines: all } = await api(origin, "/v1/analysis", { ...GOMOKU, depth: 1, multiPv: 60 });
    const moves = all.slice(0, 3).map(({ move }) => move);
    const lineOf = (at, value) => ({ ...all[at], pv: [moves[at]], score: value === "loss" ? { ...all[at].score, outcome: "loss", plies: 24, value: null, expected: 0 }
        : { ...all[at].score, outcome: "unknown", plies: null, value, expected: 1 / (1 + (100 / value - 1) ** 5) } });
    const ranked = list => list.map((value, at) => lineOf(at, value)).sort((a, b) => (b.score.value ?? -1) - (a.score.value ?? -1));
    const opened = await openWithCoach(`/?game=gomoku&moves=${GOMOKU.moves}&x=casual&o=you`, async page => {
        await page.evaluate(() => localStorage.setItem("inarow-help", JSON.stringify({ coach: "on", casual: "numbers" })));
        await endAt(page, "analysis", 1, answer => ({ ...answer, lines: ranked(values) }));
        await page.route(/\/v1\/review/, route => {
            const at = moves.findIndex(({ name }) => new URL(route.request().url()).searchParams.get("moves")?.split(",")[0] === name);
            const { best, label } = judgements[at];
            const { move, pv, score } = lineOf(at, best[at]);
            return route.fulfill({ contentType: "application/json", body: JSON.stringify({ moves: [{ ply: 6, player: "O", move, pv, score, label, best: ranked(best), reasons: [], cost: { result: 0, plies: 0 } }] }) });
        });
    });
    return { ...opened, moves };
}

/** Taps a move that the coach holds back; the panel, the hint and the coach all say this of the best one. */
async function allName({ page, moves, shot }, tapped, best, chance) {
    await page.locator("#help .chances li:first-child", { hasText: `${moves[best].name}${chance}\u00a0%` }).waitFor();
    await cell(page, moves[tapped].cell).click();
    await page.locator("#coach", { hasText: `${moves[best].name} gives a chance of ${chance}\u00a0%` }).waitFor();
    await shot(`coach-one-value-${best}`);
    await page.locator("#help .chances li:first-child", { hasText: `${moves[best].name}${chance}\u00a0%` }).waitFor();
    await page.click("#take-back");
    await page.click("#hint");
    await page.locator("#outlook", { hasText: `Try ${moves[best].name}: it gives a chance of ${chance}\u00a0%` }).waitFor();
}

test("the coach and the hint name the best move of the panel with its chance, whatever the review's own search ranks first", async () => {
    const opened = await openWithValues([20, 45, 10], [{}, { best: [50, 48, 10], label: "good" }, { best: [50, 48, "loss"], label: "blunder" }]);
    await allName(opened, 2, 1, 45);
    await opened.close();
});

test("while the coach looks at a move, the page says so", async () => {
    const { page, moves, close } = await openWithValues([20, 45, 10], [{}, { best: [20, 45, 10], label: "best" }, { best: [20, 45, "loss"], label: "blunder" }]);
    let answer = () => {};
    const answered = new Promise(resolve => { answer = resolve; });
    await page.route(/\/v1\/review/, async route => {
        await answered;
        await route.fallback();
    });
    await page.locator("#help .chances li:first-child", { hasText: moves[1].name }).waitFor();
    await cell(page, moves[2].cell).click();
    await page.locator("#outlook", { hasText: "The coach looks at it first …" }).waitFor();
    answer();
    await page.locator("#coach", { hasText: "Wait – this loses" }).waitFor();
    await page.locator("#outlook", { hasText: "looks best" }).waitFor();
    await close();
});

test("Escape takes a move back that the coach holds, as closing a dialog does nothing", async () => {
    const { page, moves, close } = await openWithValues([20, 45, 10], [{}, { best: [20, 45, 10], label: "best" }, { best: [20, 45, "loss"], label: "blunder" }]);
    await page.locator("#help .chances li:first-child", { hasText: moves[1].name }).waitFor();
    await cell(page, moves[2].cell).click();
    await page.locator("#take-back:focus").waitFor();
    // A dialog over the page closes first.
    await page.keyboard.press("?");
    await page.locator("#sheet").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#sheet").waitFor({ state: "hidden" });
    await page.locator("#coach:visible").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#coach").waitFor({ state: "hidden" });
    await page.locator(".cell.pending").waitFor({ state: "detached" });
    await taken(page, 5);
    await close();
});

test("a best move that the judgement of the position after it finds lost is named by nobody", async () => {
    const opened = await openWithValues([44, 45, 10], [{ best: [44, 43, 10], label: "best" }, { best: [44, "loss", 10], label: "blunder" }, { best: [44, 45, "loss"], label: "blunder" }]);
    const { page, moves } = opened;
    await page.locator("#help .chances li:first-child", { hasText: `${moves[1].name}45` }).waitFor();
    await cell(page, moves[2].cell).click();
    await page.locator("#coach", { hasText: `${moves[0].name} gives a chance of 44\u00a0%` }).waitFor();
    await page.locator(`.cell.hinted[data-cell="${moves[0].cell}"]`).waitFor();
    // The panel has heard of it.
    await page.locator("#help .chances li:first-child", { hasText: `${moves[0].name}44` }).waitFor();
    await page.click("#take-back");
    await page.click("#hint");
    await page.locator("#outlook", { hasText: `Try ${moves[0].name}: it gives a chance of 44\u00a0%` }).waitFor();
    await opened.close();
});

test("a hint is no move that the review calls a mistake, and the coach lets it pass", async () => {
    const { move, best } = await labelled("mistake", GOMOKU);
    // A search that sees less than the review takes the mistake for the best move.
    const { page, close } = await openWithCoach(`/?game=gomoku&moves=${GOMOKU.moves}&x=casual&o=you`, async page => {
        await endAt(page, "review", DEPTH);
        await endAt(page, "analysis", 1, answer => ({ ...answer, lines: answer.lines.toSorted((a, b) => Number(b.move.cell === move.cell) - Number(a.move.cell === move.cell)).map((line, at) => ({ ...line, score: { ...line.score, value: 1000 - at } })) }));
    });
    await page.click("#hint");
    await page.locator("#outlook", { hasText: `Try ${best[0].move.name}: it gives a chance of` }).waitFor();
    await cell(page, best[0].move.cell).click();
    await taken(page, 7);
    await close();
});

test("a hint that takes long says what is best so far", async () => {
    const { page, close } = await openPage(browser, origin, `/?game=gomoku&moves=${GOMOKU.moves}&x=casual&o=you`);
    const answer = await api(origin, "/v1/analysis", { ...GOMOKU, depth: 1, multiPv: 8 });
    await page.route(/\/v1\/analysis/, route => route.fulfill({ contentType: "application/x-ndjson", body: [false, true].map(final => `${JSON.stringify({ ...answer, depth: 1, final })}\n`).join("") }));
    // The judgement of the move never comes.
    await page.route(/\/v1\/review/, () => {});
    await page.click("#hint:not([disabled])");
    await page.locator("#outlook", { hasText: `Looking for a good move … ${answer.lines[0].move.name} so far` }).waitFor();
    await close();
});

test("the coach holds back a slow win where a quick one is there, as the review has it", async () => {
    const moves = "b1,f1,b2,f2,a1,b3,g1,b4,c1,a2";
    const { page, close } = await openWithCoach(`/?game=connect-four&moves=${moves}&o=casual`);
    await cell(page, 39).click();
    await page.locator("#coach", { hasText: "Wait – there is a quicker win" }).filter({ hasText: "After e1 you win in 13 moves, not sooner.d1 wins in 1 move." }).waitFor();
    const { moves: judged } = await api(origin, "/v1/review", { game: "connect-four", moves: `${moves},e1` });
    assert.equal(judged.at(-1).label, "prolonged");
    await close();
});
