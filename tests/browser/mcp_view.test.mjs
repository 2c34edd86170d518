// The view of /mcp's tools in the smallest host that speaks MCP Apps (SEP-1865): a page with a sandboxed frame.

import assert from "node:assert/strict";
import { test } from "node:test";
import { mkdirSync } from "node:fs";
import { check } from "./axe.mjs";
import { start, WAIT_MS } from "./server.mjs";

const { origin, browser } = await start();
const [HOST, VIEW] = ["http://host.test/", "http://view.test/"];
const [EXTENSION, MEDIA_TYPE] = ["io.modelcontextprotocol/ui", "text/html;profile=mcp-app"];
const shots = process.env.INAROW_SCREENSHOTS;

let session;
let id = 0;
/** A request to /mcp by a client that has announced the extension. */
async function ask(method, params = {}) {
    const headers = { "content-type": "application/json", ...(session ? { "mcp-session-id": session } : {}) };
    const response = await fetch(`${origin}/mcp`, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params }) });
    session ??= response.headers.get("mcp-session-id");
    const { result, error } = await response.json();
    assert.equal(error, undefined, `${method}: ${JSON.stringify(error)}`);
    return result;
}

await ask("initialize", { protocolVersion: "2025-11-25", clientInfo: { name: "host", version: "1" }, capabilities: { extensions: { [EXTENSION]: { mimeTypes: [MEDIA_TYPE] } } } });
const { tools } = await ask("tools/list");
const uriOf = name => tools.find(tool => tool.name === name)._meta?.ui?.resourceUri;
const { contents: [resource] } = await ask("resources/read", { uri: uriOf("best_move") });

// The policy of the specification for a resource that declares no domains.
const POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'";

/** The script of the host: it keeps the view's messages, answers its requests, and sends it the messages of the test. */
function hostScript() {
    const frame = document.querySelector("iframe");
    window.said = [];
    window.tell = message => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
    addEventListener("message", async ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        if (data.id === "read") return window.isRead();
        window.said.push(data);
        if (data.method === "ui/initialize") {
            const hostCapabilities = window.settings.hasTools ? { serverTools: {} } : {};
            window.tell({ id: data.id, result: { protocolVersion: "2026-01-26", hostInfo: { name: "host", version: "1" }, hostCapabilities, hostContext: window.settings.context } });
        }
        if (data.method === "tools/call") window.tell({ id: data.id, result: await window.callTool(data.params) });
        if (data.method === "ui/notifications/size-changed") frame.style.height = `${data.params.height}px`;
    });
}

/** Opens the view in the host with a call of a tool and its result. */
async function open(name, input, { context = { theme: "light" }, width = 640, hasTools = true, scheme = "light" } = {}) {
    const page = await (await browser.newContext({ viewport: { width, height: 700 }, colorScheme: scheme, reducedMotion: "reduce" })).newPage();
    page.setDefaultTimeout(WAIT_MS);
    const [faults, requests] = [[], []];
    page.on("console", message => faults.push(message.text()));
    page.on("pageerror", error => faults.push(String(error.stack)));
    page.on("request", request => requests.push(request.url()));
    await page.exposeFunction("callTool", params => ask("tools/call", params));
    const background = context.theme === "dark" ? "#1b1e26" : "#ffffff";
    const styles = { variables: { "--color-background-primary": background } };
    const html = `<!doctype html><html style="color-scheme:${context.theme}"><link rel="icon" href="data:,"><body style="margin:0;background:${background}"><iframe sandbox="allow-scripts" style="display:block;border:0;width:100%;height:40px"></iframe>
        <script>window.settings = ${JSON.stringify({ context: { styles, ...context }, hasTools })}; (${hostScript})(); document.querySelector("iframe").src = "${VIEW}";</script>`;
    await page.route(HOST, route => route.fulfill({ contentType: "text/html", body: html }));
    await page.route(VIEW, route => route.fulfill({ contentType: "text/html; charset=utf-8", headers: { "content-security-policy": POLICY }, body: resource.text }));
    await page.goto(HOST);
    const said = async method => (await page.evaluate(() => window.said)).filter(message => message.method === method);
    await page.waitForFunction(() => window.said.some(message => message.method === "ui/notifications/initialized"));
    const view = page.frameLocator("iframe");
    // Messages are read in their order: an answer to one that follows says that the view has read both.
    const tell = (method, params) => page.evaluate(message => new Promise(resolve => {
        window.isRead = resolve;
        window.tell(message);
        window.tell({ id: "read", method: "test/read", params: {} });
    }), { method, params });
    await tell("ui/notifications/tool-input", { arguments: input });
    if (name) await tell("ui/notifications/tool-result", await ask("tools/call", { name, arguments: input }));
    const shot = async file => {
        if (!shots) return;
        mkdirSync(shots, { recursive: true });
        await page.waitForTimeout(200);
        await page.screenshot({ path: `${shots}/${file}.png`, fullPage: true });
    };
    const close = async () => {
        assert.deepEqual(faults, [], "the console is silent");
        assert.deepEqual(requests.filter(url => url !== HOST && url !== VIEW && !url.startsWith("data:")), [], "the view asks nobody");
        await page.context().close();
    };
    const isAccessible = what => check(page.frames().find(frame => frame.url() === VIEW), what);
    return { page, view, tell, said, shot, isAccessible, close };
}

