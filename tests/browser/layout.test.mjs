// One left edge, and nothing that is needed below the fold or behind the places of a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, openPage, PHONE, start, TABLET } from "./server.mjs";
import { boxesOf, boxOf, cell, counts, holdTimers, readAll, readOne, says, textsAre, whole } from "./steps.mjs";

const { origin, browser } = await start();

/** A win is one tap away. */
const WON = "/?game=connect-four&o=casual&moves=a1,b1,a2,b2,a3,b3";
const win = async page => {
    await page.locator("#hint:not([disabled])").waitFor();
    await cell(page, 14).click();
    await page.locator("#end .turned").waitFor({ state: "attached" });
};

test("on a tablet what stands above and below the board begins and ends where it does", async () => {
    const places = {
        "a game": ["/?game=connect-four&moves=d1,d2", page => says(page, "Your move"), ["#who", ".under", "#help"]],
        "a puzzle": ["/?view=puzzle", page => page.locator(".beads .now").waitFor(), ["#ask", "#puzzle-card"]],
        "a friend": ["/?view=friend", page => page.locator("#friend", { hasText: "You are red" }).waitFor(), ["#who", "#friend"]],
        "an end": [WON, win, ["#who", "#end"]],
        "explore": ["/?game=connect-four&moves=d1,d2,d3&view=explore", page => page.locator(".done").waitFor(), ["#who", ".under", ".panels"]],
    };
    for (const [place, [path, reach, selectors]] of Object.entries(places)) {
        const { page, close } = await openPage(browser, origin, path, { viewport: TABLET });
        await reach(page);
        const [board, ...boxes] = await boxesOf(page, ".field-box", ...selectors);
        for (const [at, { x }] of boxes.entries()) assert.ok(Math.abs(x - board.x) <= 3, `${place}, ${selectors[at]}: ${x} and ${board.x}`);
        const last = boxes.at(-1);
        assert.ok(Math.abs(last.x + last.width - board.x - board.width) <= 3, `${place}: the right edges`);
        await close();
    }
});

test("on a tablet the heading of the first page is one line under the brand", async () => {
    const { page, close } = await openPage(browser, origin, "/", { viewport: TABLET });
    await page.locator(".tip").waitFor();
    const [brand, heading, lead] = await boxesOf(page, "span.brand", ".home h1", ".home .lead");
    assert.ok(Math.abs(heading.x - brand.x) <= 2, `${heading.x} and ${brand.x}`);
    assert.ok(heading.height < 60 && lead.height < 30, `${heading.height} and ${lead.height}`);
    await close();
});

test("on a phone the end shows the beaten face and every button", async () => {
    const { page, close } = await openPage(browser, origin, WON, { viewport: PHONE });
    await win(page);
    await whole(page, "#who .drawn-face.beaten", "#who .bubble", "#end", "#end .how-short", "#rematch", "#level-up", "#see-turn", "#end-share");
    await page.locator("#who", { hasText: /you 1, Moss 0.*Well played, friend\./ }).waitFor();
    const [card, bar] = await boxesOf(page, "#end", ".tabs-bar");
    assert.ok(bar.y - card.y - card.height >= 8, "the card touches no places");
    const words = () => readOne(page, "#end-share", one => { const range = document.createRange(); range.selectNodeContents(one.lastChild); return range.getClientRects().length; });
    assert.equal(await words(), 1);
    await holdTimers(page, 4000);
    await page.click("#end-share");
    await page.locator("#end-share", { hasText: "Copied" }).waitFor();
    assert.equal(await words(), 1, "one line");
    const air = await readOne(page, "#end-share", one => { const range = document.createRange(); range.selectNodeContents(one.lastChild); const [words, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()]; return Math.min(words.left - box.left, box.right - words.right); });
    assert.ok(air >= 6, `${air} px beside the words`);
    await close();
});

