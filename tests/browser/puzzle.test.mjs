// Puzzles on the page: of the day and by level, played to their end, with tries, days in a row and a result to share; games that are
// pasted as people write them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, NO_SUCH_PUZZLE, openPage, PHONE, start, TABLET } from "./server.mjs";
import { api, becomes, board, boxOf, cell, copied, counts, queryHas, readAll, readOne, says, solve, taken, textsAre } from "./steps.mjs";

const { origin, browser } = await start();

const said = (page, text) => page.locator("#puzzle-card .said", { hasText: text }).waitFor();
/** A column or cell whose move keeps no win. */
async function wrongMove(page, game) {
    const stones = await board(page);
    const count = side => stones.split(side).length - 1;
    const { lines } = await api(origin, "/v1/analysis", { game, board: stones, turn: count("X") > count("O") ? "O" : "X" });
    return lines.find(({ score }) => score.outcome !== lines[0].score.outcome).move;
}

test("a day of tic-tac-toe asks for no task that its board has no room for", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=puzzle&game=tic-tac-toe&date=2026-11-20");
    await page.locator(".beads .now").waitFor();
    await textsAre(page, "#ask h1", ["Win in 3 moves"]);
    await close();
});

test("the puzzle of the day: every move is played and answered, tries are counted, and a reload keeps them", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?view=puzzle", { viewport: PHONE, expected: NO_SUCH_PUZZLE, permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator(".beads .now").waitFor();
    const task = await page.locator("#ask h1").textContent();
    const steps = await page.locator(".beads li").count();
    assert.equal(task, `Win in ${steps} moves`, "the solver's own moves");
    assert.ok(steps >= 2);
    const before = await board(page);
    const wrong = await wrongMove(page, "connect-four");
    await cell(page, wrong.cell).click();
    await said(page, `Not ${wrong.name}.`);
    await said(page, "2 tries left.");
    // The wrong move goes back by itself.
    await page.waitForFunction(() => !document.querySelector(".cell.pending"));
    assert.equal(await board(page), before);
    await page.reload();
    await page.locator(".beads .now").waitFor();
    assert.equal(await board(page), before);
    await said(page, "Your first move: tap a column. 2 tries left.");
    await shot("puzzle-phone");
    const best = (await api(origin, "/v1/analysis", { game: "connect-four", board: before, turn: [..."XO"].find(side => before.split(side).length <= before.split(side === "X" ? "O" : "X").length && (side === "X" || before.split("X").length > before.split("O").length)) })).lines[0];
    await cell(page, best.move.cell).click();
    await said(page, "Now your second move.");
    await page.reload();
    await said(page, "Your second move: tap a column. 2 tries left.");
    await solve(page);
    await said(page, "Solved!");
    await counts(page, ".beads .found", steps);
    await page.locator(".streak", { hasText: "1" }).waitFor();
    await page.reload();
    await said(page, "Solved.");
    await page.locator(".week .day.today.solved").waitFor();
    await page.click("#puzzle-share");
    await said(page, "Solved! Your result is copied.");
    const [text, link] = (await page.evaluate(() => navigator.clipboard.readText())).split(/ (?=http)/);
    assert.match(text, /^I solved the Connect Four puzzle of \d+ \w+ on inarow: win in \d moves, 1 mistake\. [●○]+$/);
    assert.match(new URL(link).searchParams.get("date"), /^\d{4}-\d\d-\d\d$/, "tomorrow it leads to the same puzzle");
    await close();
});

