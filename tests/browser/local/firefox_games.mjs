// Firefox ESR with the service: whole games, a puzzle to its end, Explore, and nothing on the console.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import puppeteer from "puppeteer-core";
import { startServer } from "../server.mjs";

const executablePath = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const WAIT = { timeout: 60_000 };

const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true, ...WAIT });
after(() => browser.close());
const server = await startServer();
after(server.stop);
const faults = [];
/** Calls that the page has taken back, as it does when a person goes on before a review has come. */
const takenBack = new Set();

async function open(path, width = 390, height = 844) {
    const page = await browser.newPage();
    await page.setViewport({ width, height });
    page.on("pageerror", error => faults.push(error.message));
    page.on("requestfailed", request => request.failure()?.errorText === "NS_BINDING_ABORTED" && takenBack.add(request.url()));
    await page.goto(server.origin + path);
    await page.waitForSelector("#board .cell", WAIT);
    return page;
}
const stones = page => page.$$eval("[data-cell]", cells => cells.toSorted((a, b) => a.dataset.cell - b.dataset.cell).map(one => one.dataset.stone).join(""));
const count = async page => (await stones(page)).replaceAll(".", "").length;
/** The best move, which the service knows. */
async function best(page, game) {
    const board = await stones(page);
    const of = side => board.split(side).length - 1;
    const answer = await fetch(`${server.origin}/v1/analysis?${new URLSearchParams({ game, board, turn: of("X") > of("O") ? "O" : "X" })}`);
    return (await answer.json()).lines[0].move.cell;
}
/** Plays a game to its end, and says how it ended. */
async function playOut(page, game) {
    const isOver = () => page.$eval("html", root => root.hasAttribute("data-over"));
    await page.waitForSelector("#hint:not([disabled])", WAIT);
    for (let turn = 0; turn < 21 && !await isOver(); turn++) {
        const before = await count(page);
        await page.click(`[data-cell="${await best(page, game)}"]`);
        await page.waitForFunction(made => document.querySelectorAll(".cell.taken").length >= made + 2 || document.documentElement.hasAttribute("data-over"), WAIT, before);
        await page.waitForFunction(() => document.documentElement.hasAttribute("data-over") || /^Your move/.test(document.querySelector("#status").textContent), WAIT);
    }
    await page.waitForSelector("#end .end-title", WAIT);
    return page.$eval("#end .end-title", one => one.textContent);
}

test("tic-tac-toe ends in a draw against the strongest", async () => {
    const page = await open("/?game=tic-tac-toe&o=perfect");
    assert.equal(await playOut(page, "tic-tac-toe"), "A draw");
    await page.close();
});

test("Connect Four is won against Pip, and a rematch begins", async () => {
    const page = await open("/?game=connect-four&o=beginner");
    assert.equal(await playOut(page, "connect-four"), "You win!");
    await page.waitForSelector(".overlay rect.won", WAIT);
    // The card comes after the celebration.
    await page.waitForSelector("#rematch", { ...WAIT, visible: true });
    // In one step: the review puts a new card in the place of this one when it comes.
    await page.$eval("#rematch", button => button.click());
    await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length <= 1, WAIT);
    await page.close();
});

test("the puzzle of the day is solved, and survives a reload", async () => {
    const page = await open("/?view=puzzle");
    await page.waitForSelector(".beads .now", WAIT);
    while (await page.$(".beads .now")) {
        const found = (await page.$$(".beads .found")).length;
        await page.click(`[data-cell="${await best(page, "connect-four")}"]`);
        await page.waitForFunction(before => document.querySelectorAll(".beads .found").length > before && (document.querySelector("#puzzle-share") || /answered/.test(document.querySelector(".said").textContent)), WAIT, found);
    }
    await page.waitForSelector("#puzzle-share", WAIT);
    await page.reload();
    await page.waitForSelector("#puzzle-share", WAIT);
    await page.close();
});

test("Explore values moves, reviews a game and goes back in it", async () => {
    const page = await open("/?game=connect-four&moves=d1,b1,d2,b2,e1,b3,g1&view=explore&x=you&o=casual", 1440, 900);
    await page.waitForSelector(".accuracy", WAIT);
    await page.waitForFunction(() => document.querySelectorAll(".column .score").length === 7, WAIT);
    await page.click("#back");
    await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length === 6, WAIT);
    await page.click("#learn-start");
    await page.waitForFunction(() => /Find a better move/.test(document.querySelector("#learn").textContent), WAIT);
    await page.close();
});

test("no page has thrown", () => {
    // Firefox notes a call that was taken back as a failure of the service worker, if its answer was just on its way.
    const isNote = fault => /A ServiceWorker intercepted the request/.test(fault) && [...takenBack].some(url => fault.includes(`‘${url}’`));
    assert.deepEqual(faults.filter(fault => !isNote(fault)), []);
});
