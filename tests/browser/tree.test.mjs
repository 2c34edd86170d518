// The tree on large boards and at depth: never a dead end, never too wide to see.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, start } from "./server.mjs";

const { origin, browser } = await start();

test("a tree that is too large leads to a smaller one", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&tab=tree", { expected: /status of 422/ });
    const way = page.getByRole("button", { name: "Show depth 1" });
    await way.waitFor();
    assert.ok(!/\/maxNodes/.test(await page.locator("#tree").textContent()));
    await way.click();
    await page.locator(".node").first().waitFor();
    assert.ok(await page.locator(".node").count() < 100);
    assert.match(await page.locator(".folded").textContent(), /of 226 nodes are folded away/);
    await close();
});

test("a wide tree fits the panel, is enlarged and dragged", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2&tab=tree");
    await page.locator(".node").first().waitFor();
    await page.locator("#tree-depth").fill("4");
    await page.locator("#tree-depth").blur();
    await page.locator(".folded", { hasText: "folded away" }).waitFor();
    const scroll = page.locator(".tree-scroll");
    const width = () => scroll.evaluate(one => one.scrollWidth);
    assert.ok(await width() < 6200, String(await width()));
    await page.getByRole("button", { name: "Whole tree" }).click();
    assert.ok(await scroll.evaluate(one => one.scrollWidth <= one.clientWidth + 1), "the whole tree is seen");
    for (let clicks = 0; clicks < 5; clicks++) await page.getByRole("button", { name: "Larger" }).click();
    assert.ok(await scroll.evaluate(one => one.scrollWidth > one.clientWidth * 1.5));
    const before = await scroll.evaluate(one => one.scrollLeft);
    await scroll.hover({ position: { x: 200, y: 20 } });
    await page.mouse.down();
    await page.mouse.move(...await scroll.evaluate(one => [one.getBoundingClientRect().left + 120, one.getBoundingClientRect().top + 20]), { steps: 4 });
    await page.mouse.up();
    assert.notEqual(await scroll.evaluate(one => one.scrollLeft), before);
    await shot("tree-wide");
    await close();
});