test("a hint with its reason moves no button of a phone", async () => {
    for (const viewport of [PHONE, { width: 360, height: 640 }, { width: 320, height: 568 }]) {
        const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner&moves=d1,d2,d3,c1,g1,c2,d4,e1,d5,d6,e2,e3,g2,g3,e4,g4,f1,e5", { viewport });
        await page.locator("#hint:not([disabled])").waitFor();
        await page.locator(".column .score").first().waitFor();
        const before = (await boxOf(page, "#undo")).y;
        await page.click("#hint");
        await page.locator("#outlook", { hasText: /^Try [a-g]\d: it \w+ in \d+ moves?\. \w/ }).waitFor();
        assert.equal((await boxOf(page, "#undo")).y, before, `${viewport.width}`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), 0);
        await close();
    }
});

test("news below the board take the place of the sentence there", async () => {
    for (const [viewport, path] of [[PHONE, "/?game=connect-four&moves=d1,b1&o=beginner"], [{ width: 360, height: 640 }, "/?game=gomoku&moves=h8,h9&o=beginner"], [PHONE, "/?game=connect-four&moves=d1,b1&view=explore"]]) {
        const { page, close } = await openPage(browser, origin, path, { viewport, permissions: ["clipboard-read", "clipboard-write"] });
        await page.locator("#share:not([disabled])").waitFor();
        await page.locator("#outlook", { hasText: "." }).waitFor();
        const lines = (page, ...selectors) => page.evaluate(all => all.map(selector => {
            const range = document.createRange();
            range.selectNodeContents(document.querySelector(selector));
            return range.getBoundingClientRect().toJSON();
        }), selectors);
        const [, before] = await lines(page, "#status", "#outlook");
        await holdTimers(page, 8000);
        await page.click("#share");
        await page.locator("#notice", { hasText: "The link is copied." }).waitFor();
        await page.locator("#outlook").waitFor({ state: "hidden" });
        const [status, news] = await lines(page, "#status", "#notice");
        assert.ok(news.top >= status.bottom - 4, `${path}: ${news.top} below ${status.bottom}`);
        assert.ok(Math.abs(news.top - before.top) <= 6, `${path}: ${news.top} in place of ${before.top}`);
        await close();
    }
});

test("the first page gives the room of signs to boards that have none", async () => {
    for (const [viewport, least] of [[TABLET, 540], [PHONE, 357]]) {
        const { page, close } = await openPage(browser, origin, "/", { viewport });
        const places = [];
        for (const game of ["connect-four", "gomoku", "tic-tac-toe"]) {
            await page.click(`#games [value="${game}"]`);
            await page.locator(`#games [value="${game}"][aria-pressed="true"]`).waitFor();
            const [board, games] = await boxesOf(page, ".field-box", "#games");
            assert.ok(board.width >= least, `${game}: ${board.width}`);
            places.push(Math.round(games.y));
        }
        assert.deepEqual(places, [places[0], places[0], places[0]], "the picker stays in its place");
        await close();
    }
});

test("on a tablet the panel of Explore scrolls with the page, and not by itself", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,c1,d2,c2,e1,c3,d3,b1,d4&view=explore&o=beginner", { viewport: TABLET });
    await page.locator(".accuracy").waitFor();
    const [inner, outer] = await readOne(page, ".panels", one => [one.scrollHeight, one.clientHeight]);
    assert.equal(inner, outer);
    await close();
});

test("the signs of a game that is new to the visitor are explained, whatever others were played", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&o=beginner&moves=a3,b3", { viewport: PHONE });
    for (const [finished, isExplained] of [["connect-four", true], ["tic-tac-toe", false]]) {
        await page.evaluate(game => localStorage.setItem("inarow-score", JSON.stringify({ [`${game} beginner`]: { won: 1, lost: 0, drawn: 0 } })), finished);
        await page.reload();
        await page.locator(".cell .score").first().waitFor();
        await counts(page, "#legend:visible", Number(isExplained), finished);
    }
    await close();
});

test("a winning line is drawn once, however often the words beside it change", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&o=beginner&moves=a3,b3,b2,a2", { viewport: PHONE, reducedMotion: "no-preference" });
    await page.locator("#hint:not([disabled])").waitFor();
    await cell(page, 8).click();
    await page.locator(".overlay .won").waitFor({ state: "attached" });
    await page.evaluate(() => { document.querySelector(".overlay .won").dataset.first = ""; });
    await page.locator("#end .turned").waitFor({ state: "attached" });
    assert.equal(await page.locator(".overlay .won[data-first]").count(), 1);
    await page.waitForFunction(() => document.querySelector(".overlay .won").getAnimations().length === 0);
    assert.ok(await page.evaluate(() => parseFloat(getComputedStyle(document.querySelector(".overlay .won")).animationDuration) <= 0.6));
    await close();
});

