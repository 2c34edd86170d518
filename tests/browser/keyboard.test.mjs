// Whole games by keys alone: the focus is always seen, and each move is read out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, openPage, PHONE, start } from "./server.mjs";
import { becomes, board, escape, focusIsOn, readAll, says, taken } from "./steps.mjs";

const { origin, browser } = await start();

/** Waits until the focused element, of this name, is in sight and has a visible focus. */
async function focusIsSeen(page, what, name = /^/) {
    const look = () => page.evaluate(() => {
        const one = document.activeElement;
        const [own, after] = [getComputedStyle(one), getComputedStyle(one, "::after")];
        const { top, bottom, width } = one.getBoundingClientRect();
        const shown = one.matches("input") ? getComputedStyle(one) : own;
        return {
            name: one.getAttribute("aria-label") ?? one.textContent.trim(), isInside: bottom > 0 && top < innerHeight && width > 0, isBody: one === document.body,
            isDrawn: one.matches(":focus-visible") && (parseFloat(shown.outlineWidth) >= 2 && shown.outlineStyle !== "none" || after.content !== "none" && parseFloat(after.borderTopWidth) >= 2),
        };
    });
    await becomes(async () => {
        const seen = await look();
        return !seen.isBody && seen.isInside && seen.isDrawn && name.test(seen.name) ? "seen" : seen;
    }, "seen", what);
}
/** Tab, until the focused element has this name. */
async function tabTo(page, name, what) {
    for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate(() => document.activeElement === document.body)) continue;
        await focusIsSeen(page, what);
        if (name.test(await page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent.trim()))) return presses + 1;
    }
    return assert.fail(`${what}: no stop is called ${name}`);
}
/** Notes all that is read out. */
const listen = page => page.evaluate(() => {
    window.heard = [];
    const live = document.querySelector("#last-move");
    new MutationObserver(() => window.heard.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true });
});

for (const [device, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    test(`from the first page to a rematch by keys alone: ${device}`, async () => {
        const { page, close } = await openPage(browser, origin, "/", { viewport });
        await page.locator(".column .score.win").waitFor();
        await tabTo(page, /^Column e, .*wins in 1 move, best$/, "the first page");
        await page.keyboard.press("Enter");
        await page.locator("#play-next").waitFor();
        await focusIsSeen(page, "the win", /Play Pip/);
        await page.keyboard.press("Enter");
        await page.locator("#hint:not([disabled])").waitFor();
        await listen(page);
        await tabTo(page, /^Column a/, "a game");
        // Arrows go from column to column, Enter drops; so do the digits.
        for (let turn = 0; turn < 21 && !await page.locator(":root[data-over]").count(); turn++) {
            const before = (await board(page)).replaceAll(".", "").length;
            const [best] = await readAll(page, ".column", all => {
                const rank = one => Number(/ best$|, best/.test(one.getAttribute("aria-label")));
                const open = all.map((one, index) => [index, one]).filter(([, one]) => !/, full/.test(one.getAttribute("aria-label")));
                return open.toSorted((a, b) => rank(b[1]) - rank(a[1]))[0];
            });
            if (turn % 2) await page.keyboard.press(String(best + 1));
            else {
                const at = await page.evaluate(() => [...document.querySelectorAll(".column")].indexOf(document.activeElement));
                for (let step = 0; step < Math.abs(best - at); step++) await page.keyboard.press(best > at ? "ArrowRight" : "ArrowLeft");
                await focusIsSeen(page, `turn ${turn}`);
                await page.keyboard.press("Enter");
            }
            await page.waitForFunction(count => document.querySelectorAll(".cell.taken").length >= count + 2 || document.documentElement.hasAttribute("data-over"), before);
            await page.waitForFunction(() => document.documentElement.hasAttribute("data-over") || /^Your move/.test(document.querySelector("#status").textContent) && /^(?!Looking)\w/.test(document.querySelector("#outlook").textContent));
        }
        await page.locator("#end .end-title").waitFor();
        const heard = await page.evaluate(() => window.heard);
        assert.ok(heard.some(text => /^You played [a-g][1-6]\.$/.test(text)) && heard.some(text => /^Pip played [a-g][1-6]\.$/.test(text)), heard.join(" "));
        assert.match(heard.at(-1), /^(You win!|Pip wins!|A draw)$/);
        await tabTo(page, /^Rematch$/, "the end");
        await page.keyboard.press("Enter");
        await page.locator("#end").waitFor({ state: "hidden" });
        await focusIsSeen(page, "a rematch", /^Column /);
        await close();
    });
}

test("Home and End lead to the start and the end of a game that is looked at", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&moves=b2,a1,c3&view=explore&x=you&o=you");
    await page.locator("#back:not([disabled])").waitFor();
    for (const [key, stones] of [["Home", 0], ["ArrowRight", 1], ["End", 3], ["ArrowLeft", 2], ["Home", 0]]) {
        await page.keyboard.press(key);
        await taken(page, stones);
    }
    await close();
});

