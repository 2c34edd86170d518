// Help for a beginner: a win at once is never hidden, and every mark is explained.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PHONE, start, TABLET } from "./server.mjs";
import { becomes, boxesOf, boxOf, cell, counts, endAt, holdTimers, readAll, readOne, says, taken } from "./steps.mjs";

const { origin, browser } = await start();

test("where every column wins, the one that makes four now is marked and named", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&o=beginner&moves=d1,a1,d2,f1,d3,a2", { viewport: PHONE });
    await page.locator("#outlook", { hasText: /^d4 makes four now\.$/ }).waitFor();
    await counts(page, ".column .score.win", 7);
    await counts(page, ".column .score.best", 1);
    await counts(page, '[data-column="3"] .score.win.best', 1);
    await page.locator("#legend:visible").waitFor();
    await shot("makes-four-now");
    await close();
});

test("where every column loses, the one that holds out longest is marked", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&x=beginner&o=you&moves=d1,d2,d3", { viewport: PHONE });
    await page.locator("#outlook", { hasText: /^Every column loses; [a-g]\d holds out longest\.$/ }).waitFor();
    const longest = (await page.locator("#outlook").textContent()).match(/; ([a-g])/)[1];
    await counts(page, ".column .score.loss", 7);
    await becomes(() => readAll(page, ".column:has(.score.best)", all => all.map(one => "abcdefg"[one.dataset.column])), [longest]);
    await close();
});

test("columns that hold out as long as each other are all named", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner&moves=a1,d1,a2,e1,a3,a4");
    await page.locator("#outlook", { hasText: /^Every column loses; c1 and f1 hold out longest\.$/ }).waitFor();
    await counts(page, ".column .score.best", 2);
    await close();
});

test("in Gomoku an open four is named, and its marks are no stones and have a legend", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&o=beginner&moves=h8,a1,i8,a3,j8,a5,k8,c15", { viewport: PHONE });
    await page.locator("#outlook", { hasText: /^[gl]8 makes five now\.$/ }).waitFor();
    await becomes(() => readAll(page, ".cell:has(.score)", all => all.map(one => Number(one.dataset.cell)).sort((a, b) => a - b)), [7 * 15 + 6, 7 * 15 + 11], "the two that make five, nothing else");
    await counts(page, ".cell .score.win.best", 2);
    const radius = await readOne(page, ".cell .score", one => parseFloat(getComputedStyle(one).borderTopLeftRadius));
    assert.ok(radius < 50, "a mark is no round stone");
    await page.locator("#legend", { hasText: /looks best.*sure win.*sure loss/ }).waitFor();
    await close();
});

test("in Gomoku colours show no numbers and only the best; numbers have a legend", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&o=beginner&moves=h8,h9");
    await page.locator(".cell .score").first().waitFor();
    assert.equal(await page.locator(".cell :is(.score b, .score:not(.best), .dot)").count(), 0);
    await page.locator("#help").getByRole("radio", { name: "Numbers" }).check();
    await page.locator(".cell .score b").first().waitFor();
    await page.locator("#legend", { hasText: /53.*chance in %/ }).waitFor();
    await close();
});

test("in Gomoku the legend of numbers tells every sign that stands on the board, and no other", async () => {
    for (const [scores, legend] of [
        [[["win", 3], ["win", 5], [0.999], [0.9]], ["2win in 2 moves", "≤3win in at most 3 moves", "?likely a win"]],
        [[["win", 3], [0.9999], [0.5], [0.4]], ["2win in 2 moves", "?likely a win", "53chance in %"]],
        [[["win", 1], ["win", 1], ["win", 1], ["win", 1], [0.5]], ["1win in 1 move", "as good"]],
        [[[0.6], [0.5], ["loss", 2]], ["53chance in %", "1loss in 1 move"]],
    ]) {
        const { page, close } = await openPage(browser, origin, "/?view=api", { viewport: TABLET });
        await page.evaluate(() => localStorage.setItem("inarow-help", JSON.stringify({ club: "numbers" })));
        await endAt(page, "analysis", 1, answer => ({ ...answer, lines: answer.lines.slice(0, scores.length).map((line, at) => {
            const [outcome, plies] = scores[at];
            return { ...line, score: typeof outcome === "number" ? { ...line.score, outcome: "unknown", plies: null, value: outcome * 1000, expected: outcome } : { ...line.score, outcome, plies, value: null, expected: Number(outcome === "win") } };
        }) }));
        await page.goto(`${origin}/?game=gomoku&moves=h8,h9,i8,i9&o=club`);
        await page.locator(".cell .score b").first().waitFor();
        await becomes(async () => (await page.locator("#legend .sign-word").allTextContents()).sort(), [...legend].sort());
        assert.ok((await boxOf(page, "#legend")).height < 30, "one line");
        const heights = await readAll(page, "#help .chances .num", all => all.map(one => one.getClientRects()[0].height));
        assert.ok(heights.every(height => height < 30), `${heights}`);
        await close();
    }
});

