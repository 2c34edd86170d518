// A game reviewed, hints and reasons, levels by name.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inLabel, isBetter, leading, learn, lessonsOf, turningPoint, winsWith } from "../../src/playground/judgement.js";
import { advised, describe } from "../../src/playground/score.js";
import { outlook } from "../../src/playground/stage.js";
import { DESKTOP, openPage, PHONE, start, TABLET } from "./server.mjs";
import { becomes, boxOf, boxesOf, counts, endAt, holdAnswers, readOne, says, taken, textsAre, whole } from "./steps.mjs";

const { origin, browser } = await start();

/** O answers the centre with an edge, X wins. */
const LOST = "b2,b3,a3,c1,a2,c2,a1";

test("a game turned where most was lost for more than a move", () => {
    const win = { outcome: "win", plies: 11, expected: 1 };
    const about = expected => ({ outcome: "unknown", expected });
    const row = (ply, label, best, score) => ({ ply, player: ply % 2 ? "X" : "O", label, best: [{ move: { cell: 1 }, score: best }], score });
    const given = [row(51, "blunder", about(0.2), { outcome: "loss", plies: 6, expected: 0 }), row(52, "blunder", win, about(0.9)), row(53, "best", about(0.1), about(0.1))];
    assert.equal(turningPoint([row(39, "blunder", win, about(0.36)), row(40, "best", about(0.64), about(0.64)), ...given], "O")?.ply, 39);
    // The last of equals, and a mistake that is not given back.
    const lost = { outcome: "loss", plies: 6, expected: 0 };
    assert.equal(turningPoint([row(1, "blunder", about(0.5), lost), row(2, "best", win, win), row(7, "blunder", about(0.5), lost)], "O")?.ply, 7);
    assert.equal(turningPoint([row(7, "good", about(0.5), about(0.5))], "O"), null);
    // A side that is as good as lost and lets the other side win soon, or is as good as winning and misses a win.
    const soon = { outcome: "win", plies: 3, expected: 1 };
    const [gave, missed, little] = [row(9, "inaccuracy", about(0.04), { ...lost, plies: 4 }), row(11, "inaccuracy", soon, about(0.97)), row(13, "inaccuracy", about(0.5), about(0.44))];
    assert.deepEqual([gave, missed, little].map(move => inLabel(move).text), ["gave in early", "missed a quick win", "a little worse"]);
    assert.equal(turningPoint([gave, missed, little], "O")?.ply, 9);
});

test("a move that keeps the result is a mistake by how near the end is: a missed win within two moves, or a loss within two that took long", () => {
    const score = (outcome, plies) => ({ outcome, plies, expected: Number(outcome === "win") });
    const row = (outcome, best, played) => ({ label: outcome === "win" ? "prolonged" : "hastened", best: [{ move: { cell: 1 }, score: score(outcome, best) }], score: score(outcome, played) });
    for (const [best, played, text] of [[1, 3, "missed a quick win"], [1, 5, "missed a quick win"], [3, 5, "missed a quick win"], [3, 27, "missed a quick win"], [5, 9, "a slower win"], [5, 11, "a slower win"], [11, 27, "a slower win"]]) {
        const move = row("win", best, played);
        assert.equal(inLabel(move).text, text, `win in ${best} plies becomes ${played}`);
        // A lesson takes what is called a mistake, and no answer that would be called one.
        assert.deepEqual(lessonsOf([move, row("win", 9, 11)]).includes(move), true);
        assert.deepEqual([isBetter(score("win", best), move), isBetter(score("win", played), move)], [true, false]);
    }
    for (const [best, played, text] of [[32, 12, "loses sooner"], [14, 6, "loses sooner"], [8, 4, "loses sooner"], [10, 4, "gave in early"], [32, 2, "gave in early"], [6, 2, "loses sooner"], [4, 2, "loses sooner"]])
        assert.equal(inLabel(row("loss", best, played)).text, text, `loss in ${best} plies becomes ${played}`);
});

test("a move is worth what its position is, with the label that goes with it; the best one holds", () => {
    const about = (expected, value) => ({ outcome: "unknown", expected, value, plies: null });
    const first = { move: { cell: 1, name: "b1" }, score: about(0.9, 90), pv: [] };
    const judged = cell => ({ player: "X", label: "good", move: { cell, name: "f1" }, score: about(0.88, 88), pv: [], cost: { result: 0.01 }, best: [first], reasons: [{ kind: "centre" }] });
    const reply = { move: { cell: 9, name: "j1" }, score: about(0.3, -70), pv: [{ cell: 9, name: "j1" }] };
    const move = judged(5);
    assert.ok(learn(move, [leading(reply, move)]));
    assert.deepEqual([move.score.expected, move.score.value, inLabel(move).text, move.pv.map(({ name }) => name), move.reasons], [0.7, 70, "a little worse", ["f1", "j1"], []]);
    assert.ok(!learn(move, [leading(reply, move)]), "once");
    const better = judged(5);
    const mistaken = { ...reply, score: about(0.05, -99) };
    assert.ok(learn(better, [leading(mistaken, better)]));
    assert.deepEqual([better.score.expected, better.best[0], inLabel(better).text], [0.9, first, "good move"], "another search makes no better move");
    const best = judged(1);
    assert.ok(!learn(best, [leading(reply, best)]), "one search compared it with others");
});

