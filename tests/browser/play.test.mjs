// Playing: opponents with faces, help in degrees, the coach, the ending; and a test of each former defect.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bar } from "../../clients/js/fields.js";
import { chance } from "../../src/playground/score.js";
import { DESKTOP, openPage, PHONE, start, TABLET } from "./server.mjs";
import { api, becomes, boxOf, boxesOf, cell, counts, focusIsOn, holdAnswers, learnFrom, readAll, readOne, says, taken, textsAre, whole } from "./steps.mjs";

const { origin, browser } = await start();

const helps = (page, kept) => page.evaluate(value => localStorage.setItem("inarow-help", JSON.stringify(value)), kept);
/** O plays nothing that matters: the engine's answers are those of a column. */
const column = (page, name) => page.route(/\/v1\/move/, route => route.continue({ url: `${route.request().url()}&searchMoves=${name}` }));
/** X has three above each other in column a. */
const NEARLY = "a1,b1,a2,b2,a3,b3";

test("Connect Four has seven stops for the keyboard, whose focus is seen, and 1 to 7 drop", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four");
    await says(page, "Your move");
    await counts(page, "#board :is(button, [tabindex='0'])", 7);
    const first = page.locator(".column").first();
    await first.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.activeElement.getAttribute("data-column") === "1");
    const look = await readOne(page, "[data-column='1']", one => {
        const { borderTopWidth, borderTopColor, zIndex } = getComputedStyle(one, "::after");
        return { borderTopWidth, borderTopColor, zIndex };
    });
    assert.deepEqual(look, { borderTopWidth: "3px", borderTopColor: "rgb(255, 255, 255)", zIndex: "3" }, "drawn above the plate");
    await page.locator('.column[aria-label^="Column b, a disc lands on b1"]').waitFor();
    await page.keyboard.press("Enter");
    await taken(page, 2);
    await page.keyboard.press("7");
    await taken(page, 4);
    await page.keyboard.press("u");
    await taken(page, 2);
    await close();
});

test("after a step back and a reload the moves ahead are still there", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2,d3,d4&x=you&o=you&view=explore");
    await taken(page, 4);
    await page.click("#back");
    await page.click("#back");
    await taken(page, 2);
    await page.reload();
    await taken(page, 2);
    await page.click("#to-last");
    await taken(page, 4);
    await close();
});

test("a draw that had turned says so in whole sentences on a phone", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=tic-tac-toe&moves=a3,b2,c3,a1,b1,b3,c1,c2,a2&o=you", { viewport: PHONE });
    await page.locator(".how-short", { hasText: /^Nobody made a line\. It turned at move \d\.$/ }).waitFor();
    await page.locator(".how-short button", { hasText: /\.$/ }).waitFor({ state: "attached" });
    await shot("draw-turned");
    await close();
});

test("the end: a card with one filled button, the score, the turning point, and a rematch", async () => {
    const { page, close, shot } = await openPage(browser, origin, `/?game=connect-four&o=casual&moves=${NEARLY}`, { viewport: PHONE });
    await says(page, "Your move");
    await cell(page, 14).click();
    await page.locator("#end .end-title", { hasText: "You win!" }).waitFor();
    await page.locator("#end", { hasText: /1 – 0.*Four in a row, in 4 moves\..*Moss is beaten\. Vera is waiting\./ }).waitFor({ state: "attached" });
    await page.locator(".how-short", { hasText: "Four in a row. It turned at move 3." }).waitFor();
    // A player who has won looks for the next level; a rematch stands beside it.
    await textsAre(page, "button.primary:visible", ["Level up: Vera"]);
    await becomes(async () => (await page.locator(".end-acts > button").allTextContents()).slice(0, 2), ["Level up: Vera", "Rematch"]);
    await whole(page, "#rematch");
    await counts(page, ".cell.won", 4);
    assert.ok(Number(await readOne(page, ".cell.taken:not(.won) .stone", one => getComputedStyle(one).opacity)) < 0.5, "the rest is dimmed");
    await shot("end-phone");
    await page.click("#rematch");
    await page.locator("#end").waitFor({ state: "hidden" });
    await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length <= 1);
    await close();
});