test("in Gomoku the move that looks best is marked where all look the same, and its sign has a legend in every game", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&o=beginner&moves=h8,h9");
    await page.evaluate(() => localStorage.setItem("inarow-score", JSON.stringify({ "gomoku beginner": { won: 1, lost: 0, drawn: 0 } })));
    await page.route(/\/v1\/analysis/, async route => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replace(/"expected":[\d.e-]+/g, '"expected":0.5') });
    });
    await page.reload();
    const outlook = page.locator("#outlook", { hasText: /^[a-o]\d+ looks best\.$/ });
    await outlook.waitFor();
    await page.locator(".cell .score.best").waitFor();
    const [name] = (await outlook.textContent()).split(" ");
    await becomes(() => readAll(page, ".cell:has(.score)", all => all.map(one => "abcdefghijklmno"[one.dataset.cell % 15] + (15 - Math.floor(one.dataset.cell / 15)))), [name]);
    await page.locator("#legend", { hasText: "looks best" }).waitFor();
    await close();
});

test("Qubic's help in colours has no rings that look like stones, and its signs have a legend", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=qubic&o=beginner&moves=21,22");
    await page.locator(".cell .score").first().waitFor();
    assert.ok(await page.locator(".cell .score").count() <= 3);
    assert.equal(await page.locator(".cell :is(.dot, .score b)").count(), 0);
    await page.locator("#legend", { hasText: "looks best" }).waitFor();
    await close();
});

test("that help is off against a stronger one is said once", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner", { viewport: PHONE });
    await says(page, "Your move");
    const against = async level => {
        await page.click("#who button");
        await page.click(`#sheet [data-key="against-${level}"]`);
        await page.locator("#sheet").waitFor({ state: "hidden" });
    };
    await against("perfect");
    await page.locator("#notice", { hasText: "Against Ada help is off. You can turn it on." }).waitFor();
    await against("beginner");
    await page.locator("#who", { hasText: "Pip" }).waitFor();
    await against("expert");
    await page.locator("#who", { hasText: "Otto" }).waitFor();
    assert.equal(await page.locator("#notice").textContent(), "");
    await close();
});

test("the five faces beside the board choose, and the list and the game say the same of Ada", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner");
    await says(page, "Your move");
    await page.locator("#opponent .ladder").getByRole("button", { name: "Play Vera" }).click();
    await page.locator("#opponent .name", { hasText: "Vera" }).waitFor();
    await page.locator("#opponent .ladder").getByRole("button", { name: "Play Ada" }).click();
    await page.locator("#who", { hasText: "Adaplays perfectly" }).waitFor({ state: "attached" });
    await page.click('[data-key="change"]');
    await page.locator('#sheet [data-key="against-perfect"]', { hasText: "plays perfectly" }).waitFor();
    await close();
});

test("the name of the game opens the games", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner", { viewport: PHONE });
    await says(page, "Your move");
    await page.click("#game-name");
    await page.locator("#sheet h2", { hasText: "Choose a game" }).waitFor();
    await close();
});

test("a link with moves after the end of its game shows the end, and names the first of them", async () => {
    for (const [path, text, over] of [
        ["game=connect-four&moves=d1,a1,d2,a2,d3,a3,d4,a4,b1", "In this link the game is over before a4.", "Red wins!"],
        ["game=misere-tic-tac-toe&moves=a1,b2,a2,b1,a3,c3", "In this link the game is over before c3.", "O wins!"],
    ]) {
        const { page, close } = await openPage(browser, origin, `/?view=explore&${path}`);
        await page.locator("#notice", { hasText: text }).waitFor();
        await page.locator("#who", { hasText: over }).waitFor();
        await page.locator(".accuracy").waitFor();
        await close();
    }
});

test("a broken link says where it breaks off", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner&moves=d1,d2,d3,z9", { viewport: PHONE });
    await page.locator("#notice", { hasText: "This link breaks off at move 4. You can go on from here." }).waitFor();
    await close();
});