test("the distance of a win by patterns is a bound in each form, where it is not the shortest for sure", () => {
    const [gomoku, small] = [15, 8].map(width => ({ width, height: width, k: 5, gravity: false }));
    const [win, loss] = [{ outcome: "win", plies: 27, expected: 1 }, { outcome: "loss", plies: 18, expected: 0 }];
    const forms = rules => [describe(win, rules).verb, describe(win, rules).word, describe(win, rules).text, advised(loss, rules), winsWith("White", "h8", loss, rules)];
    assert.deepEqual(forms(gomoku), ["wins in at most 14 moves", "win ≤14", "≤14", "holds out for at most 9 moves", "White answers h8 and wins in at most 9 moves."]);
    assert.deepEqual(forms(small), ["wins in 14 moves", "win 14", "14", "holds out for 9 moves", "White answers h8 and wins in 9 moves."]);
    assert.equal(describe({ outcome: "win", plies: 3 }, gomoku).verb, "wins in 2 moves", "no search misses a win at once");
    const lost = rules => outlook({ rules, isOver: false }, { degree: "numbers", all: true, ordered: [loss, { ...loss, plies: 8 }].map((score, cell) => ({ move: { cell }, score })) });
    assert.deepEqual([gomoku, small].map(lost), ["Every move loses; a15 seems to hold out longest.", "Every move loses; a8 holds out longest."]);
});

test("a bound that the next position improves is improved at the move before it, which keeps its label", () => {
    const line = (name, outcome, plies) => ({ move: { cell: name, name }, score: { outcome, plies, value: 1, expected: Number(outcome === "win") }, pv: [] });
    const before = (label, best) => ({ player: "X", label, ...line("g10", "win", 29), cost: { result: 0 }, best });
    const reply = line("d7", "loss", 18);
    const move = before("prolonged", [line("h7", "win", 5), line("g10", "win", 29)]);
    assert.ok(learn(move, [leading(reply, move)]));
    assert.deepEqual([move.score.plies, move.label, move.best.map(({ score }) => score.plies)], [19, "prolonged", [5, 19]]);
    const first = before("good", [line("e10", "win", 21), line("g10", "win", 29)]);
    learn(first, [leading(reply, first)]);
    assert.deepEqual([first.label, first.best[0].move.name], ["best", "g10"]);
});

test("a move that a later one proves to give a proven result away is called so; a loss that was likely before is no praise", () => {
    const line = (name, outcome, plies, expected = Number(outcome === "win")) => ({ move: { cell: name, name }, score: { outcome, plies, value: plies === null ? 9 : null, expected }, pv: [] });
    const label = (best, played, reply) => {
        const move = { player: "O", label: "blunder", ...played, cost: { result: 0.6 }, best: [best] };
        assert.ok(learn(move, [leading(reply, move)]));
        return inLabel(move).text;
    };
    const unclear = line("l9", "unknown", null, 0.1);
    assert.deepEqual([line("j11", "win", 3), line("j11", "draw", 9), line("j11", "unknown", null, 0.9)].map(best => label(best, unclear, line("i10", "win", 13))), ["lost a won game", "let a draw slip", "big mistake"]);
    assert.equal(label(line("j11", "win", 3), unclear, line("i10", "draw", 13)), "let a win slip");
    const lost = best => inLabel({ label: "good", ...line("h9", "loss", 12), best: [best] }).text;
    assert.deepEqual([line("g5", "unknown", null, 1e-7), line("g5", "loss", 12)].map(lost), ["likely lost before", "good move"]);
});

test("a review: labels in words, accuracy of both sides, a graph, and the way to each position", async () => {
    const { page, close, shot } = await openPage(browser, origin, `/?moves=${LOST}&tab=analysis&o=casual`);
    await page.locator(".accuracy").waitFor();
    const answer = await (await fetch(`${origin}/v1/review?moves=${LOST}`)).json();
    for (const { ply, label, score } of answer.moves) {
        const words = {
            "best": score.outcome === "loss" && score.plies <= 2 ? "nothing helped" : "best move", "only-move": "only move", "threw-away-draw": "let a draw slip", "hastened": "loses sooner", "prolonged": "a slower win",
        }[label];
        assert.ok(words, label);
        assert.equal((await page.locator(`[data-ply="${ply}"] .label`).textContent()).trim(), words, `move ${ply}`);
    }
    const { X, O } = answer.sides;
    // A third person reads names, never "you".
    await textsAre(page, ".accuracy li", [`Xno mistakeaccuracy ${Math.round(X.accuracy)} %`, `Moss1 mistakeaccuracy ${Math.round(O.accuracy)} %`]);
    await page.locator('.graph .game-graph[aria-label*="O b3 let a draw slip"]').waitFor();
    await counts(page, ".graph .slip", answer.moves.filter(move => move.label === "threw-away-draw").length);
    await page.locator('[data-ply="2"]').click();
    await taken(page, 2);
    await page.locator(".move-detail", { hasText: /^O b3: let a draw slip, loss in 3 moves\..*Gives X the win.*Better was a3: draw\./ }).waitFor();
    await page.locator('[aria-current="step"][data-ply="2"]').waitFor();
    await shot("review-light");
    // The engine waits: a look at a position is no move in it.
    const asked = [];
    page.on("request", request => asked.push(request.url()));
    await page.locator('[data-ply="3"]').press("Enter");
    await taken(page, 3);
    await page.locator('[data-ply="7"]').click();
    await says(page, "X wins!");
    assert.deepEqual(asked.filter(url => url.includes("/v1/move")), []);
    await close();
});

test("beside a mistake of the opponent, the mistake that is missing is the visitor's", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&o=beginner");
    const replies = LOST.split(",").filter((_, index) => index % 2);
    await page.route(/\/v1\/move/, route => route.continue({ url: `${route.request().url()}&searchMoves=${replies.shift()}` }));
    for (const [at, index] of [4, 0, 3, 6].entries()) {
        await page.locator(`[data-cell='${index}']`).click();
        await taken(page, Math.min(7, 2 * at + 2));
    }
    await page.click("#see-turn");
    await textsAre(page, ".accuracy .slips, .accuracy .none", ["no mistake", "1 mistake"]);
    await page.locator(".teach", { hasText: "There is no mistake of yours to learn from." }).waitFor();
    await close();
});