test("the result that is shared gives nothing away", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=puzzle&level=win-in-2&seed=5", { permissions: ["clipboard-read", "clipboard-write"], expected: NO_SUCH_PUZZLE });
    await page.locator(".beads .now").waitFor();
    await page.click("#puzzle-hint");
    await said(page, /^Look for .+\.$/);
    assert.equal(await page.locator(".hinted").count(), 0, "what to look for, and not where");
    await page.click("#puzzle-hint");
    await said(page, "Look at column");
    // A person who asks again is told the same: what to look for and where are two hints.
    await page.click("#puzzle-hint");
    await page.waitForFunction(() => document.querySelector(".hinted"));
    await solve(page);
    // There is no praise for no mistakes.
    await said(page, /Solved! With 2 hints\. Why [a-g][1-6]\? Makes a fork: (Red|Yellow) threatens to complete lines at .+\.$/);
    // Practice goes on with the next one.
    await textsAre(page, ".puzzle-acts .primary", ["Next one"]);
    await page.click("#puzzle-share");
    await said(page, "Solved! Your result is copied.");
    const [text, link] = (await page.evaluate(() => navigator.clipboard.readText())).split(/ (?=http)/);
    assert.match(text, /^I solved the Connect Four easy puzzle on inarow: win in 2 moves, 2 hints\. [●○◐]+$/);
    assert.equal(new URL(link).searchParams.get("seed"), "5");
    assert.ok(!/[a-g][1-6]/.test(text));
    // There is a next one, and a harder one, both by their level.
    await textsAre(page, "#puzzle-harder", ["A medium one"]);
    const asked = page.waitForRequest(request => request.url().includes("/v1/puzzles"));
    await page.click("#puzzle-harder");
    assert.equal(new URL((await asked).url()).searchParams.get("theme"), "win-in-3");
    await page.locator(".beads .now").waitFor();
    await close();
});

test("another game is chosen beside the task, which pushes no board, and its puzzle comes", async () => {
    for (const viewport of [DESKTOP, PHONE, { width: 320, height: 568 }]) {
        const { page, close } = await openPage(browser, origin, "/?view=puzzle&game=tic-tac-toe&date=2026-11-20", { viewport });
        await page.locator(".beads .now").waitFor();
        const { height } = await boxOf(page, "#ask");
        assert.ok(height <= 72, `${viewport.width}: ${height}`);
        await page.getByRole("button", { name: "Tic-tac-toe: choose another game" }).click();
        await page.click('#sheet [data-game="gomoku"]');
        await page.getByRole("button", { name: "Gomoku: choose another game" }).waitFor();
        await page.locator("#ask h1", { hasText: "Win in" }).waitFor();
        await page.locator('.cell[data-cell="224"]').waitFor();
        await queryHas(page, { view: "puzzle", game: "gomoku", date: null });
        await page.locator("#place-name", { hasText: "Today’s puzzle" }).waitFor({ state: "attached" });
        await close();
    }
});

test("two threats at the end are a fork, also where the first move makes none", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=puzzle&level=win-in-3&seed=3");
    await page.locator(".beads .now").waitFor();
    assert.deepEqual((await (await fetch(`${origin}/v1/puzzles?game=connect-four&theme=win-in-3&seed=3`)).json()).themes, ["win-in-3"]);
    await solve(page);
    await said(page, "A fork: two threats at once. No mistakes.");
    await close();
});

test("after three wrong moves the answer can be seen", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=puzzle&date=2026-11-22", { expected: NO_SUCH_PUZZLE });
    await page.locator(".beads .now").waitFor();
    for (let tries = 3; tries > 0; tries--) {
        const wrong = await wrongMove(page, "connect-four");
        await cell(page, wrong.cell).click();
        await said(page, tries > 1 ? `${tries - 1} ${tries === 2 ? "try" : "tries"} left` : "No tries left");
        await page.waitForFunction(() => !document.querySelector(".cell.pending"));
    }
    // The sentence names the button, now, after a reload, and after a tap all the same.
    const tells = "No tries left. See the answer.";
    await said(page, tells);
    await textsAre(page, "#puzzle-reveal", ["See the answer"]);
    await page.reload();
    await said(page, tells);
    await textsAre(page, "#puzzle-reveal", ["See the answer"]);
    await cell(page, (await wrongMove(page, "connect-four")).cell).click();
    await page.locator("#notice", { hasText: tells }).waitFor();
    const stones = () => page.locator(".cell.taken").count();
    const start = await stones();
    await page.click("#puzzle-reveal");
    // Whose moves they are, and why the first one works.
    await said(page, /The answer: (Red|Yellow) ([a-g][1-6]), (Yellow|Red) [a-g][1-6], .*\. Why \2\? [A-Z].+\./);
    // It is played move by move, and can be stepped through: a step back ends the playing, where there is a move to go back.
    await page.waitForFunction(start => document.querySelectorAll(".cell.taken").length > start, start);
    await page.click("#puzzle-back");
    const before = await stones();
    await page.click("#puzzle-forward");
    await taken(page, before + 1);
    await textsAre(page, "#puzzle-card .primary:visible", ["An easy one"], "the one filled button goes on");
    await close();
});

