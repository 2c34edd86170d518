// The content of links, the effect of Back, and the page while the service is away or busy.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Client } from "../../clients/js/index.js";
import { DESKTOP, NO_SUCH_PUZZLE, openPage, PHONE, start } from "./server.mjs";
import { addressOf, becomes, boxesOf, boxOf, cell, chooseGame, copied, counts, holdTimers, postpone, queryHas, queryOf, readAll, says, taken } from "./steps.mjs";

const { origin, browser } = await start();


test("a link to a position with the engine to move opens paused", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=4,4,5");
    await says(page, "Moss waits");
    await taken(page, 3);
    await queryHas(page, { moves: "d1,d2,e1" });
    await page.getByRole("button", { name: "Go on" }).click();
    await taken(page, 4);
    await close();
});

test("a link names columns by letters, also beside cells", async () => {
    for (const [moves, all] of [["d,d,e", "d1,d2,e1"], ["d,D2,d", "d1,d2,d3"]]) {
        const { page, close } = await openPage(browser, origin, `/?game=connect-four&moves=${moves}`);
        await says(page, "Moss waits");
        await queryHas(page, { moves: all });
        await close();
    }
});

test("a link may name the engine's level as a request does", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&moves=h8&level=club");
    await says(page, "Vera waits");
    await queryHas(page, { o: "club" });
    await close();
});

test("a link of the package opens its game", async () => {
    const client = new Client(origin);
    const { game, move } = await client.move({ game: "gomoku", moves: "h8 h9", depth: 1 });
    const own = await client.position({ game: { width: 4, height: 3, k: 3 } });
    for (const [fields, expected] of [
        [{ game: "connect-four", moves: "4453", o: "you" }, ["connect-four", "d1,d2,e1,c1", null]],
        [{ game, moves: ["h8", "h9", move] }, ["gomoku", `h8,h9,${move.name}`, null]],
        [{ game: own.game, moves: "a1 b2" }, [JSON.stringify(own.game), "a1,b2", null]],
        [{ game: "fano", moves: ["0", "1"], view: "explore" }, ["fano", "0,1", null]],
        [{ board: ["XO.", "...", "..."], o: "you" }, ["tic-tac-toe", null, "XO......."]],
    ]) {
        const { page, close } = await openPage(browser, origin, client.pageUrl(fields).slice(origin.length));
        await taken(page, expected[1]?.split(",").length ?? 2);
        const [name, moves, board] = expected;
        await queryHas(page, { game: name, moves, board });
        await close();
    }
});

test("a link of the package opens the puzzle of a day", async () => {
    const { page, close } = await openPage(browser, origin, new Client(origin).pageUrl({ view: "puzzle", date: "2026-11-22" }).slice(origin.length), { expected: NO_SUCH_PUZZLE });
    await page.locator(".beads .now").waitFor();
    await queryHas(page, { view: "puzzle", date: "2026-11-22" });
    await close();
});

test("the address holds seats, level, panel and scores, and Share copies it", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&tab=opponents", { permissions: ["clipboard-read", "clipboard-write"] });
    await says(page, "X to move");
    await page.getByRole("radio", { name: "Engine" }).first().check();
    await page.getByLabel("Level of X").selectOption("club");
    await page.getByRole("radio", { name: "You" }).nth(1).check();
    // The engine's first move is part of the address. In Explore engines move beside the players alone.
    await taken(page, 1);
    await page.click("#tab-analysis");
    const link = (await copied(page, () => page.click("#copy-link"))).split(/ (?=http)/).at(-1);
    const { pathname, search, searchParams } = new URL(link);
    assert.deepEqual([searchParams.get("x"), searchParams.get("o"), searchParams.get("moves")?.length], ["club", "you", 2]);
    const other = await openPage(browser, origin, pathname + search);
    await other.page.locator("#opponent", { hasText: "Vera" }).waitFor();
    await says(other.page, "Your move");
    await other.close();
    const { pathname: path, search: look } = new URL(await addressOf(page));
    const explored = await openPage(browser, origin, path + look);
    await taken(explored.page, 1);
    await explored.page.locator("#tab-analysis[aria-selected=true]").waitFor({ state: "attached" });
    await explored.close();
    await close();
});

test("without a clipboard the link can be copied by hand", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&view=explore");
    await says(page, "X to move");
    await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed")); });
    await page.click("#copy-link");
    await becomes(() => page.getByLabel("Link to copy").inputValue(), `${origin}/?game=tic-tac-toe`);
    await close();
});