test("a review says what it needs, and a refusal in words", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&tab=analysis", { expected: /status of 422/ });
    await page.locator("#game-review", { hasText: "listed here as they are made" }).waitFor();
    await page.uncheck("#scores");
    await page.route(/\/v1\/review/, route => route.fulfill({
        status: 422, contentType: "application/problem+json",
        json: { status: 422, code: "invalid-request", detail: "/moves/0: a2 is taken", errors: [{ pointer: "/moves/0", code: "cell-taken", detail: "a2 is taken" }] },
    }));
    // In Explore nobody answers: both sides are the visitor's.
    await page.locator("[data-cell='4']").click();
    await says(page, "O to move");
    const go = await holdAnswers(page, /\/v1\/position/);
    await page.locator("[data-cell='0']").click();
    await says(page, "X to move");
    // The list is drawn anew when the service has answered, between a finger's touch and its lift: the button is the same.
    await page.locator("#review-start").hover();
    await page.mouse.down();
    await page.evaluate(() => { document.querySelector(".game-moves li").isOld = true; });
    go();
    await page.waitForFunction(() => !document.querySelector(".game-moves li").isOld);
    await page.mouse.up();
    const fault = page.locator("#game-review .fault");
    await fault.waitFor();
    assert.equal(await fault.textContent(), "A move cannot be played: its cell is taken.");
    await close();
});

test("a game from a position that was set up is reviewed from there", async () => {
    const { page, close } = await openPage(browser, origin, "/?board=XX.OO....&turn=X&moves=a1,c2&tab=analysis&o=you");
    await page.locator(".accuracy").waitFor();
    await textsAre(page, '[data-ply="1"] .label', [" lost a won game"]);
    await textsAre(page, '[data-ply="2"] .label', [" only move"]);
    await page.locator('[data-ply="1"]').click();
    await taken(page, 5);
    await page.locator(".move-detail", { hasText: /^X a1: lost a won game, loss in 1 move\..*Better was c3: win in 1 move\./ }).waitFor();
    await close();
});

test("a hint with its reason, above the fold on a phone", async () => {
    const { page, close } = await openPage(browser, origin, "/?board=XX.OO....&turn=X", { viewport: PHONE });
    await says(page, "Your move");
    await page.click("#hint");
    await page.locator("#outlook", { hasText: "Try c3: it wins in 1 move. Completes" }).waitFor();
    await whole(page, "#outlook");
    await page.locator(".hinted[data-cell='2'][aria-label*=hint]").waitFor();
    await close();
});

test("levels have faces; their skill is an advanced setting", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&tab=opponents", { viewport: PHONE });
    await says(page, "X to move");
    const { levels } = await (await fetch(`${origin}/v1/games`)).json();
    const menu = page.getByLabel("Level of O");
    await menu.waitFor();
    assert.deepEqual(await menu.locator("option").evaluateAll(options => options.map(option => option.value)), levels.map(level => level.name));
    assert.ok(!await page.getByLabel("Skill of O").isVisible());
    await menu.selectOption("club");
    await page.getByText(levels.find(level => level.name === "club").description).waitFor();
    const asked = page.waitForRequest(/\/v1\/move/);
    await page.locator("[data-cell='4']").click();
    assert.equal(new URL((await asked).url()).searchParams.get("level"), "club");
    await page.locator("#players summary").click();
    await page.getByLabel("Skill of O").fill("35");
    await page.locator("#who", { hasText: "Skill 35" }).or(page.locator("#players output", { hasText: "35" })).first().waitFor();
    await becomes(() => menu.inputValue(), "");
    await close();
});

/** Red lets a win slip with its fourth move, and yellow gives it back; at the end red misses a win at once. */
const SLIPS = "/?game=connect-four&moves=d1,d2,d3,d4,d5,e1,c1,b1,e2,e3,e4,c2,b2,c3,c4,a1,a2&view=explore&o=casual";

for (const [device, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    test(`mistakes by side lead from one to the next, and the better move is shown on the board: ${device}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, SLIPS, { viewport });
        await page.locator(".accuracy").waitFor();
        const { moves, sides } = await (await fetch(`${origin}/v1/review?game=connect-four&moves=${new URLSearchParams(SLIPS.slice(2)).get("moves")}`)).json();
        const bad = moves.filter(({ label, best }) => ["missed-win", "threw-away-draw", "mistake", "blunder"].includes(label) || label === "prolonged" && best[0].score.plies === 1);
        const of = side => bad.filter(({ player }) => player === side);
        await textsAre(page, ".accuracy li", [
            `Red${of("X").length} mistakesaccuracy ${Math.round(sides.X.accuracy)} %1 inaccuracy`, `Moss${of("O").length} mistakesaccuracy ${Math.round(sides.O.accuracy)} %1 inaccuracy`,
        ]);
        const next = page.getByRole("button", { name: "2 mistakes of Moss: show the next" });
        for (const { ply, move } of [...of("O"), of("O")[0]]) {
            await next.click();
            await page.locator(`[data-ply="${ply}"][aria-current=step]`).waitFor();
            await page.locator(".move-detail", { hasText: `Yellow ${move.name}: ` }).waitFor();
        }
        // The focus stays on the way.
        await page.waitForFunction(() => document.activeElement.dataset.key === "slips-O");
        const [first] = of("O");
        await page.getByRole("button", { name: `Show ${first.best[0].move.name} on the board` }).click();
        await page.locator(".cell.ghost").nth(2).waitFor();
        await textsAre(page, `[data-cell="${first.best[0].move.cell}"].ghost .count`, ["1"]);
        await taken(page, first.ply - 1);
        await page.locator(".lines .chosen .stepper").waitFor();
        await shot(`better-${device}`);
        await close();
    });
}

for (const [device, viewport] of Object.entries({ upright: TABLET, across: { width: 1180, height: 820 }, desktop: DESKTOP })) {
    test(`the move of the board, the words on it and the curve of the game are in sight at each step: ${device}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&moves=g1,e1,g2,g3,b1,c1,c2,c3,a1,d1,b2,f1&view=explore&o=casual", { viewport });
        await page.locator(".accuracy").waitFor();
        const panel = await boxOf(page, '[data-in="explore"].panels');
        for (let ply = 11; ply > 0; ply--) {
            await page.click("#back");
            await page.locator(`[data-ply="${ply}"][aria-current=step]`).waitFor();
            await page.locator(".move-detail", { hasText: await page.locator(`[data-ply="${ply}"] b`).textContent() }).waitFor();
            // The position's own analysis comes later, and the panel scrolls after it.
            const areInSight = ([top, bottom]) => [".move-detail", "[aria-current=step]", ".game-graph"].every(selector => {
                const box = document.querySelector(selector)?.getBoundingClientRect();
                return box && box.top >= top && box.bottom <= bottom;
            });
            await page.waitForFunction(areInSight, [panel.y, Math.min(panel.y + panel.height, viewport.height)]);
        }
        await shot(`steps-${device}`);
        await close();
    });
}