test("an opponent has one form in all moves of a game, and another in the next", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=club");
    const seeds = [];
    await page.route(/\/v1\/move/, route => {
        seeds.push(new URL(route.request().url()).searchParams.get("seed"));
        return route.continue();
    });
    await says(page, "Your move");
    await cell(page, 41).click();
    await taken(page, 2);
    await cell(page, 35).click();
    await taken(page, 4);
    assert.match(seeds[0], /^[0-9]+$/);
    assert.deepEqual(seeds, [seeds[0], seeds[0]]);
    await page.goto(`${origin}/?game=connect-four&o=club&moves=g1`);
    await page.click("#play");
    await taken(page, 2);
    assert.notEqual(seeds[2], seeds[0]);
    await close();
});

test("level up meets the next opponent; a score is remembered", async () => {
    const { page, close } = await openPage(browser, origin, `/?game=connect-four&o=beginner&moves=${NEARLY}`);
    await says(page, "Your move");
    await cell(page, 14).click();
    await page.locator("#level-up", { hasText: "Level up: Moss" }).click();
    await page.locator("#opponent", { hasText: "Moss" }).waitFor();
    await taken(page, 0);
    await page.click("#more");
    await page.locator("#sheet .opponent", { hasText: "Pip" }).filter({ hasText: "you 1, Pip 0" }).waitFor();
    await counts(page, "#sheet .opponent", 5);
    await close();
});

test("a friend who opens a finished game reads names, not “You win”", async () => {
    const { page, close } = await openPage(browser, origin, `/?game=connect-four&o=casual&moves=${NEARLY},a4`);
    await textsAre(page, "#end .end-title", ["Your friend beat Moss"]);
    await textsAre(page, "#end .tally-row", ["RedMoss"], "no score of games that nobody here has played");
    assert.ok(!/\bYou\b/.test(await page.locator("#end").textContent()));
    await close();
});

test("help has three degrees, remembered for each opponent; Pip begins with colours", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner&moves=d1,b1,d2,b2,e1,b3");
    await page.locator(".column .score").nth(5).waitFor();
    assert.equal((await page.locator(".column .score b").count()), 0, "colours are no numbers");
    await page.locator("#help").getByRole("radio", { name: "Numbers" }).check();
    await page.locator(".column .score b").first().waitFor();
    await page.locator("#evaluation.known").waitFor();
    await page.goto(`${origin}/?game=connect-four&o=club&moves=d1,d2`);
    await says(page, "Your move");
    await page.locator("#help").waitFor();
    await page.locator("#hint:not([disabled])").waitFor();
    assert.equal(await page.locator(".column .score").count(), 0);
    await page.goto(`${origin}/?game=connect-four&o=beginner&moves=d1,b1,d2,b2,e1,b3`);
    await page.locator(".column .score b").first().waitFor();
    await close();
});

test("board, panel and list count the winner's own moves", async () => {
    const query = { game: "connect-four", moves: "d1,d2,d3,b1,d4,c1,d5,a1" };
    const { page, close } = await openPage(browser, origin, `/?${new URLSearchParams(query)}&view=explore`);
    await page.locator("#best-moves .done").waitFor();
    const { lines } = await api(origin, "/v1/analysis", query);
    for (const { move, score } of lines) {
        const own = score.outcome === "draw" ? "" : String(Math.ceil(score.plies / 2));
        await textsAre(page, `[data-column="${move.col}"] .score`, [own], move.name);
    }
    const { score } = lines[0];
    await becomes(() => page.locator("#evaluation span").first().textContent(), `win in ${Math.ceil(score.plies / 2)}`);
    await close();
});

for (const [width, height] of [[1440, 900], [1024, 700], [820, 1180]]) {
    test(`the bar is as high as the board: ${width}×${height}`, async () => {
        const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2&view=explore", { viewport: { width, height } });
        await page.locator("#evaluation.known").waitFor();
        const [bar, board] = await boxesOf(page, "#evaluation", ".field-box");
        assert.ok(Math.abs(bar.y - board.y) <= 1 && Math.abs(bar.height - board.height) <= 1, JSON.stringify([bar, board]));
        await close();
    });
}

test("where all moves are worth the same, nothing is framed, and one line says so", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&view=explore");
    await page.locator("#outlook", { hasText: "Every move draws. Play any." }).waitFor();
    assert.equal(await page.locator(".cell .score").count(), 0);
    await close();
});