test("tic-tac-toe by keys: arrows move over the cells, and a taken one is said to be taken", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&x=you&o=you");
    await says(page, "X to move");
    await tabTo(page, /^b2, empty$/, "the grid");
    await page.keyboard.press("Enter");
    await says(page, "O to move");
    await focusIsSeen(page, "after a move", /^b2, X, last move$/);
    await page.keyboard.press("Enter");
    await page.locator("#notice", { hasText: "b2 is taken by X." }).waitFor();
    for (const [made, keys] of [["ArrowUp"], ["ArrowLeft"], ["ArrowDown"], ["ArrowDown", "ArrowRight", "ArrowRight"]].entries()) {
        for (const key of keys) await page.keyboard.press(key);
        await focusIsSeen(page, keys.join(" "));
        await page.keyboard.press("Enter");
        // A move before the service has answered the one before is made when it has; another one would take its place.
        await taken(page, made + 2);
    }
    await close();
});

/** The names of all controls in the accessibility tree of Chromium. */
async function controls(page) {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    await session.detach();
    const roles = ["button", "link", "gridcell", "radio", "switch", "textbox", "combobox", "tab"];
    return nodes.filter(({ ignored, role }) => !ignored && roles.includes(role?.value)).map(({ role, name }) => `${role.value}: ${name?.value ?? ""}`);
}

test("to a screen reader every control has a name, and columns and cells say what lies there", async () => {
    const states = {
        "the first page": ["/", page => page.locator(".column .score.win").waitFor(), /button: Column e, a disc lands on e4, from below: red, yellow, yellow, wins in 1 move, best/],
        "a game": ["/?game=connect-four&moves=d1,d2&o=casual", page => page.locator("#hint:not([disabled])").waitFor(), /button: Column d, a disc lands on d3, from below: red, yellow, last move/],
        "a win": ["/?game=connect-four&moves=a1,b1,a2,b2,a3,b3,a4&o=casual", page => page.locator("#end .end-title").waitFor(), /button: Column a, from below: red, red, red, red, last move, in the winning line/],
        "a puzzle": ["/?view=puzzle", page => page.locator(".beads .now").waitFor(), /button: \w+day, \d+ \w+, today/],
        "a friend's game": ["/?view=friend", async page => {
            await page.locator("#friend", { hasText: "You are red" }).waitFor();
            await page.locator("[data-cell='38']").click();
            await page.locator("#friend-copy").waitFor();
        }, /button: Column d, a disc lands on d1, chosen/],
        "Explore": ["/?game=tic-tac-toe&moves=b2,a1&view=explore&x=you&o=you", page => page.locator(".accuracy").waitFor(), /gridcell: a1, O, last move, draws|gridcell: a1, O, last move/],
    };
    for (const [state, [path, reach, wanted]] of Object.entries(states)) {
        const { page, close } = await openPage(browser, origin, path, { viewport: PHONE, expected: /status of 422/ });
        await reach(page);
        await becomes(async () => {
            const all = await controls(page);
            return { nameless: all.filter(one => /: $/.test(one)), lacks: all.some(one => wanted.test(one)) ? [] : all };
        }, { nameless: [], lacks: [] }, state);
        assert.equal(await page.locator("#last-move").getAttribute("role"), "status");
        if (state !== "a friend's game") assert.equal(await page.locator(".friend-off").isVisible(), false, `${state}: words on a friend`);
        await close();
    }
});