for (const [device, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    test(`a game that is over opens on its story, with a key for its words: ${device}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&moves=d1,a1,d2,a2,d3,b1,d4&view=explore&o=beginner", { viewport });
        await page.locator(".accuracy").waitFor();
        // No move is left to be the best.
        await page.locator("#best-moves").waitFor({ state: "hidden" });
        await whole(page, ".accuracy");
        await page.locator("#who", { hasText: "Red wins!" }).waitFor();
        const key = await page.locator("#game-review").textContent();
        assert.match(key, /Only move: every other move leads to less\. Loses sooner: it was lost anyway; another move held out longer\./);
        assert.doesNotMatch(key, /A slower win:/, "only words that stand there are explained");
        await shot(`story-${device}`);
        // The story stays where it is while one steps through it.
        await page.click("#back");
        await page.locator("#best-moves .lines .score").first().waitFor();
        const [story, moves, words, first] = await boxesOf(page, "#game-review", "#best-moves", ".move-detail", '[data-ply="1"]');
        assert.ok(story.y < moves.y);
        if (device === "desktop") assert.ok(words.y > first.y, "the words stand in the list");
        await close();
    });
}

test("on a phone the words on a move are seen with the board and the move, and stay while the better one is shown", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&moves=d1,c1,c2,d2,a1,d3,b1,c3,g1,d4,f1,d5&view=explore&o=club", { viewport: PHONE });
    await page.locator(".accuracy").waitFor();
    for (const [ply, words] of [[3, "Red c2: let a win slip, draw. That is far ahead: no threat shows it yet."], [5, "Red a1: lost a won game, loss in 16 moves."]]) {
        await page.locator(`[data-ply="${ply}"]`).click();
        await page.locator(".move-detail", { hasText: words }).waitFor();
        await whole(page, "#board", `[data-ply="${ply}"]`, ".move-detail");
        const [board, row, detail] = await boxesOf(page, "#board", `[data-ply="${ply}"]`, ".move-detail");
        assert.ok(board.bottom <= detail.y + 1 && detail.bottom <= row.y, JSON.stringify([board, row, detail]));
        await counts(page, ".cell.hinted", 1, "the better point has a ring");
    }
    await shot("words-phone");
    await page.click(".move-detail button");
    await page.locator(".cell.ghost").first().waitFor();
    await page.locator(".move-detail", { hasText: /^Red a1: / }).waitFor();
    await counts(page, ".cell.hinted", 0, "a line that is shown needs no ring");
    await close();
});

for (const viewport of [PHONE, { width: 360, height: 740 }]) {
    test(`on a phone the next mistake stays under the finger, and the words on it lie over nothing: ${viewport.width}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, SLIPS, { viewport });
        await page.locator(".accuracy").waitFor();
        const next = page.locator("[data-key=slips-O]");
        await next.scrollIntoViewIfNeeded();
        const { y } = await boxOf(page, "[data-key=slips-O]");
        for (let at = 0; at < 3; at++) {
            const before = await page.locator("[aria-current=step]").getAttribute("data-ply");
            await next.click();
            await page.locator(`[aria-current=step]:not([data-ply="${before}"])`).waitFor();
            const [button, words, steps] = await page.evaluate(() => ["[data-key=slips-O]", ".move-detail", ".steps"].map(one => document.querySelector(one).getBoundingClientRect().toJSON()));
            assert.ok(Math.abs(button.y - y) <= 2, `from ${y} to ${button.y}`);
            assert.ok(steps.y + steps.height <= words.y + 1 && words.y + words.height <= button.y + 1, JSON.stringify([steps, words, button]));
        }
        await shot(`next-mistake-${viewport.width}`);
        await close();
    });
}

test("the better move is shown where values were off, and a look elsewhere forgets it", async () => {
    const { page, close } = await openPage(browser, origin, SLIPS);
    await page.locator(".accuracy").waitFor();
    await page.uncheck("#scores");
    await page.click("#review-start");
    await page.getByRole("button", { name: "3 mistakes of Red: show the next" }).click();
    await page.locator(".move-detail button").click();
    await page.locator(".cell.ghost").first().waitFor();
    await becomes(() => page.isChecked("#scores"), true);
    await page.click("#back");
    await counts(page, ".cell.ghost", 0);
    await page.locator("#best-moves .done").waitFor();
    assert.equal(await page.locator(".cell.ghost").count(), 0);
    await close();
});

