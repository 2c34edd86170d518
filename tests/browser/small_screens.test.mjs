// Phones that are low, lie, or enlarge: nothing is cut, covered or moved under a finger.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, NO_SUCH_PUZZLE, openPage, PHONE, start, TABLET } from "./server.mjs";
import { addressOf, becomes, boxOf, boxesOf, cell, chooseGame, counts, endAt, holdAnswers, readAll, readOne, says, taken, whole } from "./steps.mjs";

const { origin, browser } = await start();

const NARROW = { width: 360, height: 740 };
const LOW = { width: 360, height: 640 };
const LOWEST = { width: 320, height: 568 };
const LYING = { width: 844, height: 390 };
/** 1440×900 at 200 %. */
const ENLARGED = { width: 720, height: 450 };
const WON = "/?game=connect-four&o=beginner&moves=a1,b1,a2,b2,a3,b3";
/** Waits until nothing of the page is beyond its window: to its side, and unless it may scroll, below it. */
const fits = (page, mayScroll = false) => becomes(() => page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight])
    .then(([beside, below]) => [beside > 0 && beside, below > 0 && !mayScroll && below]), [false, false]);
const apart = (a, b) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
const shown = async page => {
    await says(page, "Your move");
    await page.locator("#hint:not([disabled])").waitFor();
};