test("a day that was failed is told from one that was not tried, in its sign and in words", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=api", { expected: NO_SUCH_PUZZLE });
    await page.evaluate(() => {
        const failed = { found: [], misses: 3, hints: 0, done: false, failed: true, marks: "○○○" };
        localStorage.setItem("inarow-puzzle", JSON.stringify({ [`connect-four ${new Date().toLocaleDateString("en-CA")}`]: failed }));
    });
    await page.goto(`${origin}/?view=puzzle`);
    const day = page.locator(".week .day.today.failed", { hasText: "×" });
    await day.waitFor();
    await page.locator('.day.today.failed[aria-label$=", today, not solved"]').waitFor();
    await counts(page, ".week .day.failed", 1);
    await page.goto(`${origin}/`);
    await page.locator("#way-puzzle small", { hasText: "Not solved. A new one tomorrow." }).waitFor();
    await close();
});

test("where a game has no puzzle, that is said in plain words", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku", { expected: /status of 422/ });
    const errors = [{ pointer: "/game", code: "does-not-fit", detail: "no puzzle was found within a request" }];
    await page.route(url => url.pathname === "/v1/puzzles" && url.searchParams.get("game") === "gomoku",
        route => route.fulfill({ status: 422, contentType: "application/problem+json", json: { status: 422, code: "invalid-request", title: "The request is not valid", errors } }));
    await says(page, "Your move");
    await page.click(".places [data-place=puzzle]");
    await page.locator(".beads .now").waitFor();
    await said(page, "too large to be proven");
    assert.ok(!(await page.content()).includes("within a request"));
    await page.click(".places [data-place=play]");
    await says(page, "Your move");
    await counts(page, "[data-cell]", 225, "the game has waited");
    await close();
});

test("Gomoku has its own puzzles: the threat is said, every move of the win is played, and a wrong one is answered", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku");
    const cellAt = name => (15 - Number(name.slice(1))) * 15 + name.charCodeAt(0) - "a".charCodeAt(0);
    await says(page, "Your move");
    await page.click(".places [data-place=puzzle]");
    await said(page, "threatens to win with");
    await counts(page, "[data-cell]", 225);
    await page.goto(`${origin}/?view=puzzle&game=gomoku&level=win-in-3&seed=5`);
    const { solution } = await (await fetch(`${origin}/v1/puzzles?game=gomoku&theme=win-in-3&seed=5&solution=true`)).json();
    await said(page, "threatens to win with");
    await page.getByText("More puzzles").click();
    await textsAre(page, "[aria-label=Motif] button", ["Fork"], "no draw is to be saved");
    // The corner stops nothing.
    const wrong = cellAt("a15");
    await cell(page, wrong).click();
    await said(page, "Not a15.");
    await page.waitForFunction(() => !document.querySelector(".cell.pending"));
    for (let left = (solution.pv.length + 1) / 2; left > 0; left--) {
        await page.locator("#puzzle-hint").click();
        await said(page, "Look for");
        await page.locator("#puzzle-hint").click();
        await said(page, "Look at");
        const [, name] = (await page.locator("#puzzle-card .said").textContent()).match(/Look at ([a-o]\d+)/);
        await cell(page, cellAt(name)).click();
        await said(page, `Yes, ${name}`);
        if (left > 1) await said(page, "Now your");
    }
    await said(page, "Solved!");
    await close();
});

test("the one move that holds a draw solves its puzzle also where a search has to prove it", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=puzzle&game=five-by-five&level=only-move&seed=1");
    const { solution } = await api(origin, "/v1/puzzles", { game: "five-by-five", theme: "only-move", seed: 1, solution: true });
    await page.locator("#ask h1", { hasText: "Save the draw" }).waitFor();
    await page.getByText("More puzzles").click();
    await page.locator("[aria-label=Motif] button", { hasText: "Only move" }).waitFor();
    await cell(page, solution.move.cell).click();
    await said(page, "Solved!");
    await close();
});