test("the buttons that step through a game stay where they are on a phone, from its start to its end", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&moves=d1,c1,d2,c2,e1,c3,d3,b1,d4&view=explore&o=beginner", { viewport: PHONE });
    await page.locator(".accuracy").waitFor();
    await page.click("#to-first");
    const seen = [];
    for (let ply = 0; ply <= 9; ply++) {
        await taken(page, ply);
        // The last of the words that come below.
        await page.waitForFunction(isLast => isLast || /\w/.test(document.querySelector("#outlook").textContent), ply === 9);
        seen.push(await readOne(page, "#redo", one => Math.round(one.getBoundingClientRect().y + scrollY)));
        await shot(`steps-${ply}`);
        if (ply < 9) await page.click("#redo");
    }
    await page.locator(".move-detail", { hasText: /^Red d4: / }).waitFor();
    const { height } = await boxOf(page, ".move-detail");
    assert.ok(height <= 60, `a short sentence has ${height} px`);
    assert.deepEqual([...new Set(seen)].length, 1, String(seen));
    await close();
});

test("five in a row where four win are drawn as one row, and two rows as two", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&moves=a1,a2,b1,b2,d1,d2,e1,e2,c1&x=you&o=you", { viewport: PHONE });
    await counts(page, ".overlay rect.won", 1);
    assert.equal(await page.locator(".overlay rect.won").getAttribute("width"), "5", "around all five");
    await shot("five-in-a-row");
    // A row and a diagonal that share the last disc.
    await page.goto(`${origin}/?game=connect-four&moves=b1,c1,c2,a1,b2,b3,c3,e1,b4,f1,c4,f2,f3,c5,d1,f4,c6,e2,e3,a2,a3,d2,e4,d3,e5,b5,d4&x=you&o=you`);
    await counts(page, ".overlay rect.won", 2);
    await close();
});

test("a move that was taken back is known, but neither judged nor counted", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&moves=b2,b3,a3,a1&o=you");
    await page.locator("#hint:not([disabled])").waitFor();
    await page.click("#undo");
    await taken(page, 3);
    const isUnjudged = async (isLookedAt = false) => {
        await page.locator(".accuracy", { hasText: /O1 mistakeaccuracy \d+ %$/ }).waitFor();
        await textsAre(page, '[data-ply="4"]', isLookedAt ? ["O: a1 taken back"] : [], "no move of the game");
        await textsAre(page, '[data-ply="2"] .label', [" let a draw slip"]);
    };
    await page.click('a[data-place="explore"]');
    await isUnjudged();
    // Looking at it does not play it.
    await page.click("#redo");
    await taken(page, 4);
    await isUnjudged(true);
    await page.goBack();
    await page.reload();
    // Until then the place is a link of its own, without the game.
    await page.locator("#hint:not([disabled])").waitFor();
    await page.click('a[data-place="explore"]');
    await isUnjudged();
    await close();
});

test("a move that was taken back in a game is no branch of its review", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&moves=b2,b3&o=you");
    await page.locator("#hint:not([disabled])").waitFor();
    for (const [at, count] of [[2, 3], [6, 4]]) {
        await page.locator(`[data-cell="${at}"]`).click();
        await taken(page, count);
    }
    await page.click("#undo");
    await taken(page, 3);
    await page.locator("[data-cell='8']").click();
    await taken(page, 4);
    await page.click('a[data-place="explore"]');
    await page.locator('[data-ply="4"]', { hasText: "c1" }).waitFor();
    assert.equal(await page.locator(".branches").count(), 0);
    await close();
});

test("a link to a move of a game that is over opens its review there", async () => {
    // A game without a review in no time, which would come by itself.
    const { page, close } = await openPage(browser, origin, "/?view=api");
    await endAt(page, "review", 1);
    await page.goto(`${origin}/?game=gomoku&moves=h8,a1,h9,c1,h10,e1,h11,g1,h12&at=4&view=explore&x=you&o=club`);
    await page.locator(".accuracy").waitFor();
    await page.locator(".move-detail", { hasText: "White c1: " }).waitFor();
    await taken(page, 4);
    await close();
});

test("a review that took a search is the same after a reload, and is not asked again; the last four are kept", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=api");
    let asked = 0;
    await page.route(/\/v1\/review/, async route => {
        asked++;
        const query = new URL(route.request().url()).searchParams;
        const answer = await (await fetch(`${origin}/v1/review?${new URLSearchParams({ game: "gomoku", moves: query.get("moves"), depth: "1", explain: "true" })}`)).json();
        answer.sides.X.accuracy = 10 * asked;
        await route.fulfill({ contentType: "application/x-ndjson", body: `${JSON.stringify({ ...answer, final: true, complete: false })}\n` });
    });
    const end = last => `/?game=gomoku&moves=h8,a1,h9,c1,h10,e1,h11,${last},h12&view=explore&x=you&o=club`;
    const figures = async address => {
        await page.goto(origin + address);
        await page.locator(".accuracy li", { hasText: /accuracy \d/ }).first().waitFor();
        return Number(/accuracy (\d+)/.exec(await page.locator(".accuracy li").first().textContent())[1]);
    };
    // The page brings the costs of moves in agreement with the positions after them, which changes a point or so.
    const tens = async address => Math.round(await figures(address) / 10);
    const first = await figures(end("g1"));
    assert.equal(Math.round(first / 10), 1);
    assert.equal(await figures(end("g1")), first, "the same after a reload");
    assert.equal(asked, 1);
    await page.locator('[data-ply="2"]').click();
    await page.locator(".move-detail", { hasText: "White a1" }).waitFor();
    for (const last of ["k1", "l1", "m1", "n1"]) await figures(end(last));
    await becomes(() => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("inarow-reviews"))).length), 4);
    assert.equal(await tens(end("g1")), 6, "the oldest has gone");
    await page.goto(`${origin}/?view=api`);
    await page.evaluate(() => localStorage.setItem("inarow-reviews", "nonsense"));
    assert.equal(await tens(end("n1")), 7, "what is stored in another form is no fault");
    await close();
});