test("an empty gomoku board has no dark marks, and the first move is the centre", async () => {
    for (const [game, name] of [["gomoku", "h8"], ["gomoku-19", "j10"]]) {
        const { page, close } = await openPage(browser, origin, `/?game=${game}&view=explore`);
        await page.locator("#best-moves .done").waitFor();
        assert.equal(await page.locator(".cell :is(.score, .dot)").count(), 0);
        await page.click(".places [data-place=play]");
        await page.click("#hint");
        await page.locator("#outlook", { hasText: `Try ${name}` }).waitFor();
        await close();
    }
});

test("on gomoku help is a chance in per cent, at most three of them on the board", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&moves=h8,h9,i8,g7&view=explore");
    await page.locator("#best-moves .done").waitFor();
    const shown = await page.locator(".cell .score").allTextContents();
    assert.ok(shown.length >= 1 && shown.length <= 3, shown.join());
    for (const text of shown) assert.match(text, /^\d{1,2}$/);
    assert.match(await page.locator("#best-moves .line-name").first().textContent(), /gives a chance of \d+\s%$|wins in/);
    assert.ok(!/[+−]\d/.test(await page.locator("#best-moves .lines").first().textContent()));
    await close();
});

test("a chance is never said to be sure, and fits its tile", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&moves=h8,h6&o=beginner", { viewport: PHONE });
    await helps(page, { beginner: "numbers" });
    await page.reload();
    await page.locator("#help .chances li").nth(2).waitFor();
    const signs = await readAll(page, ".cell .score", all => all.map(one => [one.textContent, one.clientWidth - (one.querySelector("b")?.offsetWidth ?? 0)]));
    assert.ok(signs.length > 0);
    for (const [text, free] of signs) {
        assert.match(text, /^\d{1,2}$/);
        assert.ok(free >= 2, `${text}: ${free} px are left`);
    }
    for (const text of await page.locator("#help .chances .num").allTextContents()) assert.match(text, /^\d{1,2}\s%$/);
    await page.click("#hint");
    await page.locator("#outlook", { hasText: /^Try [a-o]\d+: it gives a chance of \d{1,2}\s%\./ }).waitFor();
    await close();
});

test("nothing can be taken back before one's own first move", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&x=casual&o=you");
    await taken(page, 1);
    await says(page, "Your move");
    await page.locator("#undo[aria-disabled=true]").waitFor();
    await page.keyboard.press("u");
    await page.locator(".column").nth(3).click();
    await taken(page, 3);
    await page.locator("#undo[aria-disabled=false]").waitFor();
    await page.click("#undo");
    await taken(page, 1);
    await says(page, "Your move");
    await close();
});

/** A page whose coach looks at the next move. */
async function openWithCoach(path) {
    const opened = await openPage(browser, origin, path);
    await helps(opened.page, { coach: "on" });
    await opened.page.reload();
    await opened.page.locator("#hint:not([disabled])").waitFor();
    return opened;
}

test("the coach holds a move back that loses, and plays it if that is wanted", async () => {
    const { page, close, shot } = await openWithCoach("/?game=connect-four&o=casual&moves=d1,b1,d2,b2,e1,b3");
    await cell(page, 41).click();
    await page.locator("#coach", { hasText: "Wait – this loses" }).filter({ hasText: /After g1 Moss can play b4 and win in 1 move\..*b4 takes that place and / }).waitFor();
    await textsAre(page, "button.primary:visible", ["Take it back"]);
    await counts(page, ".cell.pending", 1);
    // The better point has a ring.
    await page.locator(".cell.hinted[data-cell='15']").waitFor();
    await taken(page, 6);
    await shot("coach");
    await page.click("#take-back");
    await page.locator("#coach").waitFor({ state: "hidden" });
    await cell(page, 41).click();
    await page.click("#play-anyway");
    await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length >= 8);
    await close();
});

for (const [name, path, index, said] of [
    ["an open line is left open", "/?game=tic-tac-toe&x=perfect&o=you&moves=b2,b3,a3", 6, /After a1 Ada can play c1 and win in 1 move\.c1 takes that place and /],
    ["a fight is given up", "/?game=connect-four&o=perfect&moves=a1,d1,a2,e1", 31, /After d2 Ada can play c1 and win in 2 moves\.c1 takes that place and /],
]) {
    test(`the coach goes on after a warning that was not heeded: ${name}`, async () => {
        const { page, close } = await openWithCoach(path);
        await cell(page, index).click();
        await page.locator("#coach", { hasText: "Wait – this loses sooner" }).filter({ hasText: said }).waitFor();
        await close();
    });
}

