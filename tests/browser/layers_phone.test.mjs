// Qubic and Score Four on phones: cells for fingers, numbers that can be read, nothing cut, and the state of the game in sight.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, start } from "./server.mjs";
import { endAt, readOne } from "./steps.mjs";

const { origin, browser } = await start();

const QUBIC = "/?game=qubic&moves=21,22,42,0,5,10,63,3";
const SCORE_FOUR = "/?game=score-four&moves=53,48,37,49";
/** Addresses, each with the selector to wait for and the elements that must be whole besides. */
const STATES = {
    "Qubic": ["/?game=qubic", "#hint:not([disabled])", ["#status", "#undo", "#hint"]],
    "Qubic with signs": [`${QUBIC}&o=beginner`, ".cell .score", ["#status", "#outlook", "#undo", "#hint"]],
    "Qubic of two persons": [`${QUBIC}&x=you&o=you`, "#hint:not([disabled])", ["#status", "#undo", "#hint"]],
    "Qubic in Explore": [`${QUBIC}&view=explore`, ".cell .score", ["#status"]],
    "Qubic with a friend": ["/?game=qubic&view=friend", "#friend .name-field", ["#who .name"]],
    "Qubic at its end": ["/?game=qubic&moves=0,16,1,17,2,18,3&o=casual", "#end .end-title", ["#end .end-title", "#rematch", "#see-turn"]],
    "Score Four": ["/?game=score-four", "#hint:not([disabled])", ["#status", "#undo", "#hint"]],
    "Score Four with signs": [`${SCORE_FOUR}&o=beginner`, ".cell .score", ["#status", "#outlook", "#undo", "#hint"]],
    "Score Four in Explore": [`${SCORE_FOUR}&view=explore`, ".cell .score", ["#status"]],
};

for (const height of [844, 664]) {
    for (const [state, [path, ready, inSight]] of Object.entries(STATES)) {
        test(`${state} on 390×${height}`, async () => {
            const { page, close, shot } = await openPage(browser, origin, "/?view=api", { viewport: { width: 390, height } });
            // To a deeper search all moves look the same, which none has a sign for.
            await endAt(page, "analysis", 2);
            await page.goto(origin + path);
            await page.locator("[data-cell]").first().waitFor();
            await page.locator(ready).first().waitFor();
            await shot(`layers-${state.replaceAll(" ", "-").toLowerCase()}-${height}`);
            const seen = await page.evaluate(parts => {
                const box = one => one.getBoundingClientRect().toJSON();
                const bar = document.querySelector(".tabs-bar");
                const floor = bar.checkVisibility() ? box(bar).top : innerHeight;
                const cells = [...document.querySelectorAll("[data-cell]")];
                const numbers = cells.map(one => one.querySelector(".cell-number")).filter(one => one && getComputedStyle(one).visibility === "visible");
                return {
                    floor,
                    beyond: document.documentElement.scrollWidth - innerWidth,
                    below: document.documentElement.scrollHeight - innerHeight,
                    small: cells.map(one => Math.min(box(one).width, box(one).height)).filter(side => side < 40).length,
                    cut: cells.filter(one => box(one).left < 0 || box(one).right > innerWidth || box(one).bottom > floor).length,
                    numbers: numbers.length,
                    letters: Math.min(...numbers.map(one => parseFloat(getComputedStyle(one).fontSize))),
                    covered: numbers.filter(one => {
                        const score = one.parentElement.querySelector(".score");
                        // Figures are no higher than their font size.
                        return score && box(score).top < box(one).top + parseFloat(getComputedStyle(one).fontSize) - 1;
                    }).length,
                    names: [...document.querySelectorAll(".plate-name")].map(box),
                    parts: parts.map(part => [part, box(document.querySelector(part))]),
                };
            }, inSight);
            assert.equal(seen.small, 0, "each cell has 40 pixels");
            assert.equal(seen.cut, 0, "each cell is whole");
            assert.equal(seen.beyond, 0);
            if (!path.includes("explore") && !path.includes("friend")) assert.ok(seen.below <= 0, `nothing to scroll for: ${seen.below}`);
            if (seen.numbers) assert.ok(seen.letters >= 12 && seen.covered === 0, JSON.stringify([seen.letters, seen.covered]));
            if (ready === ".cell .score") assert.ok(seen.numbers > 40, "each empty cell has its number");
            for (const { left, right } of seen.names) assert.ok(left >= 0 && right <= 390);
            for (const [part, { top, bottom, width }] of seen.parts) assert.ok(width > 0 && top >= 0 && bottom <= seen.floor, `${part}: ${top} to ${bottom} of ${seen.floor}`);
            await close();
        });
    }
}

test("in Explore the arrows of a low phone stay where they are at the end of a game of layers", async () => {
    for (const viewport of [{ width: 390, height: 664 }, { width: 360, height: 640 }]) {
        const { page, close } = await openPage(browser, origin, "/?game=qubic&moves=0,16,1,17,2,18,3&view=explore&x=you&o=club", { viewport });
        await page.locator("#status", { hasText: "X wins!" }).waitFor();
        const place = () => readOne(page, "#back", one => one.getBoundingClientRect().y + scrollY);
        const before = await place();
        await readOne(page, "#back", one => one.click());
        await page.locator("#status", { hasText: "Move 4. X to move" }).waitFor();
        assert.equal(await place(), before);
        await close();
    }
});
