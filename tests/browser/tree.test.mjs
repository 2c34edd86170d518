// The tree on large boards and at depth: never a dead end, never too wide to see.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./axe.mjs";
import { DESKTOP, openPage, PHONE, start, TABLET } from "./server.mjs";
import { becomes, boxOf, cell, counts, openTools, readAll, readOne, textsAre } from "./steps.mjs";

const { origin, browser } = await start();

const grown = page => page.locator(".node").first().waitFor();
/** Waits until the picture is seen whole. */
const isWhole = page => becomes(() => readOne(page, ".tree-scroll", one => one.scrollWidth <= one.clientWidth + 1), true, "whole");
const deepen = async (page, depth) => {
    const answered = page.waitForResponse(response => response.url().endsWith("/v1/tree"));
    await page.locator("#tree-depth").fill(String(depth));
    await page.locator("#tree-depth").blur();
    await answered;
    // Minimax's tree is another call: the picture is drawn when both have come.
    await page.locator(".tree-stage:not([aria-busy])").waitFor();
};

test("on a large board the tree is one of candidate moves, at every depth", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=gomoku&moves=h8,h9,g9&tab=tree");
    for (const depth of [2, 1, 4, 6]) {
        if (depth !== 2) await deepen(page, depth);
        await grown(page);
        await page.locator(".candidates", { hasText: /This is the tree of the most promising ones: [a-o]\d+/ }).waitFor();
        assert.ok(!/\/maxNodes|dead/.test(await page.locator("#tree").textContent()));
        await isWhole(page);
        await page.locator(".node .mini-last").first().waitFor({ state: "attached" });
    }
    await shot("tree-gomoku");
    await close();
});

for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: undefined })) {
    test(`a deep tree fits the panel, and the best of it is drawn: ${device}`, async () => {
        const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2&tab=tree", { viewport });
        await grown(page);
        await deepen(page, 4);
        await isWhole(page);
        const { width } = await boxOf(page, ".node");
        assert.ok(width > 24, `nodes of ${width} px`);
        // The principal variation goes down to the horizon, and something else is drawn beside it.
        await becomes(() => readAll(page, ".node.best:not(.fold)", all => new Set(all.map(one => one.getAttribute("aria-level"))).size), 4);
        await page.locator(".node.fold").nth(2).waitFor({ state: "attached" });
        await close();
    });
}