test("a game is one entry: Back leads to the one before, which is said", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe");
    await says(page, "Your move");
    const before = await page.evaluate(() => history.length);
    await page.locator("[data-cell='4']").click();
    await taken(page, 2);
    await says(page, "Your move");
    await page.locator("[data-cell='8']:not(.taken), [data-cell='6']:not(.taken)").first().click();
    await taken(page, 4);
    await says(page, "Your move");
    assert.equal(await page.evaluate(() => history.length), before, "moves make no entries");
    await chooseGame(page, "connect-four");
    await taken(page, 0);
    await page.locator("#notice", { hasText: "leads to the one before" }).waitFor();
    await becomes(() => page.evaluate(() => history.length), before + 1);
    await page.goBack();
    await taken(page, 4);
    await counts(page, "[data-cell]", 9);
    await page.goForward();
    await taken(page, 0);
    await counts(page, "[data-cell]", 42);
    await close();
});

test("an outage is waited out, and the game goes on", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe", { expected: /ERR_CONNECTION_REFUSED|ERR_FAILED/ });
    await says(page, "Your move");
    await page.route(/\/v1\//, route => route.abort("connectionrefused"));
    await page.locator("[data-cell='4']").click();
    await says(page, "No connection");
    await page.waitForTimeout(800);
    await page.unroute(/\/v1\//);
    await taken(page, 2);
    await says(page, "Your move");
    await close();
});

test("a service that fails is no lost connection", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe", { expected: /status of 500/ });
    await says(page, "Your move");
    await page.route(/\/v1\//, route => route.fulfill({ status: 500, contentType: "text/html", body: "<h1>Internal Server Error</h1>" }));
    await page.locator("[data-cell='4']").click();
    await says(page, "The service fails. Trying again …");
    await page.unroute(/\/v1\//);
    await taken(page, 2);
    await close();
});

test("a busy service is asked again when it says so", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe", { expected: /status of (503|429)/ });
    await says(page, "Your move");
    const times = [];
    const busy = says(page, "Busy, trying again");
    await page.route(/\/v1\/move/, async route => {
        times.push(performance.now());
        if (times.length < 3) return postpone(route, times.length === 1 ? 503 : 429, 1);
        await busy;
        return route.continue();
    });
    await page.locator("[data-cell='4']").click();
    await taken(page, 2);
    assert.equal(times.length, 3);
    assert.ok(times[1] - times[0] >= 950 && times[2] - times[1] >= 950, String(times));
    await close();
});

test("while the first calls find nobody, no button can be pressed, and the page comes by itself", async () => {
    const { page, close } = await openPage(browser, origin, "/docs", { expected: /ERR_CONNECTION_REFUSED|ERR_FAILED/ });
    await page.route(/\/v1\//, route => route.abort("connectionrefused"));
    await page.goto(`${origin}/`);
    await page.locator("#say", { hasText: "No connection" }).waitFor();
    assert.equal(await page.locator("main button:visible:not([disabled])").count(), 0);
    await page.unroute(/\/v1\//);
    await page.locator("#say", { hasText: "One tap makes four" }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll("main button[disabled]").length === 0);
    await close();
});

test("the call for a move is that of a move before the engine has made one", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&o=club&tab=opponents");
    await says(page, "X to move");
    await page.click("#panel-opponents [data-call]");
    const curl = await page.locator(".snippet pre").first().textContent();
    const url = new URL(/'(http[^']*)'/.exec(curl)[1]);
    assert.equal(url.pathname, "/v1/move");
    assert.equal(url.searchParams.get("level"), "club");
    assert.equal((await fetch(url)).status, 200);
    await close();
});

test("the link of a game that is over tells who beat whom, and lets the visitor try", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner&moves=d1,a1,d2,a2,d3,a3,d4");
    await page.locator("#end .end-title", { hasText: "Your friend beat Pip" }).waitFor();
    assert.equal(await page.getByText("You are good at this!").count(), 0, "nobody here has won");
    await page.locator("#rematch", { hasText: "Try it yourself" }).click();
    await page.locator("#end").waitFor({ state: "hidden" });
    await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length === 0);
    await close();
});