test("a tap that comes with the answer of the opponent counts", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner", { viewport: PHONE, hasTouch: true, isMobile: true });
    const end = await holdTimers(page, 350);
    await says(page, "Your move");
    for (const count of [2, 4, 6]) {
        await cell(page, 38).tap();
        // The tap has played, and no second one comes so late.
        await page.waitForFunction(least => document.querySelectorAll(".cell.taken").length >= least, count - 1);
        await end();
        await taken(page, count);
        await says(page, "Your move");
    }
    await close();
});

test("where the answers are estimates the words say so, and where they are proven, too", async () => {
    for (const [game, legend, foot] of [["6x6x4g", /looks best.*sure win/, /Chances are estimates/], ["7x6x5g", /looks best.*sure win/, /Chances are estimates/], ["connect-four", /you win.*proven/, /It is proven/]]) {
        const { page, close } = await openPage(browser, origin, `/?game=${game}&o=beginner`);
        await page.locator(".column-sign .score").first().waitFor();
        await page.locator("#legend", { hasText: legend }).waitFor();
        await page.locator("#help .foot", { hasText: foot }).waitFor();
        await close();
    }
    const { page, close } = await openPage(browser, origin, "/?game=6x6x4g&view=explore");
    await page.locator("#best-moves .line").first().waitFor();
    await page.locator("#meaning", { hasText: "Estimates in per cent" }).waitFor({ state: "attached" });
    await close();
});

test("the second tap of a double one plays nothing while the answer falls", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner", { viewport: PHONE, hasTouch: true, isMobile: true });
    // The pause after an answer.
    const end = await holdTimers(page, 350);
    await says(page, "Your move");
    await cell(page, 38).tap();
    await taken(page, 2);
    await says(page, "Your move");
    for (const _ of [1, 2]) await cell(page, 38).tap();
    await page.keyboard.press("1");
    await taken(page, 4);
    assert.equal(await page.evaluate(() => [...document.querySelectorAll('[data-column="3"] .cell[data-stone="X"]')].length), 1, "the finger meant the move before");
    await end();
    await says(page, "Your move");
    await cell(page, 38).tap();
    await taken(page, 6);
    assert.equal(await page.evaluate(() => [...document.querySelectorAll('[data-column="3"] .cell[data-stone="X"]')].length), 2);
    await close();
});

test("on a phone, too, values that are proven are said to be proven, and estimates are not", async () => {
    const after = page => readOne(page, "#outlook", one => getComputedStyle(one, "::after").content);
    for (const [path, isProven] of [["/?game=connect-four&o=beginner&moves=d1,d2", true], ["/?game=tic-tac-toe&o=beginner&moves=b2,a1&view=explore", true], ["/?game=gomoku&o=beginner&moves=h8,i9&view=explore", false]]) {
        const { page, close, shot } = await openPage(browser, origin, path, { viewport: PHONE });
        await page.locator("#outlook:not(.waiting)", { hasText: /draw|win|lose|best/ }).waitFor();
        await becomes(() => after(page), isProven ? '" Proven."' : "none", path);
        await shot(`proven-${isProven}`);
        await close();
    }
    const { page, close, shot } = await openPage(browser, origin, "/", { viewport: PHONE });
    await page.locator(".tip").waitFor();
    const [last, first] = await boxesOf(page, ".legend .narrow", ".legend .sign-word");
    assert.ok(last.right <= 390 && Math.abs(last.top + last.height / 2 - first.top - first.height / 2) < 4, "in the line of the signs");
    await shot("proven-home");
    await close();
});

for (const width of [360, 390, 1440]) test(`a win that comes later has a paler sign, and the legend says so in one line: ${width}`, async () => {
    // Both a and d make four: one now, one later.
    const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&moves=d1,c1,d2,c2,d3,c3&o=beginner", { viewport: { width, height: 844 } });
    await page.locator(".column .score.win:not(.best)").first().waitFor();
    await becomes(async () => /win\s+later win\s+draw\s+loss/.test(await page.locator("#legend:visible").innerText()), true);
    const colours = await page.evaluate(() => [".legend .sign-word:nth-child(2) .score", ".column .score.win:not(.best)"].map(one => getComputedStyle(document.querySelector(one)).backgroundColor));
    assert.equal(colours[0], colours[1]);
    assert.ok((await boxOf(page, "#legend")).height < 30, "one line");
    await shot(`legend-slower-${width}`);
    await close();
});