for (const viewport of [LYING, ENLARGED]) {
    test(`nothing covers anything beside the board, and nothing leaves the page: ${viewport.width}×${viewport.height}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&o=beginner", { viewport });
        await shown(page);
        await page.locator(".column .score").first().waitFor();
        await whole(page, "#who .name", ".about-name", ".you", "#legend", "#undo", "#hint", ".field-box");
        await fits(page, true);
        const [name, title, you] = await boxesOf(page, "#who .name", ".about-name", ".you");
        assert.ok(apart(name, title) && apart(name, you) && apart(title, you));
        const bubbles = await readAll(page, "#who .bubble", all => all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().toJSON()));
        for (const bubble of bubbles) assert.ok(apart(bubble, title));
        await shot(`lying-${viewport.width}`);
        await close();
    });
}

for (const viewport of [LYING, ENLARGED]) {
    test(`the hint where to tap covers no name, no sign and no hole: ${viewport.width}×${viewport.height}`, async () => {
        const { page, close } = await openPage(browser, origin, "/", { viewport });
        await page.locator(".column .score.best").waitFor();
        const [tip, ...others] = await boxesOf(page, ".tip", "span.brand", ".places [data-place=play]", ".column .score.best", ".field-box");
        assert.ok(tip.y >= 0);
        for (const other of others) assert.ok(apart(tip, other), JSON.stringify([tip, other]));
        await close();
    });

    test(`beside the board there is air, and the colour is named once: ${viewport.width}×${viewport.height}`, async () => {
        const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner&moves=d1,c1", { viewport });
        await shown(page);
        await page.locator(".column .score").first().waitFor();
        const rows = [".places [data-place=play]", "#who .drawn-face", ".about", "#legend", "#status", ".acts"];
        const boxes = await boxesOf(page, ...rows);
        boxes.slice(1).forEach((box, at) => assert.ok(box.top - boxes[at].bottom >= 7, `${rows[at + 1]}: ${box.top - boxes[at].bottom} px after ${rows[at]}`));
        assert.ok(boxes[3].height < 30, "the signs with their words are one line");
        const said = await page.evaluate(() => document.querySelector("main").innerText);
        assert.equal(said.match(/\bred\b/g).length, 1, said);
        await fits(page);
        await close();
    });

    test(`a puzzle is whole beside its board: ${viewport.width}×${viewport.height}`, async () => {
        const { page, close } = await openPage(browser, origin, "/?view=puzzle", { viewport, expected: NO_SUCH_PUZZLE });
        await page.locator(".beads .now").waitFor();
        await whole(page, "#ask h1", ".beads", ".said", "#puzzle-again", "#puzzle-hint");
        const [again, bar, name] = await boxesOf(page, "#puzzle-again", ".top", "#ask h1");
        assert.ok(again.height <= 50, "one line");
        assert.ok(name.y >= bar.y + bar.height);
        await close();
    });
}

for (const viewport of [LOW, LOWEST]) test(`on a low phone a game and its end are whole: ${viewport.width}×${viewport.height}`, async () => {
    const { page, close, shot } = await openPage(browser, origin, WON, { viewport });
    await shown(page);
    await page.locator("#legend:visible").waitFor();
    await whole(page, "#who .name", ".field-box", "#legend", "#status", "#undo", "#hint");
    await fits(page);
    for (const { height } of await boxesOf(page, "#legend", "#game-name span")) assert.ok(height < 30, "one line");
    await shot(`low-phone-${viewport.width}`);
    await cell(page, 14).click();
    await page.locator("#end .end-title").waitFor();
    await page.locator("#end .turned").waitFor({ state: "attached" });
    await whole(page, ".end-title", "#rematch", "#level-up", "#see-turn", "#end-share");
    for (const { height } of await boxesOf(page, "#rematch", "#level-up", "#see-turn")) assert.ok(height <= 50, "one line");
    assert.ok(apart(...await boxesOf(page, "#who .bubble", "#who .parts .wide:last-child")));
    await close();
});

for (const viewport of [LOW, LOWEST]) test(`a low phone shows the whole puzzle: ${viewport.width}×${viewport.height}`, async () => {
    const { page, close } = await openPage(browser, origin, "/?view=puzzle", { viewport, expected: NO_SUCH_PUZZLE });
    await page.locator(".beads .now").waitFor();
    await whole(page, "#puzzle-again", "#puzzle-hint");
    await close();
});

for (const viewport of [PHONE, LOWEST, LYING]) test(`square boards and their buttons are in sight together: ${viewport.width}×${viewport.height}`, async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?view=api", { viewport, expected: NO_SUCH_PUZZLE });
    for (const game of ["6x6x4g", "8x8x4g", "6x6x4gm", "four-by-four", "tic-tac-toe", "misere-tic-tac-toe"]) {
        await page.goto(`${origin}/?game=${game}&o=beginner`);
        await shown(page);
        await whole(page, ".field-box", "#status", "#undo", "#hint");
        await fits(page);
        await shot(`square-${game}-${viewport.width}`);
    }
    for (const game of ["tic-tac-toe", "gomoku"]) {
        await page.goto(`${origin}/?view=puzzle&game=${game}&level=win-in-2&seed=1`);
        await page.locator(".beads .now").waitFor();
        await whole(page, ".field-box", ".said", "#puzzle-again", "#puzzle-hint");
    }
    await close();
});

test("the lowest phone shows the signs of the first page, and whose move it is in Explore, above the places", async () => {
    const { page, close } = await openPage(browser, origin, "/", { viewport: LOWEST });
    await page.locator(".tip").waitFor();
    await whole(page, "#say", ".tip", ".field-box", "#legend");
    assert.ok((await boxOf(page, "#legend")).height < 30, "one line");
    await page.goto(`${origin}/?game=connect-four&moves=c1,d1,c2,d2,c3,d3,d4,g1,d5&view=explore`);
    await page.locator("#status", { hasText: "Move 5. Yellow to move" }).waitFor();
    await page.locator("#outlook", { hasText: /\w/ }).waitFor();
    await whole(page, ".field-box", "#status", "#outlook");
    await close();
});

test("after the first win nothing is left that explains nothing", async () => {
    const { page, close } = await openPage(browser, origin, "/", { viewport: PHONE });
    await page.locator(".tip").waitFor();
    await page.locator('[data-column="4"]').click();
    await page.locator("#play-next").waitFor();
    await becomes(() => page.locator("#legend").innerText(), "the one column that won");
    const [bar, words, board] = await boxesOf(page, ".top", "#play-next", ".field-box");
    assert.ok(words.y - bar.y - bar.height >= 20 && board.y - words.y - words.height < 64, JSON.stringify([bar, words, board]));
    await close();
});

test("the end of Qubic is whole on a phone", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=qubic&o=beginner&moves=0,16,1,17,2,18", { viewport: PHONE });
    await shown(page);
    await cell(page, 3).click();
    await page.locator("#end .end-title").waitFor();
    await whole(page, "#rematch", "#level-up", "#end-share");
    await shot("qubic-end");
    await close();
});

test("the end of tic-tac-toe is whole on a tablet, and its line has the winner's colour", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=tic-tac-toe&o=beginner&moves=a3,b3,b2,a2", { viewport: TABLET });
    await shown(page);
    await cell(page, 8).click();
    await page.locator("#end .turned").waitFor();
    await whole(page, "#end", "#end .turned");
    const [line, sign] = await page.evaluate(() => [getComputedStyle(document.querySelector(".overlay .won")).stroke, getComputedStyle(document.querySelector(".cell.won .stone")).color]);
    assert.equal(line, sign);
    assert.ok(apart(...await boxesOf(page, "#who .chip", ".field-box")), "the sign of the opponent is not on the board");
    await shot("tic-tac-toe-tablet-end");
    await close();
});

for (const [place, viewport] of [["a narrow phone", LOW], ["a phone that lies", LYING]]) {
    test(`signs of two digits stay apart and whole on ${place}`, async () => {
        const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2&view=explore", { viewport });
        await page.locator("#best-moves .done").waitFor();
        const signs = await readAll(page, ".column .score", all => all.map(one => ({ left: one.getBoundingClientRect().left, right: one.getBoundingClientRect().right, cut: one.scrollWidth - one.clientWidth })));
        assert.equal(signs.length, 7);
        signs.forEach(({ left, cut }, at) => {
            assert.ok(cut <= 0, `sign ${at} is cut by ${cut}`);
            if (at) assert.ok(left - signs[at - 1].right >= 4, `${left} after ${signs[at - 1].right}`);
        });
        await close();
    });
}

for (const game of ["gomoku", "19×19"]) {
    test(`far wins on a phone fit into their squares: ${game}`, async () => {
        const { page, close } = await openPage(browser, origin, "/?view=api", { viewport: PHONE });
        await endAt(page, "analysis", 1, answer => ({ ...answer, lines: answer.lines.map((line, at) => ({ ...line, score: { ...line.score, outcome: "win", plies: 27 + 2 * at, expected: 1 } })) }));
        const rules = game === "gomoku" ? game : JSON.stringify({ width: 19, height: 19, k: 5 });
        await page.goto(`${origin}/?${new URLSearchParams({ game: rules, moves: "h8,h9", view: "explore" })}`);
        await page.locator(".lines .line-name", { hasText: "wins in at most 14 moves" }).first().waitFor();
        await page.locator(".cell .score.long").first().waitFor();
        const cut = await readAll(page, ".cell .score.long", all => all.flatMap(one => [...one.children].map(part => [part.getBoundingClientRect(), one.getBoundingClientRect()])).filter(([part, one]) => part.width > 0 && (part.left < one.left || part.right > one.right || part.bottom > one.bottom)).length);
        assert.equal(cut, 0);
        await close();
    });
}

test("a game from the first page opens at its top", async () => {
    const { page, close } = await openPage(browser, origin, "/", { viewport: PHONE });
    await page.locator(".tip").waitFor();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.click('#games [value="own"]');
    await page.click('#sheet [data-game="qubic"]');
    await shown(page);
    await page.waitForFunction(() => scrollY === 0);
    await close();
});

for (const viewport of [PHONE, TABLET]) {
    test(`picking a game names its goal and moves no picker: ${viewport.width}`, async () => {
        const { page, close } = await openPage(browser, origin, "/", { viewport });
        await page.locator(".tip").waitFor();
        const at = () => readOne(page, "#games", one => one.getBoundingClientRect().top + scrollY);
        const before = await at();
        for (const [game, goal] of [["tic-tac-toe", "three"], ["gomoku", "five"], ["connect-four", "four"]]) {
            await page.click(`#games [value="${game}"]`);
            await page.locator("h1", { hasText: `Play ${goal} in a row.` }).waitFor();
            const now = await at();
            assert.ok(Math.abs(now - before) <= 1, `${game}: ${now} and ${before}`);
        }
        await close();
    });
}

