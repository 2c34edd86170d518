// The real service on a free port, and a browser that notices everything that a page must not do.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
const binary = process.env.INAROW_BINARY ?? `${root}target/debug/inarow`;
/** Where screenshots go, if anywhere. */
const shots = process.env.INAROW_SCREENSHOTS;

/** Starts the service; the port is the system's choice, which the first line of its log tells. */
export async function startServer(...settings) {
    assert.ok(existsSync(binary), `${binary} has not been built`);
    const server = spawn(binary, ["--listen", "127.0.0.1:0", "--movetime-ms-max", "600000", ...settings], { stdio: ["ignore", "pipe", "pipe"] });
    let log = "";
    const origin = await new Promise((resolve, reject) => {
        const read = chunk => {
            log += chunk;
            const found = /http:\/\/127\.0\.0\.1:\d+/.exec(log);
            if (found) resolve(found[0]);
        };
        server.stdout.on("data", read);
        server.stderr.on("data", read);
        server.once("exit", code => reject(new Error(`the server has ended with ${code}: ${log}`)));
    });
    return {
        origin,
        stop: async () => {
            server.removeAllListeners("exit");
            server.kill("SIGTERM");
            await once(server, "exit");
        },
    };
}

export const startBrowser = () => chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    // Tests may run as root, where the sandbox does not work.
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
});

/** The service and a browser for all tests of a file, stopped after the last of them. */
export async function start() {
    const server = await startServer();
    after(server.stop);
    const browser = await startBrowser();
    after(() => browser.close());
    return { origin: server.origin, browser };
}

export const DESKTOP = { width: 1440, height: 900 };
export const TABLET = { width: 820, height: 1180 };
export const PHONE = { width: 390, height: 844 };

/** Waits end as soon as their event comes: a long one costs only a test that fails, and a busy machine needs it, above all for reviews of Gomoku. */
export const WAIT_MS = 120_000;

/** Hardly any day, and hardly any number, has no puzzle of its theme: then the page asks for another one, and the browser notes the refusal. */
export const NO_SUCH_PUZZLE = /status of 422/;

/**
 * A page on the service in a fresh profile. `close` fails if it said anything on the console, threw, or sent a request to
 * any other origin. `expected`: console messages that are allowed.
 */
export async function openPage(browser, origin, path, { viewport = DESKTOP, scheme = "light", expected = /^$/, ...options } = {}) {
    const context = await browser.newContext({ viewport, colorScheme: scheme, reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    const faults = [];
    const requests = [];
    page.on("console", message => faults.push(`console ${message.type()}: ${message.text()}`));
    page.on("pageerror", error => faults.push(`thrown: ${error.stack}`));
    // Every request, those included that the policy of the page would refuse.
    page.on("request", request => requests.push(request.url()));
    await page.goto(origin + path);
    const close = async () => {
        assert.deepEqual(faults.filter(fault => !expected.test(fault)), [], "the console is silent");
        assert.ok(requests.length >= 5, "the page asks its service");
        assert.deepEqual(requests.filter(url => !url.startsWith(`${origin}/`) && !url.startsWith("data:")), [], "no request leaves the origin");
        await context.close();
    };
    const shot = async name => {
        if (!shots) return;
        mkdirSync(shots, { recursive: true });
        await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
    };
    return { page, close, shot };
}
