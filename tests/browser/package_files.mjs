// The JavaScript package's folder on a file server of another origin, with its examples; TypeScript is served as JavaScript.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../../clients/js", import.meta.url));
const SCREEN = '<!doctype html><title>A screen</title><main id="game"></main><script type="module" src="/examples/game.js"></script>';
const TYPES = { js: "text/javascript", wasm: "application/wasm" };

/** The screen in the language of browsers, with the package where it is. */
async function screen() {
    const { outputText } = ts.transpileModule(await readFile(`${root}/examples/game.ts`, "utf8"), { compilerOptions: { target: "ES2022", module: "ES2022" } });
    return outputText.replace('"inarow"', '"../index.js"').replace('"inarow/local"', '"../local.js"').replace('"inarow/words"', '"../words.js"').replace('"inarow/board"', '"../board.js"');
}

/** Its origin; without the engine, which a checkout need not have, unless a test says so. */
export async function servePackage(hasEngine = false) {
    const read = path => {
        if (path === "/screen") return SCREEN;
        if (path === "/examples/game.js") return screen();
        return path.endsWith(".wasm") && !hasEngine ? null : readFile(`${root}${path}`).catch(() => null);
    };
    const files = createServer(async ({ url }, response) => {
        const path = new URL(url, "http://a").pathname;
        const body = await read(path);
        response.writeHead(body ? 200 : 404, { "content-type": TYPES[path.split(".").at(-1)] ?? "text/html" }).end(body);
    });
    await new Promise(ready => files.listen(0, "127.0.0.1", ready));
    after(() => {
        files.closeAllConnections();
        files.close();
    });
    return `http://127.0.0.1:${files.address().port}`;
}