test("the coach warns of a five that is missed, though the game is as good as won without it", async () => {
    const { page, close } = await openWithCoach("/?game=gomoku&o=casual&moves=h8,f15,i9,g9,j10,g7,k11,e5");
    await cell(page, 140).click();
    await page.locator("#coach", { hasText: "Wait – there is a sure win" }).filter({ hasText: "l12 wins in 1 move." }).waitFor();
    await close();
});

test("the coach says once that a result is far ahead", async () => {
    const { page, close } = await openWithCoach("/?game=connect-four&o=expert&moves=d1,d2");
    await cell(page, 35).click();
    await page.locator("#coach", { hasText: /After a1 Otto can play d3 and win in 18 moves\.d3 keeps your win\. That is far ahead: no threat shows it yet\./ }).waitFor();
    await close();
});

test("the coach lets a good move pass", async () => {
    const { page, close } = await openWithCoach("/?game=connect-four&o=casual&moves=d1,b1,d2,b2,e1,b3");
    await cell(page, 15).click();
    await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length >= 8);
    await close();
});

test("learn from mistakes: a better move is found and proven, another one is explained", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=a1,d1,g1,d2,a2,d3,g2,b1,b2&view=explore&o=casual");
    await learnFrom(page, "g2");
    assert.equal(await page.locator(".column .score").count(), 0, "values are hidden");
    await taken(page, 6);
    await cell(page, 6).click();
    await page.locator("#learn", { hasText: "g2 is what you played: Yellow wins with" }).waitFor();
    const { lines } = await api(origin, "/v1/analysis", { game: "connect-four", moves: "a1,d1,g1,d2,a2,d3" });
    const wrong = lines.at(-1);
    assert.ok(wrong.score.plies < lines[0].score.plies);
    await cell(page, wrong.move.cell).click();
    await page.locator("#learn", { hasText: `Not ${wrong.move.name}` }).waitFor();
    await cell(page, lines[0].move.cell).click();
    await page.locator("#learn", { hasText: `Yes, ${lines[0].move.name}` }).filter({ hasText: "That is proven." }).waitFor();
    await page.click("#learn-next");
    await page.locator("#learn", { hasText: "Mistake 3 of 3" }).waitFor();
    await close();
});

test("on a tablet board and analysis are seen together", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2&view=explore", { viewport: TABLET });
    await page.locator("#best-moves .done").waitFor();
    await whole(page, ".field-box", "#best-moves .lines .line");
    await close();
});

test("a notice pushes nothing", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=444444&o=you", { viewport: PHONE });
    await page.locator("#hint:not([disabled])").waitFor();
    const places = () => readAll(page, "#undo, #hint, #help, .field-box", all => all.map(one => one.getBoundingClientRect().top));
    const before = await places();
    await cell(page, 3).click();
    await page.locator("#notice", { hasText: "Column d is full" }).waitFor();
    assert.deepEqual(await places(), before);
    await close();
});

for (const [what, width, height] of [["a small phone", 390, 664], ["a tablet", 820, 1180], ["a lying phone", 844, 390], ["a desktop", 1440, 900]]) {
    test(`the board is whole and nothing needs scrolling to play: ${what}`, async () => {
        for (const game of ["connect-four", "tic-tac-toe", "gomoku"]) {
            const { page, close } = await openPage(browser, origin, `/?game=${game}`, { viewport: { width, height } });
            await says(page, "Your move");
            await whole(page, ".field-box");
            await close();
        }
    });
}

test("the board is large: 580 px high on a desktop, 358 px wide on a phone", async () => {
    for (const [viewport, side, least] of [[DESKTOP, "height", 580], [PHONE, "width", 357]]) {
        const { page, close } = await openPage(browser, origin, "/?game=connect-four", { viewport });
        await says(page, "Your move");
        const box = await boxOf(page, ".field-box");
        assert.ok(box[side] >= least, `${side} ${box[side]}`);
        await close();
    }
});

test("a wide board of own rules keeps no square free", async () => {
    const own = encodeURIComponent('{"width":20,"height":3,"k":4}');
    const { page, close } = await openPage(browser, origin, `/?game=${own}&o=you`);
    await says(page, "X to move");
    const [board, words] = await boxesOf(page, ".field-box", "#status");
    assert.ok(words.y - (board.y + board.height) < 60, "the words follow the board");
    await close();
});

test("names are taken in any case", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=Connect-Four&moves=D1,D2");
    await taken(page, 2);
    await close();
});