test("the places in the bar stay where they are from place to place, with days in a row as well", async () => {
    const { page, close } = await openPage(browser, origin, "/", { viewport: DESKTOP });
    await page.locator(".tip").waitFor();
    const at = async () => (await boxOf(page, ".places [data-place=play]")).x;
    const before = await at();
    await page.click("#way-play");
    await shown(page);
    assert.equal(await at(), before);
    await page.evaluate(() => { const one = document.querySelector("#streak"); one.hidden = false; one.dataset.in = "play"; one.textContent = "7 days"; });
    assert.equal(await at(), before);
    await close();
});

test("below a game there is nothing to scroll to", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=perfect", { viewport: PHONE });
    await shown(page);
    await fits(page);
    await page.setViewportSize(DESKTOP);
    await fits(page);
    await close();
});

test("the line on the opponent stays one line beside a remark", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=perfect", { viewport: PHONE });
    await page.evaluate(() => localStorage.setItem("inarow-score", JSON.stringify({ "connect-four perfect": { won: 0, lost: 1, drawn: 0 } })));
    await page.reload();
    await page.locator("#who .bubble").waitFor();
    assert.ok((await boxOf(page, "#who .parts")).height < 24, "one line");
    await becomes(() => page.locator("#who .parts").innerText(), "you 0, Ada 1");
    await close();
});