test("what came of sharing stands on the button, and belongs to no other place", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=api", { permissions: ["clipboard-read", "clipboard-write"] });
    await holdTimers(page, 4000);
    let judge = () => {};
    const shared = new Promise(resolve => { judge = resolve; });
    await page.route("**/v1/review*", async route => {
        await shared;
        await route.continue();
    });
    await page.goto(`${origin}/?game=connect-four&o=beginner&moves=d1,a1,d2,a2,d3,a3,d4`);
    await page.locator("#end-share").waitFor();
    await page.click("#end-share");
    await page.locator("#end-share", { hasText: "Copied" }).waitFor();
    assert.equal(await page.locator("#notice").textContent(), "");
    // The game is judged, so that the turn is a place before its end; the card that is drawn anew still says the outcome.
    judge();
    await page.locator("#end .turned").waitFor();
    await page.locator("#end-share", { hasText: /Copied/ }).waitFor({ state: "attached" });
    await page.click("#see-turn");
    await page.locator(".accuracy").waitFor();
    await page.click("#copy-link");
    await page.locator("#copy-link", { hasText: "Copied" }).waitFor();
    await page.click(".places [data-place=play]");
    await page.locator("#end").waitFor();
    assert.equal(await page.locator("#notice").textContent(), "");
    await close();
});

for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    test(`what takes the game with it says so itself, to eyes and ears: ${device}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2,c1&view=explore", { viewport, permissions: ["clipboard-read", "clipboard-write"] });
        await page.locator(".accuracy").waitFor();
        await becomes(() => readAll(page, ".exports button", all => new Set(all.map(one => Math.round(one.getBoundingClientRect().top))).size), 1, "all in one row");
        const end = await holdTimers(page, 4000);
        for (const [id, said] of [["copy-link", "Copied"], ["copy-picture", "Saved"], ["copy-moves", "Copied"]]) {
            const { width } = await boxOf(page, `#${id}`);
            await page.click(`#${id}`);
            await page.locator(`#${id}`, { hasText: said }).waitFor();
            await page.locator("#said", { hasText: `${said}.` }).waitFor({ state: "attached" });
            assert.equal((await boxOf(page, `#${id}`)).width, width, "nothing moves");
        }
        await shot(`export-${device}`);
        await end();
        for (const name of ["Link", "Moves", "Picture"]) await page.locator(".exports button", { hasText: name }).waitFor();
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "1. d1 d2\n2. c1");
        await close();
    });
}

test("a link that names no players says nothing of an opponent", async () => {
    const game = "game=connect-four&moves=a1,d1,a2,e1,d2,c1,g1,b1";
    for (const path of [`/?${game}`, `/?${game}&view=explore`, "/?game=connect-four&moves=a1,d1,a2&view=explore"]) {
        const { page, close } = await openPage(browser, origin, path);
        await page.locator(path.includes("explore") ? "#game-review .accuracy" : "#end .turned").waitFor();
        assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /Moss|friend beat|beat your/, path);
        await close();
    }
    // One that has begun can be played on.
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=a1,d1");
    await page.locator("#opponent", { hasText: "Moss" }).waitFor();
    await cell(page, 38).click();
    await taken(page, 4);
    // It names its players from then on.
    await queryHas(page, { o: "casual" });
    await close();
});

test("moves of the visitor's own game without its players have those of the game; of another one they are not said", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&o=club");
    await says(page, "Your move");
    await page.locator("[data-cell='112']").click();
    await taken(page, 2);
    const moves = (await queryOf(page)).get("moves");
    await page.goto(`${origin}/?view=explore&game=gomoku&moves=${moves}`);
    await page.locator("#who .name", { hasText: "Your game against Vera" }).waitFor();
    await queryHas(page, { o: "club" });
    // The list of games is short: of one that has left it, nobody is named.
    await page.evaluate(() => localStorage.removeItem("inarow-games"));
    await page.goto(`${origin}/?view=explore&game=gomoku&moves=${moves}`);
    await page.locator("#who .name", { hasText: /^Gomoku, freestyle$/ }).waitFor();
    await queryHas(page, { o: null });
    await close();
});

test("a game that is shared names who won to those who read it", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=casual&moves=a1,b1,a2,b2,a3,b3", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator("#hint:not([disabled])").waitFor();
    await cell(page, 14).click();
    await page.locator("#end", { hasText: "You win!" }).waitFor();
    const [title, link] = (await copied(page, () => page.click("#end-share"))).split(/ (?=http)/);
    assert.equal(title, "inarow – Connect Four, Red against Moss: Red wins");
    const read = await openPage(browser, origin, link.slice(origin.length));
    await read.page.locator("#end", { hasText: "Your friend beat Moss" }).waitFor();
    assert.doesNotMatch(await read.page.evaluate(() => document.body.innerText + document.title), /You win/);
    await read.close();
    await close();
});