test("the opponent speaks beside the board: a greeting, praise for a move that no other matched, a word at the end", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner");
    const bubble = page.locator("#opponent .bubble");
    await bubble.filter({ hasText: "Hello! Shall we play?" }).waitFor();
    const height = async () => (await boxOf(page, "#opponent")).height;
    const speaking = await height();
    // One move alone wins: d3.
    await page.goto(`${origin}/?game=connect-four&o=beginner&moves=d1,d2`);
    await page.locator(".column .score.win").waitFor();
    assert.equal(await bubble.count(), 0, "it does not chat");
    assert.ok(Math.abs(await height() - speaking) <= 1, "words push nothing");
    await column(page, "d4");
    await cell(page, 24).click();
    await taken(page, 4);
    await bubble.filter({ hasText: "Wow, good move!" }).waitFor();
    await page.goto(`${origin}/?game=connect-four&o=casual&moves=${NEARLY}`);
    await says(page, "Your move");
    await cell(page, 14).click();
    await page.locator("#end .words", { hasText: "Well played, friend." }).waitFor();
    await close();
});

test("a screen reader hears each move once", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner&moves=d1,d2");
    await says(page, "Your move");
    await page.evaluate(() => {
        globalThis.heard = [];
        new MutationObserver(() => globalThis.heard.push(document.querySelector("#last-move").textContent)).observe(document.querySelector("#last-move"), { childList: true, characterData: true, subtree: true });
    });
    await column(page, "d4");
    await cell(page, 38).click();
    await taken(page, 4);
    await says(page, "Your move");
    await page.waitForFunction(() => globalThis.heard.length >= 2);
    assert.deepEqual(await page.evaluate(() => globalThis.heard), ["You played d3.", "Pip played d4."]);
    await close();
});

test("the end says who would have won, and the ladder who is beaten", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=casual&moves=a1,b1,a2,b2,a3,b3");
    await page.locator("#hint:not([disabled])").waitFor();
    await textsAre(page, "#opponent .ladder .sr", ["Play Pip", "Moss, plays", "Play Vera", "Play Otto", "Play Ada"]);
    await cell(page, 14).click();
    await page.locator("#end .turned", { hasText: /It turned at move 3.*Moss played b3\. With a4 Moss would have won in \d+ moves\./ }).waitFor();
    await textsAre(page, "#end .ladder .sr", ["Pip", "Moss, beaten", "Vera", "Otto", "Ada"]);
    const ring = await readOne(page, ".cell.last .edge", one => getComputedStyle(one).stroke);
    assert.notEqual(ring, "rgb(255, 255, 255)", "the line around the four is ring enough");
    await page.setViewportSize(DESKTOP);
    await whole(page, "#end");
    await close();
});

test("signs are explained until a first game is over", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner&moves=a1,b1,a2,b2,a3,b3");
    await page.locator("#legend:visible").waitFor();
    await cell(page, 14).click();
    await page.locator("#end").waitFor();
    await page.click("#rematch");
    await page.locator("#end").waitFor({ state: "hidden" });
    await says(page, "Your move");
    await counts(page, "#legend:visible", 0);
    await close();
});

test("a proven win fills the bar, however far it is", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1&view=explore&x=you&o=you");
    await page.locator("#evaluation", { hasText: "win in 20" }).waitFor();
    const share = await readOne(page, "#evaluation", one => Number(one.style.getPropertyValue("--share")));
    assert.ok(share > 0.9 && share < 0.95, share);
    await close();
});

test("the bar of a large board names both chances, which add up", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&moves=h8,i9,h9,h10&o=expert");
    await helps(page, { expert: "numbers" });
    await page.reload();
    await page.locator("#evaluation.known").waitFor();
    await page.waitForFunction(() => [...document.querySelectorAll("#evaluation span")].every(one => /^\d+\u00a0%$/.test(one.textContent)));
    const both = await readAll(page, "#evaluation span", all => all.map(one => parseInt(one.textContent, 10)));
    assert.equal(both[0] + both[1], 100, both.join(" and "));
    // The scale of people: for the engine against itself this position, won but not proven, is worth 1.
    for (const expected of [0.9999999, 0.7, 0.5, 0.0000001]) {
        const score = { outcome: "unknown", plies: null, value: 1, expected, pov: "X" };
        assert.equal(chance(score), bar(score, 225), "that of the package");
        assert.ok(chance(score) > 0.19 && chance(score) < 0.81, expected);
    }
    await close();
});