test("before the service has answered the first page says so, and then nothing below moves", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four", { viewport: PHONE });
    const go = await holdAnswers(page, /\/v1\/games/);
    await page.goto(`${origin}/`, { waitUntil: "load" });
    await page.locator("#say", { hasText: "Loading the board …" }).waitFor();
    const top = async () => (await boxOf(page, ".home h1")).y;
    const before = await top();
    go();
    await page.locator(".tip").waitFor();
    const after = await top();
    assert.ok(Math.abs(after - before) <= 1, `${before} and ${after}`);
    await taken(page, 14);
    await close();
});

test("vibration is offered only where a device may have it", async () => {
    for (const [hasTouch, count] of [[false, 0], [true, 1]]) {
        const { page, close } = await openPage(browser, origin, "/?game=connect-four", { viewport: PHONE, hasTouch, isMobile: hasTouch });
        await shown(page);
        await page.click("#more");
        await page.locator("#sheet").waitFor();
        await counts(page, '#sheet [data-key="switch-vibration"]', count);
        await close();
    }
});

test("Back closes what lies over the page, and then leads where it would have led", async () => {
    const { page, close } = await openPage(browser, origin, "/", { viewport: PHONE });
    await page.locator(".tip").waitFor();
    await page.click("#way-play");
    await shown(page);
    const address = await addressOf(page);
    const sheet = page.locator("#sheet");
    await page.click("#more");
    await sheet.waitFor();
    await page.goBack();
    await sheet.waitFor({ state: "hidden" });
    await becomes(() => addressOf(page), address);
    await says(page, "Your move");
    // Closed by its button, or by Escape, it leaves nothing behind.
    for (const leave of [() => sheet.getByText("Close").click(), () => page.keyboard.press("Escape")]) {
        await page.click("#more");
        await sheet.waitFor();
        await leave();
        await sheet.waitFor({ state: "hidden" });
        await page.waitForFunction(() => history.state === null);
    }
    // Opened again before the browser has stepped back, it stays open, and Back still closes it.
    await page.evaluate(() => {
        document.querySelector("#more").click();
        document.querySelector("#sheet header button").click();
        document.querySelector("#more").click();
    });
    await page.waitForFunction(() => history.state?.dialog);
    await sheet.waitFor();
    await page.goBack();
    await sheet.waitFor({ state: "hidden" });
    await becomes(() => addressOf(page), address);
    await page.goBack();
    await page.locator("#way-play").waitFor();
    await page.waitForFunction(() => location.search === "");
    // A choice in it is one entry, as elsewhere.
    await page.click('#games [value="own"]');
    await page.click('#sheet [data-game="qubic"]');
    await page.waitForFunction(() => location.search.includes("qubic"));
    await page.goBack();
    await page.locator("#way-play").waitFor();
    await close();
});