test("a link with a record opens its game, in any notation; one that cannot be read says so", async () => {
    const sgf = encodeURIComponent("(;FF[4]GM[4]SZ[15];B[hh];W[hg];B[ih])");
    for (const [path, wanted, stones] of [
        ["/?record=b2+a1+c3", { game: "tic-tac-toe", moves: "b2,a1,c3", o: "you" }, 3], ["/?game=connect-four&record=4453&o=club", { game: "connect-four", moves: "d1,d2,e1,c1", o: "club" }, 4],
        [`/?record=${sgf}&view=explore`, { game: "gomoku", moves: "h8,h9,i8", view: "explore", o: "you" }, 3], ["/?game=6x5x4&record=c3b2", { game: "6x5x4", moves: "c3,b2" }, 2],
    ]) {
        const { page, close } = await openPage(browser, origin, path);
        await taken(page, stones);
        await queryHas(page, { ...wanted, record: null });
        assert.equal(/Moss/.test(await page.locator("#who").innerText()), false, "nobody of this page has played it");
        await close();
    }
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&record=nonsense", { expected: /status of 422/ });
    await page.locator("#notice", { hasText: "The record in this link cannot be read." }).waitFor();
    await taken(page, 0);
    await close();
});

test("a saved picture has the won line, and says who played and how it ended", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=api");
    await page.addInitScript(() => {
        const { fillText } = CanvasRenderingContext2D.prototype;
        globalThis.texts = [];
        CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
            globalThis.texts.push(text);
            fillText.call(this, text, ...rest);
        };
    });
    const reader = await page.context().newPage();
    const save = async path => {
        await page.goto(origin + path);
        await page.locator(".accuracy").waitFor();
        const [download] = await Promise.all([page.waitForEvent("download"), page.click("#copy-picture")]);
        const source = `data:image/png;base64,${(await readFile(await download.path())).toString("base64")}`;
        /** The colour at a place, in cells. */
        const at = (x, y) => reader.evaluate(async ([url, left, top]) => {
            const image = await createImageBitmap(await (await fetch(url)).blob());
            const c = new OffscreenCanvas(image.width, image.height).getContext("2d");
            c.drawImage(image, 0, 0);
            return [...c.getImageData((left + 0.3) * 64, (top + 0.3) * 64, 1, 1).data.slice(0, 3)].join(" ");
        }, [source, x, y]);
        return { at, texts: await page.evaluate(() => globalThis.texts) };
    };
    // A capsule around four red discs of the first column: its side, and the background beside another disc.
    const rack = await save("/?game=connect-four&moves=a1,b1,a2,b2,a3,b3,a4&view=explore&o=casual");
    assert.deepEqual(rack.texts, ["Connect Four, Red against Moss", "Red wins"]);
    assert.equal(await rack.at(0.02, 4), "255 255 255");
    assert.notEqual(await rack.at(1.02, 4), "255 255 255");
    const wood = await save("/?game=gomoku&moves=h8,a1,h9,c1,h10,e1,h11,g1,h12&view=explore");
    assert.deepEqual(wood.texts, ["Gomoku, freestyle", "Black wins"]);
    assert.equal(await wood.at(7.02, 5), "255 255 255");
    await close();
});

test("on a phone the share icon says at the end of a game what came of it", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=casual&moves=a1,b1,a2,b2,a3,b3", { viewport: PHONE, permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator("#hint:not([disabled])").waitFor();
    await cell(page, 14).click();
    await page.locator("#end", { hasText: "You win!" }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.closest("#end button")), null, "a tap gives no button the focus");
    const { y } = await boxOf(page, "#board");
    const end = await holdTimers(page, 8000);
    await page.click("#share");
    await page.locator("#notice", { hasText: "The link is copied." }).waitFor();
    const [board, news] = await boxesOf(page, "#board", "#notice");
    assert.equal(board.y, y, "and pushes nothing");
    assert.ok(await readAll(page, "#end button", all => Math.min(...all.map(one => one.getBoundingClientRect().top))) > news.bottom, "news lie on no button");
    assert.equal(await page.evaluate(({ x, y }) => document.elementFromPoint(x + 9, y + 9).id, news) === "notice", false, "taps go through");
    await end();
    await page.locator("#notice:empty").waitFor({ state: "attached" });
    await close();
});