const SMALL = { width: 360, height: 740 };

test("on phones of both sizes every end is in sight, whole, and a game needs no scrolling", async () => {
    const ends = {
        "a loss": ["/?game=connect-four&o=perfect&moves=a1,b1,a2,b2,c1,b3", 41, ["#end", "#rematch", "#level-down", "#learn-from", "#see-turn"]],
        "a draw": ["/?game=tic-tac-toe&o=perfect&moves=b2,a1,a3,c1,b1,b3,c2,a2", 2, ["#end", "#rematch", "#see-turn", "#end-share"]],
        "a misère loss": ["/?game=misere-tic-tac-toe&o=perfect&moves=a1,b2,a2,b1", 0, ["#end", "#rematch", "#level-down", "#learn-from", "#see-turn"]],
        "a win": [WON, 14, ["#end", "#rematch", "#level-up", "#see-turn", "#end-share"]],
    };
    for (const viewport of [PHONE, SMALL]) {
        for (const [end, [path, at, selectors]] of Object.entries(ends)) {
            const { page, close } = await openPage(browser, origin, path, { viewport });
            await page.locator("#hint:not([disabled])").waitFor();
            await whole(page, "#undo", "#hint");
            await cell(page, at).click();
            await page.locator("#end .end-title").waitFor();
            if (end === "a draw") await page.locator("#see-turn", { hasText: "Look at the game" }).waitFor();
            else await page.locator("#end .how-short").waitFor();
            await whole(page, ...selectors);
            await close();
        }
    }
});

test("on phones names in the bar are whole", async () => {
    for (const game of ["misere-tic-tac-toe", "gomoku"]) {
        const { page, close } = await openPage(browser, origin, `/?game=${game}&o=casual`, { viewport: SMALL });
        await says(page, "Your move");
        const [inner, outer] = await readOne(page, "#game-name span", one => [one.scrollWidth, one.clientWidth]);
        assert.ok(inner <= outer, `${game}: ${inner} in ${outer}`);
        await close();
    }
    const { page, close } = await openPage(browser, origin, "/?view=puzzle", { viewport: SMALL, expected: /status of 422/ });
    await page.locator(".beads .now").waitFor();
    await page.evaluate(() => { document.querySelector("#streak").hidden = false; document.querySelector("#streak").textContent = "12 days"; });
    const [inner, outer] = await readOne(page, ".place-name", one => [one.scrollWidth, one.clientWidth]);
    assert.ok(inner <= outer, `${inner} in ${outer}`);
    await close();
});

test("on a phone that lies the first page and the end are in sight", async () => {
    const viewport = { width: 844, height: 390 };
    const home = await openPage(browser, origin, "/", { viewport });
    await home.page.locator(".tip").waitFor();
    await whole(home.page, ".home h1", "#way-play", "#way-puzzle", "#way-explore");
    assert.equal(await home.page.evaluate(() => document.documentElement.scrollWidth), 844);
    await home.close();
    const { page, close } = await openPage(browser, origin, WON, { viewport });
    await win(page);
    const { bottom } = await boxOf(page, "#end");
    assert.ok(bottom <= 390, `${bottom}`);
    await close();
});

test("on a phone chances push no button behind the places", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&moves=h8,i9&o=expert", { viewport: PHONE });
    await says(page, "Your move");
    await page.locator("#help input[value=numbers]").check();
    await page.locator("#help .chances li").nth(2).waitFor();
    await whole(page, "#undo", "#hint", "#help .chances");
    await close();
});

test("a friend's game: what happened stands above the board, what to do below, all in sight", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=friend", { viewport: PHONE });
    await page.locator("#friend", { hasText: "You are red" }).waitFor();
    await cell(page, 38).click();
    await page.locator("#friend-copy").waitFor();
    const [words, board] = await boxesOf(page, "#who .name", ".field-box");
    assert.ok(words.y + words.height <= board.y, "above the board");
    await textsAre(page, "#who .initial", ["F"]);
    await whole(page, "#friend-copy", "#friend .centred");
    await close();
});