test("an end is heard, and keys go on with its card; a rematch gives the board back", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&o=beginner&moves=a1,b1,a2,b2");
    await page.locator("#hint:not([disabled])").waitFor();
    await cell(page, 0).focus();
    await page.keyboard.press("Enter");
    await page.locator("#end .turned").waitFor();
    await textsAre(page, "#last-move", ["You win!"]);
    await page.locator("#end[aria-label='You win!']").waitFor();
    await focusIsOn(page, "level-up");
    await page.keyboard.press("Tab");
    await focusIsOn(page, "rematch");
    await page.keyboard.press("Enter");
    await page.locator("#end").waitFor({ state: "hidden" });
    await page.waitForFunction(() => document.activeElement.matches(".cell"));
    await close();
});

test("the card says who missed what, and names the real turn of a lost game", async () => {
    for (const [path, words] of [["moves=d1,d2,d3,b1,d4,b2,d5,d6,e1,e2,f1,b3,c1&o=beginner", /^Pip missed [a-g]\d on move 5$/], ["moves=a1,d1,a2,e1,d2,c1,g1,b1&o=casual", /^It turned at move 1$/]]) {
        const { page, close } = await openPage(browser, origin, `/?game=connect-four&${path}`);
        await page.locator("#end .turned .bare", { hasText: words }).waitFor();
        await close();
    }
});

test("a hint is heard", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=casual&moves=a1,b1,a2,b2,a3,b3");
    await page.locator("#hint:not([disabled])").waitFor();
    await page.keyboard.press("h");
    await page.locator("#last-move", { hasText: "Try a4: it wins in 1 move." }).waitFor({ state: "attached" });
    await close();
});

test("readers hear sides by colour: the curve, the moves, the bar; and one move is no moves", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,b1,d2,b2,e1,b3,g1&view=explore&o=casual");
    await page.locator(".accuracy").waitFor();
    await page.locator('.graph .game-graph[aria-label*="Up: Red wins, down: Moss wins. Mistakes: Red d2 let a win slip; Yellow b2"]').waitFor();
    await page.locator("[data-ply='2']", { hasText: /^Yellow: b1/ }).waitFor();
    // The position has an analysis of its own.
    await page.locator('#evaluation[aria-label="Who is better: Yellow, win in 1"]').waitFor();
    await page.goto(`${origin}/?game=connect-four&moves=d1&view=explore`);
    await page.locator("#who small", { hasText: /^1 move$/ }).waitFor();
    await close();
});

test("where nothing turned, the card offers the game instead", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&o=you&moves=b2,a3,c1,a1,a2,c2,b3,b1");
    await page.locator("#hint:not([disabled])").waitFor();
    await cell(page, 2).click();
    await page.locator("#see-turn", { hasText: "Look at the game" }).waitFor();
    await close();
});

test("a slow answer is announced, and the first board stands before it", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner&moves=d1,d2");
    await page.locator("#hint:not([disabled])").waitFor();
    const go = await holdAnswers(page, /\/v1\/analysis/);
    await page.reload();
    await page.locator("#outlook.waiting", { hasText: "Looking where each move leads …" }).waitFor({ state: "attached" });
    go();
    await page.locator("#outlook:not(.waiting)", { hasText: /column/ }).waitFor();
    await page.unrouteAll();
    await close();
});

test("while the service has not said how the game stands after a move, there is no hint: it is not the visitor's turn", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner&moves=d1,d2");
    await page.locator("#hint[aria-disabled=false]:not([disabled])").waitFor();
    const go = await holdAnswers(page, /\/v1\/position/);
    await cell(page, 35).click();
    await taken(page, 3);
    await page.locator("#hint[aria-disabled=true]").waitFor();
    go();
    await page.locator("#hint[aria-disabled=false]").waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await close();
});

test("a first move is on the board before the service has said a word of it, and a later one waits there as a sign", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=club");
    await page.locator("#hint:not([disabled])").waitFor();
    let [isHeld, go] = [true, () => {}];
    const hold = () => new Promise(resolve => { go = resolve; });
    let held = hold();
    await page.route(/\/v1\/position/, async route => { await (isHeld && held); await route.continue(); });
    await page.reload();
    await says(page, "Your move");
    await page.keyboard.press("d");
    await taken(page, 1);
    isHeld = false;
    go();
    await column(page, "a");
    isHeld = true;
    held = hold();
    await taken(page, 2);
    await page.keyboard.press("e");
    await page.locator("[data-cell='39'].pending, .pending[data-cell='39']").waitFor();
    await taken(page, 2);
    go();
    await page.unroute(/\/v1\/position/);
    await taken(page, 4);
    await close();
});