/** Black's seventh move, h12, wins in ten moves, which a short look does not see. */
const LONG_WIN = "game=gomoku&moves=g8,i10,i11,g10,g7,g9,h10,k13,i9,f6,h11,j11,h12,e8,h9,f11,h13";

test("a move of a reviewed position has one chance: that of the review, in the list, on the board, in the bar and in words", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=api");
    // Two searches that see other things.
    await endAt(page, "analysis", 2);
    await endAt(page, "review", 3);
    const game = "game=gomoku&moves=h8,f9,k10,d9";
    await page.goto(`${origin}/?${game}&view=explore`);
    await page.getByRole("button", { name: /^Review/ }).click();
    await page.locator(".accuracy").waitFor();
    const { moves } = await (await fetch(`${origin}/v1/review?${game}&depth=3&multiPv=3`)).json();
    // The scale of people: see `chance` in score.js.
    const percent = ({ expected }) => Math.round(100 / (1 + (1 / Math.min(0.999, Math.max(0.001, expected)) - 1) ** 0.2));
    const deep = (await (await fetch(`${origin}/v1/analysis?${game}&depth=2&multiPv=24`)).json()).lines[0];
    // A move other than the best one has the chance that its position shows.
    for (const [at, one] of moves.entries()) {
        const { expected } = (moves[at + 1]?.best[0] ?? deep).score;
        if (one.best[0].move.cell !== one.move.cell) one.score.expected = Math.min(1 - expected, one.best[0].score.expected);
    }
    for (const { ply, best, move, score } of moves.slice(1)) {
        await page.locator(`[data-ply="${ply - 1}"]`).click();
        await becomes(() => page.locator(".lines").first().locator(".score").allTextContents(), best.map(line => `${percent(line.score)}\u00a0%`));
        const [first] = best;
        await page.locator(`[data-cell="${first.move.cell}"] .score`, { hasText: String(percent(first.score)) }).waitFor();
        await page.locator("#evaluation span", { hasText: new RegExp(`^(${percent(first.score)}|${100 - percent(first.score)})\\s%$`) }).first().waitFor();
        await page.locator("summary", { hasText: "All moves" }).click();
        await page.locator(".lines .line-name", { hasText: `${move.name} gives a chance of ${percent(score)}` }).waitFor();
        await page.locator("summary", { hasText: "All moves" }).click();
        // The words on the move before say how much it gave away, not the value of the position: that stands in the bar.
        const detail = await page.locator(".move-detail", { hasText: ` ${moves[ply - 2].move.name}: ` }).textContent();
        assert.doesNotMatch(detail.replace(/fell from \d+ to \d+/, ""), /\d\u00a0%/);
        if (await page.locator(`[data-ply="${ply - 1}"].good`).count()) assert.doesNotMatch(detail, /fell from/);
    }
    await page.locator('[data-ply="4"]').click();
    const { move, score, best } = moves[3];
    await page.locator(".move-detail", { hasText: `White ${move.name}: ` }).filter({ hasText: `fell from ${percent(best[0].score)} to ${percent(score)}\u00a0%` }).filter({ hasText: `Better was ${best[0].move.name}.` }).waitFor();
    await close();
});

test("the words about a move follow what a longer look proves, and count as the bar beside them does", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=api");
    await endAt(page, "review", 1);
    await page.goto(`${origin}/?${LONG_WIN}&at=13&view=explore&x=you&o=casual`);
    await page.locator("#evaluation", { hasText: "win in ≤9" }).waitFor();
    await page.locator(".move-detail", { hasText: /^Black h12: [a-z ]+, win in at most 10 moves, this one included\. / }).waitFor();
    await page.locator(".lines .line-name", { hasText: "h9 loses in at most 9 moves" }).waitFor();
    // Where every move loses, none is a mistake.
    await page.locator('[data-ply="14"].good').waitFor();
    await close();
    // Where the review alone has the proof, the bar counts from the board as well.
    const other = await openPage(browser, origin, "/?view=api");
    await endAt(other.page, "analysis", 1);
    await endAt(other.page, "review", 6);
    await other.page.goto(`${origin}/?${LONG_WIN}&at=13&view=explore&x=you&o=casual`);
    await other.page.locator("#evaluation", { hasText: "win in ≤9" }).waitFor();
    await other.page.locator(".move-detail", { hasText: /^Black h12: [a-z ]+, win in at most 10 moves, this one included\. / }).waitFor();
    await other.page.locator('[data-ply="17"]').click();
    await other.page.locator(".move-detail", { hasText: "Black h13: best move, won." }).waitFor();
    await other.close();
});

test("what a longer look proves is true of the moves before it and after it, in words, list and counts, and after a reload", async () => {
    const game = "game=gomoku&moves=h8,a15,h9,o15,c3";
    const win = { outcome: "win", plies: 3, value: 1e6, expected: 1 };
    const { page, close } = await openPage(browser, origin, "/?view=api");
    await endAt(page, "review", 1);
    await endAt(page, "analysis", 1, answer => {
        // The search proves a win of Black before the last move.
        const [first, ...others] = answer.lines.filter(({ move }) => move.name !== "c3");
        return { ...answer, lines: answer.position.turn === "X" ? [{ ...first, score: { ...first.score, ...win } }, ...others] : answer.lines };
    });
    const review = async () => {
        await page.goto(`${origin}/?${game}&view=explore`);
        await page.click("#review-start");
        await page.locator(".accuracy").waitFor();
    };
    await review();
    const before = await page.locator(".accuracy li").first().textContent();
    await page.locator('[data-ply="4"]').click();
    await page.locator(".move-detail", { hasText: /^White o15: .*loss in 2 moves\. / }).waitFor();
    const [winner] = (await page.locator(".lines .line-name", { hasText: "wins in 2 moves" }).first().textContent()).split(" ");
    const look = async () => {
        await page.locator('[data-ply="5"]', { hasText: "mistake" }).click();
        await page.locator(".move-detail", { hasText: `Better was ${winner}: win in 2 moves.` }).waitFor();
    };
    await look();
    await page.locator(".accuracy li").first().filter({ hasNotText: before }).waitFor();
    const after = await page.locator(".accuracy li").first().textContent();
    assert.doesNotMatch(await page.locator("#game-review").textContent(), /longer look/, "the labels say it");
    await review();
    await look();
    await becomes(() => page.locator(".accuracy li").first().textContent(), after);
    await close();
});