test("a game is opened from its moves, from SGF and from Piskvork, and a wrong one names the move", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&tab=setup", { expected: /status of 422/ });
    for (const record of ["h8h9i8", "(;FF[4]GM[4]SZ[15];B[hh];W[hg];B[ih])", "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\n9,8,0\n"]) {
        // The board is empty before each, so that its stones are its own.
        await page.goto(`${origin}/?game=gomoku&tab=setup`);
        await page.click("#set-up");
        await readOne(page, "#editor summary", one => { one.parentElement.open = true; });
        await page.getByLabel("Or a game").fill("h8 z9");
        await page.click("text=Open the game");
        await page.locator("#editor .possible", { hasText: "move 2" }).waitFor();
        await page.getByLabel("Or a game").fill(record);
        await page.click("text=Open the game");
        await taken(page, 3);
        await queryHas(page, { moves: "h8,h9,i8" });
    }
    await close();
});

test("a puzzle that cannot be fetched says why", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe", { expected: /ERR_CONNECTION_REFUSED|ERR_FAILED/ });
    await page.locator("#hint:not([disabled])").waitFor();
    await page.route(/\/v1\/puzzles/, route => route.abort("connectionrefused"));
    await page.locator(".places [data-place=puzzle]").click();
    await page.locator(".said", { hasText: "No connection. Trying again …" }).waitFor();
    await close();
});

test("every puzzle is called by its day or level, and Back leads through them one by one", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner", { viewport: PHONE, expected: NO_SUCH_PUZZLE });
    await says(page, "Your move");
    const called = name => page.locator("#place-name", { hasText: name }).waitFor();
    const tab = name => page.locator(`.tabs-bar [data-place=${name}]`).click();
    await tab("puzzle");
    await page.locator(".beads .now").waitFor();
    await called("Today’s puzzle");
    await page.locator("#puzzle-card summary").click();
    await page.click("#kind-win-in-2");
    await page.locator(".beads .now").waitFor();
    await called("Easy puzzle");
    await page.locator(".week .day").nth(4).click();
    await called(/^Puzzle of \d+ \w+$/);
    await page.locator(".beads .now").waitFor();
    await tab("explore");
    await page.locator("#best-moves .done").waitFor();
    await tab("play");
    await page.locator("#hint:visible").waitFor();
    await page.goBack();
    await page.locator("html[data-place=explore]").waitFor();
    for (const name of [/^Puzzle of/, "Easy puzzle", "Today’s puzzle"]) {
        await page.goBack();
        await called(name);
        await page.locator("html[data-place=puzzle]").waitFor();
    }
    await page.goBack();
    await page.locator("html[data-place=play]").waitFor();
    await close();
});

test("mistakes and hints are told in the same words while it is played and when it is solved", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=puzzle&date=2026-11-23", { expected: NO_SUCH_PUZZLE });
    await said(page, "Your first move: tap a column. You have three tries.");
    const wrong = await wrongMove(page, "connect-four");
    await cell(page, wrong.cell).click();
    await said(page, "2 tries left.");
    await page.waitForFunction(() => !document.querySelector(".cell.pending"));
    await page.click("#puzzle-hint");
    await said(page, /^Look for .+\. 2 tries left\.$/);
    await page.click("#puzzle-hint");
    await said(page, /^Look at column [a-g]\. 2 tries left\.$/);
    await page.click("#puzzle-again");
    await said(page, "From the start again. Your first move: tap a column. 2 tries left.");
    await solve(page);
    await said(page, /With 1 mistake and 2 hints\. Why [a-g]\d\? .+\.$/);
    await page.reload();
    await said(page, /^Solved\. With 1 mistake and 2 hints\. Why [a-g]\d\? .+\.$/);
    await close();
});

test("a puzzle that is over is tried again without the traces of before, and what was recorded stays", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?view=puzzle&date=2026-11-23", { viewport: PHONE, expected: NO_SUCH_PUZZLE, permissions: ["clipboard-read", "clipboard-write"] });
    const recorded = () => page.evaluate(() => ["inarow-days", "inarow-puzzle"].map(key => localStorage.getItem(key)));
    await page.locator(".beads .now").waitFor();
    await page.click("#puzzle-hint");
    await said(page, "Look for");
    await solve(page);
    await said(page, "With 1 hint.");
    const before = await recorded();
    await shot("puzzle-solved-phone");
    await page.getByRole("button", { name: "Try again" }).click();
    await said(page, /^From the start again\. Your first move: tap a column\.$/);
    await page.locator(".practice", { hasText: "it does not count" }).waitFor();
    await page.click("#puzzle-hint");
    await said(page, "Look for");
    await page.getByRole("button", { name: "Start over" }).click();
    await solve(page);
    await said(page, "With 1 hint.");
    await page.getByRole("button", { name: "Try again" }).click();
    await solve(page);
    await said(page, "No mistakes.");
    assert.match(await copied(page, () => page.click("#puzzle-share")), /: win in \d moves, 1 hint\. /, "the result is the first one");
    await becomes(recorded, before);
    await page.reload();
    await said(page, "Solved. With 1 hint.");
    await close();
});