test("the place of the board is a rack before the service has said a word", async () => {
    const { page, close } = await openPage(browser, origin, "/", { expected: /ERR_CONNECTION_REFUSED|ERR_FAILED/ });
    await page.locator(".tip").waitFor();
    const box = await boxOf(page, ".field-box");
    await page.route(/\/v1\//, route => route.abort("connectionrefused"));
    await page.reload();
    await page.locator("#say", { hasText: "No connection" }).waitFor();
    const empty = await readOne(page, "#board", one => { const { width, height, backgroundImage } = getComputedStyle(one, "::before"); return { width: parseFloat(width), height: parseFloat(height), backgroundImage }; });
    assert.ok(Math.abs(empty.width - box.width) < 2 && Math.abs(empty.height - box.height) < 2, JSON.stringify([empty, box]));
    assert.match(empty.backgroundImage, /radial-gradient/);
    await close();
});

test("after a draw that had a mistake, its lesson is a next step as after a loss", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&x=perfect&o=you&moves=b2,a3");
    for (const [path, has] of [["x=you&o=perfect&moves=b2,b3,a1,c3,a3,c1,c2,a2", 1], ["x=you&o=perfect&moves=b2,a3,c1,a1,a2,c2,b3,b1", 0]]) {
        await page.goto(`${origin}/?game=tic-tac-toe&${path}`);
        await page.locator("#hint:not([disabled])").waitFor();
        await page.locator("#board [data-cell]:not(.taken)").first().click();
        await page.locator("#end .end-title", { hasText: "A draw" }).waitFor();
        await counts(page, "#learn-from", has);
    }
    await close();
});

test("two engines are called by their names", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&x=casual&o=club");
    await page.locator("#opponent", { hasText: "Moss against Vera" }).waitFor();
    await close();
});

test("on a phone the button for larger cells stands below the board", async () => {
    const own = encodeURIComponent('{"width":20,"height":3,"k":4}');
    const { page, close } = await openPage(browser, origin, `/?game=${own}&o=you`, { viewport: PHONE });
    await says(page, "X to move");
    const [board, zoom] = await boxesOf(page, ".field-box", "#zoom");
    assert.ok(zoom.y > board.y + board.height);
    await close();
});

test("Back to a game that was won still says who has won it", async () => {
    const { page, close } = await openPage(browser, origin, `/?game=connect-four&o=casual&moves=${NEARLY}`, { viewport: PHONE });
    await says(page, "Your move");
    await cell(page, 14).click();
    await page.locator("#level-up").click();
    await page.locator("#who", { hasText: "Vera" }).waitFor();
    await page.locator("#hint:not([disabled])").waitFor();
    await cell(page, 38).click();
    await taken(page, 2);
    await page.goBack();
    await page.locator("#end .end-title", { hasText: "You win!" }).waitFor();
    await close();
});

test("in Explore nobody plays: both sides are the visitor's, and the opponent waits in Play", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=casual", { viewport: PHONE });
    await says(page, "Your move");
    await page.locator(".tabs-bar [data-place=explore]").click();
    await page.locator("#who", { hasText: "Connect Four" }).filter({ hasText: "No move yet" }).waitFor();
    assert.equal(await page.locator("#who .drawn-face").count(), 0, "nobody plays here");
    await cell(page, 38).click();
    await taken(page, 1);
    await page.locator("#status", { hasText: "Yellow to move" }).waitFor();
    await cell(page, 31).click();
    await taken(page, 2);
    await cell(page, 24).click();
    await taken(page, 3);
    await page.locator("#who", { hasText: "Your game against Moss" }).waitFor();
    await page.locator(".tabs-bar [data-place=play]").click();
    await page.locator("#play", { hasText: "Go on" }).click();
    await taken(page, 4);
    await close();
});

test("a hint in a lost position says how long the move holds out", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2,c1,b1&o=beginner");
    await page.locator("#hint:not([disabled])").waitFor();
    await page.click("#hint");
    await page.locator("#outlook", { hasText: /^Try [a-g]\d: it holds out for \d+ moves\./ }).waitFor();
    await close();
});