/** The colour of the text of the view. */
const ink = view => view.locator("body").evaluate(body => getComputedStyle(body).color);

test("four tools share one view, of few bytes", () => {
    const uris = ["best_move", "analyse_position", "review_game", "get_puzzle"].map(uriOf);
    assert.deepEqual(new Set(uris), new Set([resource.uri]));
    assert.equal(uriOf("list_games"), undefined);
    assert.equal(resource.mimeType, MEDIA_TYPE);
    assert.ok(Buffer.byteLength(resource.text) < 40_000);
});

test("the view greets its host, says its size, and answers requests", async () => {
    const { page, view, said, tell, close } = await open(null, { moves: ["b2"] });
    const [greeting] = await said("ui/initialize");
    assert.deepEqual([greeting.params.protocolVersion, greeting.params.appInfo.name, greeting.params.appCapabilities.availableDisplayModes], ["2026-01-26", "inarow", ["inline"]]);
    await view.getByText("Waiting for the answer").waitFor();
    await page.evaluate(() => window.tell({ id: "end", method: "ui/resource-teardown", params: { reason: "test" } }));
    await page.evaluate(() => window.tell({ id: "strange", method: "ui/strange", params: {} }));
    await page.waitForFunction(() => window.said.some(message => message.id === "strange"));
    const answers = await page.evaluate(() => window.said.filter(message => message.method === undefined));
    assert.deepEqual(answers.map(({ id, result, error }) => [id, result, error?.code]), [["end", {}, undefined], ["strange", undefined, -32601]]);
    await tell("ui/notifications/tool-result", await ask("tools/call", { name: "best_move", arguments: { moves: ["b2"] } }));
    await view.getByRole("heading", { name: "O plays" }).waitFor();
    await page.waitForFunction(() => window.said.filter(message => message.method === "ui/notifications/size-changed").at(-1).params.height > 200);
    await page.waitForFunction(() => document.querySelector("iframe").offsetHeight === window.said.filter(message => message.method === "ui/notifications/size-changed").at(-1).params.height);
    await tell("ui/notifications/tool-cancelled", { reason: "by the user" });
    await view.getByText("Cancelled: by the user").waitFor();
    await close();
});

test("a move is shown on its board, light and dark as the host is", async () => {
    for (const [theme, scheme] of [["light", "dark"], ["dark", "light"]]) {
        const { view, shot, close, tell } = await open("best_move", { game: "connect-four", moves: ["d", "d", "e", "e", "c"] }, { context: { theme }, scheme });
        await view.getByRole("heading", { name: "O plays" }).waitFor();
        assert.equal(await view.locator(".board svg .ring").count(), 1, "the last move is ringed");
        const before = await ink(view);
        assert.equal(before, theme === "light" ? "rgb(32, 38, 58)" : "rgb(233, 236, 244)");
        await shot(`mcp-move-${theme}`);
        await tell("ui/notifications/host-context-changed", { theme: theme === "light" ? "dark" : "light" });
        assert.notEqual(await ink(view), before);
        await tell("ui/notifications/host-context-changed", { styles: { variables: { "--color-text-primary": "rgb(1, 2, 3)", "--mark": "red" }, css: { fonts: "@import url('https://fonts.test/x.css')" } } });
        assert.equal(await ink(view), "rgb(1, 2, 3)");
        await close();
    }
});