test("a day without a try left can be practised, and is not solved by that", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=puzzle&date=2026-11-23", { expected: NO_SUCH_PUZZLE });
    await page.locator(".beads .now").waitFor();
    const wrong = await wrongMove(page, "connect-four");
    for (const left of ["2 tries left.", "1 try left.", "No tries left."]) {
        await page.waitForFunction(() => !document.querySelector(".cell.pending"));
        await cell(page, wrong.cell).click();
        await said(page, left);
    }
    await page.locator("#puzzle-reveal").waitFor();
    await page.waitForFunction(() => !document.querySelector(".cell.pending"));
    await page.getByRole("button", { name: "Try again" }).click();
    await cell(page, wrong.cell).click();
    await said(page, `Not ${wrong.name}.`);
    assert.doesNotMatch(await page.locator("#puzzle-card .said").textContent(), /left/, "practice has any number of tries");
    await page.waitForFunction(() => !document.querySelector(".cell.pending"));
    await solve(page);
    await said(page, "With 1 mistake.");
    // There is no result to share.
    await counts(page, ".puzzle-acts .primary", 1);
    await page.locator("#puzzle-next.primary").waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem("inarow-days")), null);
    await page.reload();
    await said(page, "No tries left. See the answer.");
    await close();
});

test("practice says that no day counts, has motifs, and remembers the visitor's level", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=tic-tac-toe", { viewport: PHONE, expected: NO_SUCH_PUZZLE });
    await says(page, "Your move");
    await page.locator(".tabs-bar [data-place=puzzle]").click();
    await page.locator(".beads .now").waitFor();
    assert.equal(await page.locator("#puzzle-card .practice").count(), 0, "the puzzle of a day counts");
    const unfolded = page.locator("#puzzle-card details[open]");
    const choose = async name => {
        if (!await unfolded.count()) await page.locator("#puzzle-card summary").click();
        const asked = page.waitForRequest(request => request.url().includes("/v1/puzzles"));
        await page.locator(".kinds").getByRole("button", { name, exact: true }).click();
        const theme = new URL((await asked).url()).searchParams.get("theme");
        await page.locator(".beads .now").waitFor();
        await page.locator("#puzzle-card .practice", { hasText: "it does not count in your days in a row" }).waitFor();
        return theme;
    };
    await textsAre(page, ".kinds button", ["Easy", "Medium", "Fork", "Only move"], "nine cells are too few for a longer win");
    assert.equal(await choose("Only move"), "only-move");
    await page.locator("#place-name", { hasText: "Only-move puzzle" }).waitFor();
    await textsAre(page, "#ask h1", ["Save the draw"]);
    assert.equal(await choose("Fork"), "fork");
    await page.locator("#place-name", { hasText: "Fork puzzle" }).waitFor();
    assert.equal(await unfolded.count(), 1, "others stay unfolded after a choice");
    await textsAre(page, ".kinds [aria-current]", ["Fork"]);
    await shot("practice-phone");
    await page.locator("#puzzle-card summary").click();
    await solve(page);
    await said(page, /No mistakes\. Why [a-c][1-3]\? Makes a fork: [XO] threatens to complete lines at .+\.$/);
    assert.equal(await page.locator("#puzzle-harder").count(), 0, "a motif has no level");
    assert.ok(!await page.locator("#streak").isVisible(), "no day counts");
    await page.locator("#puzzle-next", { hasText: "Next one" }).waitFor();
    assert.equal(await choose("Medium"), "win-in-3");
    // Another day, another puzzle: the level is still the visitor's.
    await page.goto(`${origin}/?view=puzzle&game=tic-tac-toe`);
    await page.locator(".beads .now").waitFor();
    await page.locator("#puzzle-card summary").click();
    await textsAre(page, ".kinds [aria-current]", ["Medium"]);
    await page.locator("#puzzle-card summary").click();
    await solve(page);
    await page.locator("#puzzle-next", { hasText: "A medium one" }).waitFor();
    const next = page.waitForRequest(request => request.url().includes("/v1/puzzles"));
    await page.click("#puzzle-next");
    assert.equal(new URL((await next).url()).searchParams.get("theme"), "win-in-3");
    await close();
});