test("on a phone the side to move stands beside the words as its stone", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1&o=you", { viewport: PHONE });
    await says(page, "Yellow to move");
    const [stone, words] = await boxesOf(page, "#whose", "#status");
    assert.ok(stone.x > words.x && Math.abs(stone.y - words.y) < 24);
    await counts(page, "#whose .stone.O", 1);
    await close();
});

test("words of the graph keep their size, whatever the width", async () => {
    for (const viewport of [DESKTOP, TABLET]) {
        const { page, close } = await openPage(browser, origin, WON, { viewport });
        await win(page);
        const words = await readAll(page, "#end .curve-box > span > span", all => all.map(one => [one.textContent, Math.round(one.getBoundingClientRect().height), getComputedStyle(one).fontSize]));
        assert.deepEqual(words.map(([word]) => word), ["You win", "draw", "Moss wins"]);
        for (const [word, height, size] of words) assert.ok(size === "13px" && height >= 13, `${word}: ${size}, ${height} px high`);
        await close();
    }
});

for (const [device, viewport] of Object.entries({ phone: PHONE, tablet: TABLET, desktop: DESKTOP })) {
    test(`nothing moves while any place comes: ${device}`, async () => {
        const places = { home: ["/", ".tip"], "a game": ["/?game=connect-four&moves=d1,d2&o=beginner", "#hint:not([disabled])"], "tic-tac-toe": ["/?game=tic-tac-toe&o=beginner", "#hint:not([disabled])"], ...(device === "desktop" && { layers: ["/?game=three-cubed&o=beginner", "#hint:not([disabled])"] }), "a puzzle": ["/?view=puzzle", ".beads .now"], "a friend": ["/?view=friend", "#friend .name-field"] };
        for (const [place, [path, ready]] of Object.entries(places)) {
            const { page, close } = await openPage(browser, origin, path, { viewport, expected: /status of 422/ });
            await page.locator(ready).waitFor();
            const shift = await page.evaluate(() => new Promise(resolve => {
                let sum = 0;
                new PerformanceObserver(list => list.getEntries().forEach(entry => { sum += entry.value; })).observe({ type: "layout-shift", buffered: true });
                setTimeout(() => resolve(sum), 400);
            }));
            assert.ok(shift < 0.02, `${place}: ${shift}`);
            await close();
        }
    });
}

test("nothing moves over a whole game, with help on numbers, to its card", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner", { viewport: PHONE, reducedMotion: "no-preference" });
    await page.locator("#hint:not([disabled])").waitFor();
    await page.locator("#help input[value=numbers]").check();
    await page.evaluate(() => {
        window.shift = 0;
        // A shift by the visitor's own tap counts, too.
        new PerformanceObserver(list => list.getEntries().forEach(entry => { window.shift += entry.value; })).observe({ type: "layout-shift" });
    });
    for (let turn = 0; turn < 21 && !await page.locator(":root[data-over]").count(); turn++) {
        const made = await page.locator(".cell.taken").count();
        await page.locator(".column:not(.full)").nth((turn * 3 + 3) % await page.locator(".column:not(.full)").count()).click();
        await page.waitForFunction(count => document.querySelectorAll(".cell.taken").length >= count + 2 || document.documentElement.hasAttribute("data-over"), made);
        await page.waitForFunction(() => document.documentElement.hasAttribute("data-over") || /^Your move/.test(document.querySelector("#status").textContent));
    }
    await page.locator("#end .end-title").waitFor();
    await page.waitForTimeout(400);
    const shift = await page.evaluate(() => window.shift);
    assert.ok(shift < 0.05, `${shift}`);
    await close();
});