test("a complete line is lit", async () => {
    for (const [game, moves, sign] of [["tic-tac-toe", ["a1", "a2", "b1", "b2"], ".lit"], ["connect-four", ["a", "b", "a", "b", "a", "b"], ".light"], ["gomoku", ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4"], ".light"]]) {
        const { view, shot, close } = await open("best_move", { game, moves });
        await view.getByText("X has won").first().waitFor();
        assert.equal(await view.locator(`.board svg ${sign}`).count(), 1, game);
        await shot(`mcp-line-${game}`);
        await close();
    }
});

test("a ranking shows the value of each move on the board and in a list", async () => {
    for (const [game, moves, theme, width] of [["connect-four", ["d1", "d2", "d3", "d4"], "light", 640], ["tic-tac-toe", ["a1"], "dark", 640], ["gomoku", ["h8", "h9", "i9"], "dark", 380]]) {
        const { view, shot, isAccessible, close } = await open("analyse_position", { game, moves, multiPv: 9 }, { context: { theme }, width });
        const count = await view.locator(".moves > li").count();
        assert.ok(count >= 7, `${count} moves`);
        assert.equal(await view.locator(".board .sign").count(), count);
        assert.ok(await view.locator(".board .sign.best").count() >= 1);
        await isAccessible(`a ranking of ${game}`);
        await shot(`mcp-ranking-${game}`);
        await close();
    }
});

test("a review is stepped through by buttons, keys and rows", async () => {
    const input = { moves: ["b2", "a2", "a1", "c3", "c1", "b1", "a3"] };
    for (const theme of ["light", "dark"]) {
        const { view, shot, isAccessible, close } = await open("review_game", input, { context: { theme } });
        await view.getByText("7 of 7").waitFor();
        assert.match(await view.locator("h1").innerText(), /X has won after 7 moves/);
        assert.equal(await view.locator(".lit").count(), 1);
        await isAccessible(`a review, ${theme}`);
        await shot(`mcp-review-${theme}`);
        const stones = () => view.locator(".board .stroke-x, .board .stroke-o").count();
        await view.getByRole("button", { name: "Back" }).click();
        assert.equal(await stones(), 6);
        assert.equal(await view.locator(".lit").count(), 0);
        await view.locator(".moves > li").nth(1).click();
        assert.equal(await stones(), 2);
        const chosen = view.locator(".moves > li[aria-selected=true]");
        assert.match(await chosen.innerText(), /a2/);
        await shot(`mcp-review-second-${theme}`);
        await view.getByRole("listbox").press("ArrowUp");
        assert.equal(await stones(), 1);
        await view.getByRole("listbox").press("ArrowUp");
        assert.equal(await stones(), 0);
        assert.ok(await view.getByRole("button", { name: "Back" }).isDisabled());
        await close();
    }
});

test("a puzzle keeps its solution until it is asked for", async () => {
    const { view, page, shot, close } = await open("get_puzzle", { seed: 5, game: "connect-four" });
    await view.getByRole("heading", { name: "Puzzle" }).waitFor();
    assert.equal(await view.locator(".hint").count(), 0);
    await shot("mcp-puzzle");
    await view.getByRole("button", { name: "Show the solution" }).click();
    await view.getByText("Solution: ").waitFor();
    assert.equal(await view.locator(".hint").count(), 1);
    const [call] = await page.evaluate(() => window.said.filter(message => message.method === "tools/call"));
    assert.deepEqual(call.params, { name: "get_puzzle", arguments: { game: "connect-four", seed: 5, solution: true } });
    await shot("mcp-puzzle-solution");
    await close();
    const other = await open("get_puzzle", { seed: 5 }, { hasTools: false });
    await other.view.getByRole("heading", { name: "Puzzle" }).waitFor();
    assert.equal(await other.view.getByRole("button").count(), 0, "a host that calls no tools has no button");
    await other.close();
});

test("a refusal is shown in words, and text is never markup", async () => {
    const { view, tell, shot, close } = await open("best_move", { moves: ["b2", "b2"] });
    await view.getByText("Legal moves:").waitFor();
    await shot("mcp-refusal");
    await tell("ui/notifications/tool-result", { isError: true, content: [{ type: "text", text: "<img src=x onerror=alert(1)>" }] });
    await view.getByText("<img src=x").waitFor();
    assert.equal(await view.locator("img").count(), 0);
    await close();
});