test("a proof stands in words while the review goes on, and every device looks as far", async () => {
    const game = "game=gomoku&moves=h8,g9,g8,h9,f8,i8,e8,d8,f9,e7,g10,d7,f7,f6,g5,f10,d9,c9,b10,g6,h7";
    const { page, close } = await openPage(browser, origin, "/?view=api");
    let [query, end] = [new URLSearchParams(), () => {}];
    const held = new Promise(resolve => { end = resolve; });
    await page.route("**/v1/analysis*", async route => {
        query = new URL(route.request().url()).searchParams;
        const answer = await (await fetch(`${origin}/v1/analysis?${game}&depth=1&multiPv=4`)).json();
        await held;
        Object.assign(answer.lines[0].score, { outcome: "win", plies: 21, value: 1e6, expected: 1 });
        await route.fulfill({ contentType: "application/x-ndjson", body: `${JSON.stringify({ ...answer, final: true })}\n` });
    });
    await page.goto(`${origin}/?${game}&view=explore`);
    await page.click("#review-start");
    await page.locator(".move-detail", { hasText: /^Black h7: (best|good) move so far\./ }).waitFor();
    const { limits } = await (await fetch(`${origin}/v1/games`)).json();
    assert.equal(query.get("nodes"), String(10 * limits.reviewNodesDefault));
    end();
    await page.locator(".lines .line-name", { hasText: "wins in at most 11 moves" }).waitFor();
    await page.locator(".move-detail", { hasText: /^Black h7: .*loss in at most 11 moves\. / }).waitFor();
    await page.locator(".accuracy").waitFor();
    await page.locator(".move-detail", { hasText: /^Black h7: .*loss in at most 11 moves\. / }).waitFor();
    await close();
});

test("beside a proven win a move that is as good as won has no chance in per cent", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=api");
    const unknown = { outcome: "unknown", plies: null, value: 1, pov: "X" };
    await endAt(page, "analysis", 4, answer => {
        answer.lines = answer.lines.slice(0, 4).map((line, at) => (at === 0 ? line : { ...line, score: { ...unknown, expected: [0, 0.9999, 0.9, 0.5][at], value: -at } }));
        return answer;
    });
    await page.goto(`${origin}/?game=gomoku&moves=g8,i10,i11,g10,g7,g9,h10,k13,i9,f6,h11,j11&view=explore`);
    await becomes(async () => (await page.locator(".lines .line-name").allTextContents()).map(text => text.replace(/^\w+ /, "")), ["wins in at most 5 moves", "likely wins, not proven", "gives a chance of 61\u00a0%"]);
    await textsAre(page, ".lines .score", ["≤5", "?", "61\u00a0%"]);
    await close();
});

test("a win that the review has proven is among the best moves, where the search has not come so far", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=api");
    await endAt(page, "analysis", 1);
    await page.goto(`${origin}/?game=qubic&moves=21,22,41,42,25,26,0,38&view=explore`);
    await page.locator(".lines .line").first().waitFor();
    await page.click("#review-start");
    await page.locator(".accuracy").waitFor();
    // The answer to a move, and the better one in place of the next.
    for (const [ply, name, best] of [[6, "O 26", "1 wins in 6 moves"], [7, "X 0", "2 wins in 6 moves"]]) {
        await page.locator(`[data-ply="${ply}"]`).click();
        await page.locator(".move-detail", { hasText: `${name}: ` }).filter({ hasText: "loss in 6 moves" }).waitFor();
        await page.locator(".lines .line-name", { hasText: best }).waitFor();
        await page.locator("#outlook", { hasText: `Cell ${best}` }).waitFor();
        await page.locator("#evaluation", { hasText: "win in 6" }).waitFor();
        assert.equal(await page.locator(".lines .line-name").filter({ hasText: /^(1|2) gives/ }).count(), 0, "once");
    }
    await close();
});

test("where a line loses, the words and the bar count the same moves", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=misere-tic-tac-toe&moves=b2,a1,c3,a3,a2,c1,b1,c2,b3&view=explore");
    await page.locator(".accuracy").waitFor();
    for (const [ply, words, bar] of [[5, "loss in 2 moves.", "win in 2"], [6, "win in 2 moves, this one included.", "win in 1"], [9, "lost. Completes X's line", "won"]]) {
        await page.locator(`[data-ply="${ply}"]`).click();
        await page.locator(".move-detail", { hasText: words }).waitFor();
        await page.locator("#evaluation", { hasText: bar }).waitFor();
    }
    await close();
});

