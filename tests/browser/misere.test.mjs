// Where a line loses, the loser makes the last move: the page tells distances in the same words as the service.

import assert from "node:assert/strict";
import { test } from "node:test";
import { describe } from "../../src/playground/score.js";
import { NO_SUCH_PUZZLE, openPage, start } from "./server.mjs";
import { api, cell } from "./steps.mjs";

const { origin, browser } = await start();

/** The service's result of each move, by its name, in the words of the page: "c2" "wins in 2 moves". */
async function told(game, moves) {
    const text = await (await fetch(`${origin}/v1/analysis?${new URLSearchParams({ game, moves })}`, { headers: { accept: "text/plain" } })).text();
    const [, mover] = /^([XO]) to move/m.exec(text);
    return new Map([...text.matchAll(/^\d+\. (\S+): (?:([XO]) wins (.+) \(\d+ pl.+|a draw.+)$/gm)].map(([, name, who, soon]) => [name, who ? `${who === mover ? "wins" : "loses"} ${soon}` : "draws"]));
}

test("distances of a dozen positions of three games are those of the service", async () => {
    let seed = 7;
    const random = size => Math.floor((seed = seed * 48271 % 2147483647) / 2147483647 * size);
    const words = new Set();
    for (const [game, plies] of [["misere-tic-tac-toe", 4], ["4,3,3m", 5], ["4,4,3gm", 5]]) for (let at = 0; at < 4; at++) {
        let moves = "";
        for (let ply = 0; ply < plies; ply++) {
            const { lines } = await api(origin, "/v1/analysis", { game, moves });
            // No line is made before its end.
            const free = lines.filter(({ score }) => score.plies !== 1);
            moves = [moves, free[random(free.length)].move.name].filter(Boolean).join(",");
        }
        const { lines } = await api(origin, "/v1/analysis", { game, moves });
        const said = await told(game, moves);
        assert.equal(said.size, lines.length);
        for (const { move, score } of lines) {
            assert.equal(describe(score, null).verb, said.get(move.name), `${game} ${moves} ${move.name}`);
            words.add(describe(score, null).verb);
        }
    }
    for (const one of ["loses at once", "loses in 1 move", "wins in 2 moves"]) assert.ok(words.has(one), `${one} among ${[...words]}`);
});

test("list, words, hint and bar of a position tell the same distances", async () => {
    const moves = "a1,b2,a2,b3";
    const { page, close, shot } = await openPage(browser, origin, `/?game=misere-tic-tac-toe&moves=${moves}&view=explore`);
    await page.locator("#best-moves .done").waitFor();
    await page.locator("#best-moves summary").first().click();
    for (const [name, words] of await told("misere-tic-tac-toe", moves)) await page.locator(".line-name", { hasText: `${name} ${words}` }).waitFor();
    await page.locator("#outlook", { hasText: "c2 wins in 2 moves." }).waitFor();
    await page.locator("#evaluation", { hasText: "win in 2" }).waitFor();
    await shot("misere-explore");
    // The side to move has to make a line.
    await page.goto(`${origin}/?game=misere-tic-tac-toe&moves=${moves},c2,a3,c3&view=explore`);
    await page.locator(".line-name", { hasText: "b1 loses at once" }).waitFor();
    await page.locator("#evaluation", { hasText: "win now" }).waitFor();
    await close();
});

test("the coach, the lesson and the puzzle say that a line loses at once", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=misere-tic-tac-toe&moves=a1,b2,a2,b1,a3&o=perfect&view=explore", { expected: NO_SUCH_PUZZLE });
    await page.click("#learn-start");
    await page.locator("#learn [role=status]", { hasText: "It loses at once. Tap on the board." }).waitFor();
    await cell(page, 0).click();
    await page.locator("#learn", { hasText: "a3 is what you played: O wins at once, as a line loses here." }).waitFor();
    await cell(page, 1).click();
    await page.locator("#learn", { hasText: "Not b3: O answers c3 and wins in 2 moves." }).waitFor();
    await shot("misere-lesson");
    await page.goto(`${origin}/?view=puzzle&game=misere-tic-tac-toe&level=win-in-2&seed=1`);
    await page.locator(".beads .now").waitFor();
    const { lines } = await api(origin, "/v1/analysis", { game: "misere-tic-tac-toe", moves: (await api(origin, "/v1/puzzles", { game: "misere-tic-tac-toe", theme: "win-in-2", seed: 1 })).moves.map(({ name }) => name) });
    const soon = lines.find(({ score }) => score.plies === 1);
    await cell(page, soon.move.cell).click();
    await page.locator(".said", { hasText: `Not ${soon.move.name}. X wins at once, as a line loses here.` }).waitFor();
    await close();
});