for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    test(`the tree can be read as it opens, wide it fills its frame, and sides have their names: ${device}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&moves=c1,d1,c2,d2,c3,d3,d4,g1,d5,c4&tab=tree", { viewport });
        await grown(page);
        const first = page.locator(".node[aria-level='2']:not(.fold)").first();
        const size = await readOne(page, ".node[aria-level='2']:not(.fold)", one => {
            const zoom = one.getBoundingClientRect().width / one.offsetWidth || 1;
            return { width: one.getBoundingClientRect().width, text: parseFloat(getComputedStyle(one.querySelector(".worth")).fontSize) * zoom };
        });
        assert.ok(size.width >= 60 && size.text >= 11, JSON.stringify(size));
        // Discs, not signs.
        await page.locator(".tree .mini-disc.X").first().waitFor({ state: "attached" });
        await page.locator("#tree", { hasText: /Red is to move and wants the highest value \(MAX\)\. Best as far as this tree looks: f1\.Nothing was known before/ }).waitFor();
        await textsAre(page, ".layers span", ["RedMAX", "YellowMIN", "RedMAX"]);
        assert.deepEqual(await readAll(page, ".layers .stone", all => all.map(one => one.classList.contains("X"))), [true, false, true], "each layer has the disc of its side");
        await first.click();
        await page.locator(".node-detail", { hasText: /^Red plays [a-g]\dValue for Red: (at most )?.*Yellow is to move and wants the lowest value \(MIN\)/ }).waitFor();
        await page.getByRole("button", { name: "Open wide" }).click();
        // The picture fills the height.
        await page.waitForFunction(() => {
            const { top, height } = document.querySelector(".tree-scroll").getBoundingClientRect();
            const bottom = Math.max(...[...document.querySelectorAll(".node[aria-level='3']")].map(one => one.getBoundingClientRect().bottom));
            const filled = (bottom - top) / height;
            return filled > 0.85 && filled <= 1;
        });
        await shot(`tree-read-${device}`);
        await close();
    });
}

test("while the tree grows, something says so in place of the picture and its buttons", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2&view=explore&x=you&o=you");
    await cell(page, 4).waitFor();
    let answer;
    await page.route("**/v1/tree", async route => {
        await new Promise(resolve => { answer = resolve; });
        await route.continue();
    }, { times: 1 });
    await openTools(page, "tree");
    await page.locator(".tree-stage[aria-busy]", { hasText: "Searching …" }).waitFor();
    assert.equal(await page.locator(".tree-body .stepper:visible").count(), 0);
    answer();
    await grown(page);
    await counts(page, ".tree-stage[aria-busy]", 0);
    await close();
});

test("what is folded opens on a click and by keys, and what was seen stays", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&tab=tree");
    await grown(page);
    const labels = () => readAll(page, ".node", all => all.map(one => one.getAttribute("aria-label")));
    const before = await labels();
    const fold = page.locator(".node.fold[aria-level='2']");
    const folded = Number(/\d+/.exec(await fold.textContent())[0]);
    await fold.click();
    const more = least => page.waitForFunction(least => document.querySelectorAll(".node").length >= least, least);
    await more(before.length + Math.min(folded, 8) - 1);
    const after = await labels();
    for (const label of before.filter(one => !/ more after/.test(one))) assert.ok(after.includes(label), label);
    await page.waitForFunction(() => document.activeElement.getAttribute("role") === "treeitem");
    await page.locator(".node.fold").last().focus();
    await page.keyboard.press("Enter");
    await more(after.length + 1);
    await close();
});

test("what is cut off says why, and shows as a shadow what minimax looks at there", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?moves=b2,a1&tab=tree");
    await grown(page);
    await page.getByRole("button", { name: "Open wide" }).click();
    const cut = page.locator(".node.cut").last();
    await cut.click();
    await page.locator(".node-detail", { hasText: /Not looked at: .*O already has .* here, and X has .* elsewhere/ }).waitFor();
    const shadows = await page.locator(".node.shadow").count();
    await page.getByRole("button", { name: /Show what minimax looks at here/ }).click();
    await page.locator(".node.shadow").nth(shadows).waitFor({ state: "attached" });
    await page.locator(".node.shadow").last().click();
    await page.locator(".node-detail", { hasText: "Only minimax looks here; alpha-beta does not. Not looked at" }).waitFor();
    await shot("tree-shadow");
    await page.getByLabel("Close").or(page.getByRole("button", { name: "Close" })).click();
    await page.getByLabel("Picture of").selectOption("alpha-beta");
    await counts(page, ".node.shadow", 0);
    await page.getByLabel("Picture of").selectOption("minimax");
    await counts(page, ".node.cut", 0);
    await close();
});

test("the tree opens wide, where more of it is drawn, is zoomed by wheel and buttons, and dragged", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2&tab=tree");
    await grown(page);
    await deepen(page, 4);
    const inPanel = await page.locator(".node").count();
    await page.getByRole("button", { name: "Open wide" }).click();
    await page.locator(".node").nth(inPanel).waitFor({ state: "attached" });
    await isWhole(page);
    await shot("tree-wide");
    const width = async () => (await boxOf(page, ".node")).width;
    const first = await width();
    for (let clicks = 0; clicks < 3; clicks++) await page.getByRole("button", { name: "Larger" }).click();
    await becomes(async () => await width() > first * 1.5, true, "larger");
    const box = await boxOf(page, ".tree-scroll");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const larger = await width();
    await page.mouse.wheel(0, 100);
    await page.waitForFunction(before => document.querySelector(".node").getBoundingClientRect().width < before * 0.95, larger);
    const scrolled = () => readOne(page, ".tree-scroll", one => [one.scrollLeft, one.scrollTop]);
    const before = await scrolled();
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 90, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await becomes(async () => String(await scrolled()) !== String(before), true, "dragged");
    await page.getByRole("button", { name: "Fit" }).click();
    await isWhole(page);
    await page.keyboard.press("Escape");
    await page.locator(".tree-dialog").waitFor({ state: "hidden" });
    await isWhole(page);
    await page.waitForFunction(() => document.activeElement.textContent === "Open wide");
    await close();
});

test("a game that is over has no tree, whatever picture is chosen", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&moves=a1,b1,a2,b2&x=you&o=you&tab=tree");
    await grown(page);
    await cell(page, 0).click();
    await page.locator(".tree-stage .empty", { hasText: "The game is over" }).waitFor();
    await page.locator("#tree").getByLabel("Picture of").selectOption("minimax");
    await counts(page, ".node", 0);
    await close();
});

test("two fingers zoom the tree", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2&tab=tree", { viewport: PHONE, hasTouch: true });
    await grown(page);
    await page.locator(".tree-scroll").scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxOf(page, ".tree-scroll");
    const [cx, cy] = [x + width / 2, y + height / 2];
    const before = (await boxOf(page, ".node")).width;
    const touch = await page.context().newCDPSession(page);
    const fingers = apart => [{ x: cx - apart, y: cy, id: 1 }, { x: cx + apart, y: cy, id: 2 }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(30) });
    for (const apart of [40, 60, 80]) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(apart) });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.waitForFunction(width => document.querySelector(".node").getBoundingClientRect().width > width * 1.5, before);
    await close();
});

test("values, sums and counts are those of the service", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&tab=tree");
    await grown(page);
    const tree = await (await fetch(`${origin}/v1/tree`, {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ depth: 2, heuristic: "lines" }),
    })).json();
    await page.locator(".compare", { hasText: new RegExp(`alpha-beta${tree.search.nodes} nodes.*minimax82 nodes`) }).waitFor();
    const shown = await readAll(page, ".node.leaf:not(.shadow)", all => all.map(one => Number(one.getAttribute("data-id"))));
    const leaf = tree.nodes[shown.find(id => tree.nodes[id].static.lines.length > 1)];
    await page.locator(`.node[data-id="${leaf.id}"]`).click();
    await becomes(async () => {
        const amounts = await page.locator(".node-detail tbody .amount").allTextContents();
        return [amounts.length, amounts.reduce((total, text) => total + Number(text.replace("−", "-")), 0)];
    }, [leaf.static.lines.length, leaf.static.value]);
    await close();
});

test("the search is walked through moment by moment, and the tree with the arrow keys", async () => {
    const { page, close } = await openPage(browser, origin, "/?moves=b2,a1&tab=tree");
    await grown(page);
    await page.getByRole("button", { name: "To the beginning" }).click();
    await page.locator(".node.open[aria-label*='being searched']").first().waitFor();
    await page.locator(".node.ahead").nth(1).waitFor({ state: "attached" });
    for (let moment = 0; moment < 12; moment++) await page.getByRole("button", { name: "One moment forward" }).click();
    await counts(page, ".node[aria-selected=true]", 1);
    await page.locator(".moments").getByRole("button", { name: "To the end" }).click();
    await counts(page, ".node.ahead", 0);
    const chosen = level => page.waitForFunction(level => document.activeElement.getAttribute("aria-level") === level, level);
    await page.locator(".node[aria-level='1']").click();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await chosen("2");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    await chosen("1");
    await close();
});

for (const [device, viewport] of Object.entries({ phone: PHONE, tablet: TABLET, desktop: DESKTOP })) {
    for (const scheme of ["light", "dark"]) {
        test(`the wide tree is accessible: ${device}, ${scheme}`, async () => {
            const { page, close, shot } = await openPage(browser, origin, "/?game=tic-tac-toe&moves=b2,a1&tab=tree", { viewport, scheme });
            await grown(page);
            await page.getByRole("button", { name: "Open wide" }).click();
            await page.locator(".node.fold").first().click();
            await check(page, "wide tree");
            await shot(`tree-wide-${device}-${scheme}`);
            await close();
        });
    }
}

test("a tree that did not come can be asked for again", async () => {
    const { page, close } = await openPage(browser, origin, "/?moves=b2&tab=analysis", { expected: /Failed to load resource/ });
    await cell(page, 4).waitFor();
    await page.route("**/v1/tree", route => route.fulfill({
        status: 422, contentType: "application/problem+json", body: JSON.stringify({ code: "invalid-request", status: 422, title: "No", detail: "not now" }),
    }));
    await openTools(page, "tree");
    const again = page.locator("#tree").getByRole("button", { name: "Try again" });
    await again.waitFor();
    await page.unroute("**/v1/tree");
    await again.click();
    await grown(page);
    await again.waitFor({ state: "detached" });
    await close();
});

test("a value that is a bound stays in its card", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=explore&game=tic-tac-toe&moves=c3,b2,a1&tab=tree");
    await page.locator(".worth", { hasText: "≤−10" }).first().waitFor();
    const out = await readAll(page, ".worth", all => all.filter(one => one.getBoundingClientRect().right > one.closest(".node").getBoundingClientRect().right - 2).map(one => one.textContent));
    assert.deepEqual(out, []);
    await close();
});
