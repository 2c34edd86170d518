// The calls of the page in three languages: each text is run, and has the result of the page's call.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { openPage, PHONE, start } from "./server.mjs";
import { becomes, cell, holdTimers, openTools, taken } from "./steps.mjs";

const { origin, browser } = await start();
const run = promisify(execFile);

const code = page => page.locator(".snippet pre").first().textContent();
const choose = (page, language) => page.getByRole("radio", { name: language, exact: true }).check();
/** Answers tell how long they took. */
const timeless = value => JSON.parse(JSON.stringify(value, (name, inner) => (name === "timeMs" ? undefined : inner)));
const RUNNERS = {
    curl: text => run("bash", ["-c", text.replace("curl ", "curl -s ")]),
    // A console does not show an object as JSON.
    JavaScript: text => run(process.execPath, ["--input-type=module", "-e", `console.log = value => process.stdout.write(JSON.stringify(value) + "\\n");\n${text}`]),
    Python: text => run("python3", ["-c", text]),
};

/** Runs the call that is chosen in every language and compares the answer with the one that the page got. */
async function runAll(page, path) {
    // Its answer may still be on its way.
    const shown = JSON.parse(await page.locator(".snippet pre").last().filter({ hasText: "{" }).textContent());
    for (const [language, execute] of Object.entries(RUNNERS)) {
        await choose(page, language);
        const text = await code(page);
        assert.ok(text.includes(`${origin}${path}`), text);
        const { stdout } = await execute(text);
        assert.deepEqual(timeless(JSON.parse(stdout)), timeless(shown), `${language} ${path}`);
    }
}

test("each text does what the page did: a question, a body, a stream", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=tic-tac-toe&moves=b2,a1&tab=tree");
    await page.locator(".node").first().waitFor();
    // Short enough to be shown whole.
    const answered = page.waitForResponse(response => response.url().endsWith("/v1/tree") && response.request().postData().includes("alpha"));
    await page.locator("#tree-depth").fill("1");
    await page.locator("#tree-depth").blur();
    await answered;
    await page.locator(".tree-stage:not([aria-busy])").waitFor();
    await page.locator("[data-call='/v1/tree']").click();
    await runAll(page, "/v1/tree");
    await page.click(".places [data-place=explore]");
    await openTools(page, "tree");
    await page.locator("[data-call='/v1/position']").click();
    await runAll(page, "/v1/position");
    await shot("calls");
    await cell(page, 3).click();
    await taken(page, 4);
    await page.locator(".calls button", { hasText: "/v1/move" }).click();
    await choose(page, "JavaScript");
    assert.match(await code(page), /application\/x-ndjson/);
    for (const [language, execute] of Object.entries(RUNNERS)) {
        await choose(page, language);
        const lines = (await execute(await code(page))).stdout.trim().split("\n");
        // Python prints a record as it writes a dictionary.
        if (language === "Python") assert.match(lines.at(-1), /^\{.*'final': True/);
        else assert.equal(JSON.parse(lines.at(-1)).move.name.length, 2, language);
    }
    await close();
});

test("the language is kept, and a text is in colours", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&tab=calls", { viewport: PHONE });
    await page.locator(".snippet").first().waitFor();
    await page.locator(".calls button", { hasText: "/v1/position" }).click();
    await choose(page, "Python");
    await page.reload();
    await page.locator(".snippet").first().waitFor();
    await becomes(() => page.getByRole("radio", { name: "Python", exact: true }).isChecked(), true);
    await becomes(async () => (await page.locator(".snippet pre").first().locator(".code-word").allTextContents()).slice(0, 3), ["import", "from", "import"]);
    await page.locator(".snippet pre").last().locator(".code-name").nth(3).waitFor();
    await close();
});

test("copy says that it copied, and what to do where there is no clipboard", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&tab=calls", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator(".snippet").first().waitFor();
    await page.locator(".calls button", { hasText: "/v1/position" }).click();
    await holdTimers(page, 2500);
    await page.locator("#calls .copy").first().click();
    await page.locator("#calls [role=status]", { hasText: "Copied" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await code(page));
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.locator("#calls .copy").last().click();
    await page.locator("#calls [role=status]", { hasText: "press Ctrl+C" }).waitFor();
    assert.equal(await page.evaluate(() => getSelection().toString().trim()), (await page.locator(".snippet pre").last().textContent()).trim());
    await close();
});