test("on a tablet the last words of a beaten opponent cover nothing", async () => {
    for (const [path, last] of [["/?game=connect-four&moves=d1,c1,d2,c2,d3,c3&o=club", 17], ["/?game=gomoku&moves=h8,a1,h9,c1,h10,e1,h11,g1&o=club", 52]]) {
        const { page, close } = await openPage(browser, origin, path, { viewport: TABLET });
        await page.locator("#hint:not([disabled])").waitFor();
        const before = (await boxOf(page, ".field-box")).y;
        await page.locator(`[data-cell="${last}"]`).click();
        await page.locator("#who .bubble").waitFor();
        const [score, words, title] = await boxesOf(page, "#who .parts .wide:last-child", "#who .bubble", "#about .about-name");
        assert.ok(score.x + score.width <= words.x && words.x + words.width <= title.x, JSON.stringify([score, words, title]));
        assert.ok(words.height < 60, `${words.height}`);
        assert.equal((await boxOf(page, ".field-box")).y, before, "the board stays");
        await close();
    }
});

test("the turn of a game stands below the buttons of its end, once the whole game is judged", async () => {
    for (const viewport of [TABLET, DESKTOP]) {
        const { page, close } = await openPage(browser, origin, "/?view=api", { viewport });
        // The last moves are judged first; the rest comes with the next visit.
        const { moves } = await (await fetch(`${origin}/v1/review?game=connect-four&moves=d1,c1,d2,c2,d3,c3,d4`)).json();
        await page.addInitScript(records => {
            const ask = window.fetch;
            const begun = () => new ReadableStream({ start: stream => stream.enqueue(new TextEncoder().encode(records)), pull: () => { window.isRead = true; return new Promise(() => {}); } }, { highWaterMark: 0 });
            window.fetch = (url, options) => (/\/v1\/review/.test(url) && !sessionStorage.getItem("whole") ? Promise.resolve(new Response(begun())) : ask(url, options));
        }, moves.slice(-2).map(move => `${JSON.stringify({ final: false, left: 5, move })}\n`).join(""));
        await page.goto(`${origin}/?game=connect-four&moves=d1,c1,d2,c2,d3,c3,d4&o=club`);
        await page.locator("#end .end-title").waitFor();
        await page.waitForFunction(() => window.isRead);
        await page.evaluate(() => new Promise(shown => requestAnimationFrame(() => requestAnimationFrame(shown))));
        assert.equal(await page.locator("#end .turned").count(), 0);
        await page.evaluate(() => sessionStorage.setItem("whole", "yes"));
        await page.reload();
        await page.locator("#end .turned .curve").waitFor();
        const [turned, button, curve] = await boxesOf(page, "#end .turned", "#end-share", "#end .game-graph");
        assert.ok(turned.y >= button.y + button.height);
        assert.ok(curve.width >= 0.35 * turned.width, `${curve.width} of ${turned.width}`);
        await close();
    }
});

test("turning help on and off moves neither the board nor a button", async () => {
    for (const viewport of [DESKTOP, TABLET]) for (const game of ["tic-tac-toe", "connect-four", "gomoku"]) {
        const { page, close } = await openPage(browser, origin, `/?game=${game}&o=beginner`, { viewport });
        await page.locator("#help .segments").waitFor();
        const places = async () => JSON.stringify(await boxesOf(page, ".field-box", "#undo", "#hint", "#help .segments"));
        const before = await places();
        for (const degree of ["Numbers", "Off", "Colours"]) {
            await page.locator("#help").getByRole("radio", { name: degree }).check({ force: true });
            assert.equal(await places(), before, `${game}: ${degree}`);
        }
        await page.click("#hint");
        await page.locator("#outlook", { hasText: /^Try / }).waitFor();
        assert.equal(await places(), before, `${game}: a hint`);
        await close();
    }
});

test("what came of sharing changes the width of no button", async () => {
    for (const viewport of [DESKTOP, TABLET, PHONE]) {
        const { page, close } = await openPage(browser, origin, `${WON}`, { viewport, permissions: ["clipboard-read", "clipboard-write"] });
        await win(page);
        const before = await boxOf(page, "#end-share");
        await holdTimers(page, 4000);
        await page.click("#end-share");
        await page.locator("#end-share", { hasText: "Copied" }).waitFor();
        await textsAre(page, "#said", ["The link is copied."]);
        assert.deepEqual(await boxOf(page, "#end-share"), before);
        await close();
    }
});