test("the end says whose chance was lost where the game turned", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=api");
    await endAt(page, "review", 1);
    await page.goto(`${origin}/?${LONG_WIN}&o=casual`);
    await page.locator("#end .turned", { hasText: /Moss played k13\. With [a-o]\d+ Moss's chance was \d+.%\./ }).waitFor();
    await close();
});

test("a reason for the better move is told with it, and none stands behind the dots of a line", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=api");
    const reasons = [{ kind: "gives-win", moves: [], text: "Gives X the win; best play goes on h6 h5 i6 …" }];
    await endAt(page, "review", 1, answer => {
        const told = { 2: { kind: "makes", text: "i10 makes two open threes." }, 4: { kind: "loses-to", text: "a2 lets X win with i6, which makes two fours." } };
        for (const move of answer.moves.filter(({ ply }) => told[ply])) {
            const best = { ...move.best[0], move: { ...move.best[0].move, name: "i10", cell: 83 } };
            const score = { ...move.score, outcome: "loss", plies: 12, expected: 0 };
            Object.assign(move, { label: "blunder", reasons, refutation: { moves: [], ...told[move.ply] }, best: [best], score });
        }
        return answer;
    });
    await page.goto(`${origin}/?game=gomoku&moves=h8,a1,h9,a2&view=explore`);
    await page.click("#review-start");
    await page.locator(".accuracy").waitFor();
    for (const [ply, words] of [[2, /go(es)? on h6 h5 i6 …Better was i10: .*\. It makes two open threes\./], [4, /Gives Black the win\. a2 lets Black win with i6, which makes two fours\.Better was i10: /]]) {
        await page.locator(`[data-ply="${ply}"]`).click();
        await page.locator(".move-detail", { hasText: words }).waitFor();
    }
    await close();
});

test("plans are no reason for a move where the other side wins at once", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=api");
    await endAt(page, "review", 3);
    await page.goto(`${origin}/?game=gomoku&moves=h8,c3,i8,d3,j8,a15,k8,e3,g8&view=explore&o=casual`);
    await page.locator("[data-ply='8']", { hasText: "nothing helped" }).click();
    await page.locator(".move-detail", { hasText: "e3: nothing helped" }).waitFor();
    assert.doesNotMatch(await page.locator(".move-detail").textContent(), /open three/);
    await close();
});

for (const [device, viewport] of Object.entries({ phone: PHONE, tablet: TABLET, desktop: DESKTOP })) {
    test(`a review that is asked for is in sight from its progress to its figures, moves nothing when it is done, and has a lesson only then: ${device}`, async () => {
        const moves = "h8,a15,h9,o15,c3,i9,a1,i11,g8,b15,c4,d5,e1,f2,k12,l3";
        const review = await (await fetch(`${origin}/v1/review?game=gomoku&moves=${moves}&depth=1&multiPv=2`)).json();
        for (const move of review.moves) Object.assign(move, { label: "good", refutation: undefined, best: [{ ...move.best[0], move: move.move }] });
        review.moves[3].best[0].score = { outcome: "unknown", plies: null, value: 9, expected: 0.99, pov: "O" };
        Object.assign(review.moves[2], { label: "blunder", score: { outcome: "unknown", plies: null, value: -9, expected: 0.01, pov: "X" }, best: [{ ...review.moves[0], rank: 1, score: { outcome: "unknown", plies: null, value: 9, expected: 0.9, pov: "X" } }] });
        const { page, close, shot } = await openPage(browser, origin, `/?game=gomoku&moves=${moves}&view=explore&x=you&o=club`, { viewport });
        await page.locator("#best-moves .line").first().waitFor();
        let answer = () => {};
        const held = new Promise(resolve => { answer = resolve; });
        await page.route(/\/v1\/review/, async route => {
            await held;
            await route.fulfill({ contentType: "application/x-ndjson", body: `${JSON.stringify({ ...review, final: true, complete: false })}\n` });
        });
        await page.click("#review-start");
        await page.locator(".figures", { hasText: "Review: 16 moves left" }).waitFor();
        await page.locator(".teach", { hasText: /^Looking for mistakes …$/ }).waitFor();
        assert.equal(await page.locator("#learn-start").count(), 0);
        const inSight = async (...selectors) => {
            await whole(page, ...selectors);
            const [board, ...boxes] = await boxesOf(page, "#board", ...selectors);
            if (viewport === PHONE) for (const { y } of boxes) assert.ok(y >= board.bottom, `${selectors} begin at ${y}, behind the board`);
        };
        await inSight(".figures", ".game-graph");
        const list = (await boxOf(page, ".game-moves")).y;
        await shot(`review-begun-${device}`);
        answer();
        await page.locator("#learn-start", { hasText: "Learn from the mistake" }).waitFor();
        await inSight(".accuracy", ".game-graph", "#learn-start");
        const after = (await boxOf(page, ".game-moves")).y;
        assert.ok(Math.abs(after - list) < 1, `the list stays at ${list}, not ${after}`);
        await shot(`review-done-${device}`);
        await close();
    });
}

test("a mistake that let a proven win slip says what is left of it", async () => {
    const moves = "h8,a15,h9,o15,c3,i9";
    const review = await (await fetch(`${origin}/v1/review?game=gomoku&moves=${moves}&depth=1&multiPv=2`)).json();
    Object.assign(review.moves[2], { label: "blunder", refutation: undefined, reasons: [], score: { outcome: "unknown", plies: null, value: 0, expected: 0.5, pov: "X" }, pv: [review.moves[2].move, review.moves[3].move] });
    Object.assign(review.moves[2].best[0], { move: { ...review.moves[4].move }, score: { outcome: "win", plies: 27, value: null, expected: 1, pov: "X" } });
    const { page, close } = await openPage(browser, origin, "/?view=api");
    await page.route(/\/v1\/review/, route => route.fulfill({ contentType: "application/x-ndjson", body: `${JSON.stringify({ ...review, final: true, complete: false })}\n` }));
    await page.goto(`${origin}/?game=gomoku&moves=${moves}&view=explore&x=you&o=club`);
    await page.click("#review-start");
    await page.locator('[data-ply="3"]').click();
    await page.locator(".move-detail", { hasText: /^Black h9: big mistake, the chance fell to \d+.%\. White answers o15\.Better was c3: win in at most 14 moves\./ }).waitFor();
    await close();
});