for (const [game, query] of Object.entries({ "Tic-tac-toe": "game=tic-tac-toe&moves=a1,b2,c3", "Connect Four": "game=connect-four&moves=d1,d2,d3", "Gomoku": "game=gomoku&moves=h8,h9" })) {
    for (const viewport of [{ width: 390, height: 664 }, NARROW]) test(`what the signs mean needs no scrolling in Explore on a phone that is not high: ${game}, ${viewport.width}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, `/?view=explore&${query}`, { viewport });
        await page.locator("#meaning .score").first().waitFor();
        const before = await boxOf(page, "#status");
        await page.locator("#best-moves .lines .score").first().waitFor();
        await whole(page, ".field-box", "#meaning", "#status", "#back", "#redo");
        const [meaning, board, status, cell] = await boxesOf(page, "#meaning", ".field-box", "#status", "[data-cell]");
        assert.ok(apart(meaning, board) && apart(meaning, status));
        assert.ok(meaning.height < 30, "one line");
        if (game !== "Gomoku" && viewport !== NARROW) assert.ok(cell.width >= 42, "a finger finds each column");
        assert.deepEqual(status, before);
        await shot(`meaning-${query.slice(5, 11)}`);
        // Where the window becomes higher it stands in the panel again, once.
        await page.setViewportSize(PHONE);
        await page.locator("#best-moves #meaning:visible").waitFor();
        await page.click(".tabs-bar [data-place=play]");
        await counts(page, "#meaning:visible", 0);
        await close();
    });
}
test("the legend is one line on a phone whose letters are wider", async () => {
    for (const path of ["/", "/?game=connect-four&moves=d1,d2&o=beginner"]) {
        const { page, close } = await openPage(browser, origin, path, { viewport: PHONE });
        await page.locator(".column-sign .score").first().waitFor();
        await page.evaluate(() => document.documentElement.style.setProperty("letter-spacing", "0.5px"));
        const legend = await boxOf(page, "#legend");
        assert.ok(legend.height < 30, `${legend.height} px at ${path}`);
        await close();
    }
});
for (const viewport of [NARROW, PHONE]) {
    test(`every button of a game is above the places, with help and without: ${viewport.width}×${viewport.height}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, "/", { viewport });
        for (const degree of ["off", "colours", "numbers"]) {
            await page.evaluate(one => localStorage.setItem("inarow-help", JSON.stringify({ beginner: one })), degree);
            for (const [game, moves] of Object.entries({ "connect-four": "d1,c1", "tic-tac-toe": "b2,a1", "gomoku": "h8,g9", "qubic": "21,22", "score-four": "53,48" })) {
                await page.goto(`${origin}/?game=${game}&o=beginner&moves=${moves}`);
                await shown(page);
                if (degree === "numbers" && !["connect-four", "tic-tac-toe"].includes(game)) await page.locator("#help .chances").first().waitFor({ state: "attached" });
                await whole(page, "#status", "#undo", "#hint");
                if (await page.locator("#zoom").isVisible()) await whole(page, "#zoom");
                await fits(page);
                await shot(`buttons-${viewport.width}-${degree}-${game}`);
            }
        }
        await close();
    });

    test(`news of another game lie over no board and no state of the game: ${viewport.width}×${viewport.height}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, "/", { viewport });
        for (const game of ["qubic", "score-four", "gomoku", "tic-tac-toe", "connect-four"]) {
            // Something is left only where a move was made.
            await page.goto(`${origin}/?${game === "gomoku" ? "game=tic-tac-toe&moves=b2,a1" : "game=gomoku&moves=h8,g9"}&o=beginner`);
            await shown(page);
            await chooseGame(page, game);
            await taken(page, 0);
            await page.locator("#notice", { hasText: "A new game." }).waitFor();
            await shown(page);
            const words = await page.evaluate(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector("#status")); return range.getBoundingClientRect().toJSON(); });
            const [news, board] = await boxesOf(page, "#notice", ".field-box");
            assert.ok(news.y >= words.bottom - 4, `${game}: ${JSON.stringify([words, news])}`);
            assert.ok(apart(news, board), game);
            await whole(page, "#notice", "#undo", "#hint");
            await shot(`news-${viewport.width}-${game}`);
        }
        await close();
    });
}

test("the layers of Score Four have their names whole on a phone that lies", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=score-four&o=beginner", { viewport: LYING });
    await shown(page);
    const { names, plates, cell: size } = await page.evaluate(() => {
        const box = one => one.getBoundingClientRect().toJSON();
        return {
            names: [...document.querySelectorAll(".plate-name")].map(box), cell: box(document.querySelector("[data-cell]")).width,
            plates: [...document.querySelectorAll(".plate")].map(one => { const { left, right, top, bottom } = box(one); const pad = -parseFloat(getComputedStyle(one, "::before").top); return { x: left - pad, y: top - pad, width: right - left + 2 * pad, height: bottom - top + 2 * pad }; }),
        };
    });
    assert.equal(names.length, 4);
    for (const name of names) for (const plate of plates) assert.ok(apart(name, plate), JSON.stringify([name, plate]));
    assert.ok(size >= 28, `cells of ${size}`);
    await whole(page, ".field-box", "#status", "#undo", "#hint");
    await fits(page);
    await shot("score-four-lying");
    await close();
});

for (const viewport of [NARROW, { width: 390, height: 740 }, { width: 412, height: 780 }]) {
    test(`a phone of a middling height has the help below the board, and the whole week below a puzzle: ${viewport.width}×${viewport.height}`, async () => {
        const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner&moves=d1,d2", { viewport, expected: NO_SUCH_PUZZLE });
        for (const game of ["connect-four", "tic-tac-toe", "gomoku", "qubic", "score-four"]) {
            for (const degree of ["Colours", "Numbers"]) {
                await page.goto(`${origin}/?game=${game}&o=beginner`);
                await shown(page);
                await page.locator("#help").getByRole("radio", { name: degree }).check();
                await whole(page, "#status", "#help", "#undo", "#hint");
                await fits(page);
            }
        }
        await page.goto(`${origin}/?view=puzzle`);
        await page.locator(".beads .now").waitFor();
        await whole(page, "#puzzle-hint", ".week");
        await page.click("#more");
        await page.locator("#sheet").getByRole("link", { name: "Explore" }).or(page.locator("#sheet").getByRole("button", { name: "Explore" })).first().waitFor();
        await close();
    });
}

for (const viewport of [PHONE, { width: 390, height: 664 }, LYING]) {
    test(`the buttons of the coach are in sight: ${viewport.width}×${viewport.height}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, "/?view=api", { viewport });
        await page.evaluate(() => localStorage.setItem("inarow-help", JSON.stringify({ coach: "on" })));
        await page.goto(`${origin}/?game=connect-four&o=casual&moves=d1,b1,d2,b2,e1,b3`);
        await shown(page);
        await cell(page, 41).click();
        await page.locator("#coach", { hasText: "Wait – this loses" }).waitFor();
        await whole(page, "#take-back", "#play-anyway");
        await shot(`coach-${viewport.width}-${viewport.height}`);
        await close();
    });
}

test("on a phone that lies a review is whole beside its board, which stays in sight", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&moves=444243414&view=explore", { viewport: LYING });
    await page.locator(".accuracy").first().waitFor();
    await page.locator(".game-moves .label").first().scrollIntoViewIfNeeded();
    const cut = await readAll(page, "#game-review :is(.figures, .figures *, .game-moves, .game-moves *)", all => all.filter(one => !one.matches(".sr, .sr *") && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline").map(one => one.outerHTML.slice(0, 80)));
    assert.deepEqual(cut, []);
    const [board, list] = await boxesOf(page, "#board", ".game-moves");
    assert.ok(list.y < LYING.height && board.y >= 0 && board.y < 12, JSON.stringify({ board, list }));
    await shot("lying-review");
    await close();
});