test("the first stop of Tab leads to the board, and the board is among the first", async () => {
    for (const [path, most] of [["/", 8], ["/?game=connect-four", 10], ["/?game=tic-tac-toe&view=explore", 11], ["/?view=puzzle", 10]]) {
        const { page, close, shot } = await openPage(browser, origin, path, { expected: /status of 422/ });
        await page.locator("#more:not([disabled])").waitFor({ state: "attached" });
        await page.locator("[data-cell]").first().waitFor();
        await page.keyboard.press("Tab");
        await focusIsSeen(page, path, /^To the board$/);
        if (path === "/") await shot("skip-link");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.activeElement.closest("#board") && location.hash === "");
        await page.goto(origin + path);
        await page.locator("#more:not([disabled])").waitFor({ state: "attached" });
        await page.locator("[data-cell]").first().waitFor();
        const presses = await tabTo(page, /^(Column [a-g]|[a-g][1-6],)/, path);
        assert.ok(presses <= most, `${path}: ${presses}`);
        await close();
    }
});

test("a column has a key by its number and by its name, and after the last move keys go on with the card", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=casual&moves=a1,b1,a2,b2");
    await page.locator("#hint:not([disabled])").waitFor();
    await page.keyboard.press("7");
    await taken(page, 6);
    assert.equal((await board(page))[41], "X");
    await page.goto(`${origin}/?game=connect-four&o=casual&moves=a1,b1,a2,b2,a3,b3`);
    await page.locator("#hint:not([disabled])").waitFor();
    await page.keyboard.press("a");
    await focusIsOn(page, "level-up");
    await close();
});

test("keys that every program has take back and go on, in a game and in Explore", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&o=beginner");
    await says(page, "Your move");
    await page.locator("[data-cell='4']").click();
    await taken(page, 2);
    await says(page, "Your move");
    for (const [back, on] of [["Control+z", "Control+y"], ["Meta+z", "Meta+Shift+z"], ["Control+z", "Control+Shift+z"]]) {
        await page.keyboard.press(back);
        await taken(page, 0);
        await page.keyboard.press(back);
        await page.keyboard.press(on);
        await taken(page, 2);
        await page.keyboard.press(on);
        await says(page, "Your move");
    }
    await page.click(".places [data-place=explore]");
    await page.keyboard.press("Control+z");
    await taken(page, 1);
    await page.keyboard.press("Control+y");
    await taken(page, 2);
    // In a field these keys are those of the field.
    await page.goto(`${origin}/?game=tic-tac-toe&moves=b2&tab=setup`);
    await taken(page, 1);
    await page.locator("#own-rules").getByLabel("Width").focus();
    await page.keyboard.press("Control+z");
    await page.locator(".cell").first().focus();
    await taken(page, 1);
    await close();
});

test("a question mark lists the keys, and so does More; the list has their switch", async () => {
    for (const [device, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
        const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four", { viewport });
        await page.locator("#more:not([disabled])").waitFor();
        await says(page, "Your move");
        await page.keyboard.press("?");
        await page.locator("#sheet .keys").waitFor();
        const told = await page.locator("#sheet .keys").innerText();
        for (const act of ["Take back", "Play it again", "Hint", "New game", "This list"]) assert.match(told, new RegExp(act));
        const isWhole = await readAll(page, "#sheet .keys :is(kbd, dd)", all => all.every(one => one.getBoundingClientRect().right <= innerWidth - 12 && one.scrollWidth <= one.clientWidth + 1));
        assert.ok(isWhole, "nothing is cut");
        await shot(`keys-${device}`);
        await page.locator("#sheet").getByLabel("Keys of one letter").uncheck();
        await escape(page);
        await page.keyboard.press("?");
        assert.equal(await page.locator("#sheet .keys").isVisible(), false, "it is a letter, too");
        await page.click("#more");
        await page.click("#sheet-keys");
        await page.locator("#sheet .keys").waitFor();
        await page.locator("#sheet").getByLabel("Keys of one letter").check();
        await close();
    }
});