test("a kind that the game does not have leads to the others", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=puzzle&game=tic-tac-toe&level=win-in-5&seed=1", { expected: NO_SUCH_PUZZLE });
    await said(page, "No expert puzzle was found for this game. Choose another kind.");
    await page.locator("#kind-win-in-2:visible").click();
    await page.locator(".beads .now").waitFor();
    await page.goto(`${origin}/?view=puzzle&game=misere-tic-tac-toe`);
    await page.locator(".beads .now").waitFor();
    await textsAre(page, ".kinds button", ["Easy", "Medium", "Only move"], "who completes a line loses: nobody makes a fork");
    await close();
});

test("after its answer the defender's threat is marked and named", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?view=puzzle&level=win-in-3&seed=14", { viewport: PHONE });
    await page.locator(".beads .now").waitFor();
    assert.equal(await page.locator(".cell.threatened").count(), 0, "before, it would give the first move away");
    await page.locator("[data-column='1']").click();
    await said(page, "answered d2 and threatens d3. Now your second move.");
    await page.locator(".cell.threatened[data-cell='24']").waitFor();
    await shot("puzzle-threat");
    await cell(page, 24).click();
    await said(page, "Yes, d3.");
    await page.reload();
    await page.locator(".beads .now").waitFor();
    await close();
});

test("where the other side threatens to win on a large board is marked and named, until the first move", async () => {
    let seed = 1;
    const ofSeed = () => api(origin, "/v1/puzzles", { game: "gomoku", theme: "win-in-2", seed, solution: true });
    let puzzle = await ofSeed();
    // Hardly any number has none.
    while (!puzzle.threats) {
        seed++;
        puzzle = await ofSeed();
    }
    const { threats, solution, position } = puzzle;
    for (const [viewport, scheme] of [[DESKTOP, "light"], [TABLET, "dark"], [PHONE, "light"], [PHONE, "dark"]]) {
        const { page, close, shot } = await openPage(browser, origin, `/?view=puzzle&game=gomoku&level=win-in-2&seed=${seed}`, { viewport, scheme, expected: NO_SUCH_PUZZLE });
        await page.locator(".beads .now").waitFor();
        assert.ok(threats.length > 0);
        const they = position.turn === "X" ? "White" : "Black";
        await becomes(() => readAll(page, `.cell.threatened[aria-label*="empty, ${they} threatens to win here"]`, all => all.map(one => Number(one.dataset.cell))), threats.map(({ cell }) => cell).sort((a, b) => a - b));
        await counts(page, ".cell.threatened", threats.length);
        const [first, last] = [threats.slice(0, -1).map(({ name }) => name).join(", "), threats.at(-1).name];
        await said(page, `${they} threatens to win with ${[first, last].filter(Boolean).join(" or ")}. Tap a cell.`);
        await shot(`puzzle-threats-${viewport.width}-${scheme}`);
        await cell(page, solution.move.cell).click();
        await said(page, "Now your second move.");
        assert.ok(await page.locator(".cell.threatened").count() <= 1);
        await close();
    }
});

for (const [wrong, query] of Object.entries({ "a day to come": "date=2999-01-01", "a day that is none": "date=tomorrow", "a level that is none": "level=win-in-99&seed=3", "a number without a level": "seed=3", "a game that is none": "game=chess" })) {
    test(`a link to a puzzle that there is not says so, and which one is shown: ${wrong}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, `/?view=puzzle&${query}`, { viewport: PHONE, expected: NO_SUCH_PUZZLE });
        await said(page, "No such puzzle. This is today’s. Your first move");
        await shot(`puzzle-lost-${query.slice(0, 5)}`);
        await page.reload();
        await said(page, "Your first move");
        assert.doesNotMatch(await page.locator("#puzzle-card .said").textContent(), /No such/);
        await close();
    });
}
