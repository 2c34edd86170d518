// Draws the pictures of the page: the icons for phones from icon.svg; from the page itself preview.jpg, which is
// shown with links to it, and docs/page.png of the README.
//
//     cd tests/browser && npm ci && node ../../tools/draw_pictures.mjs [http://127.0.0.1:8080]
//
// Needs playwright-core, which the browser tests have, and Chromium; pictures of the page also a service that runs.

import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { chromium } = createRequire(`${root}tests/browser/`)("playwright-core");
const [origin] = process.argv.slice(2);
const files = `${root}src/playground`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const icon = await readFile(`${files}/icon.svg`, "utf8");
// A system cuts a maskable icon to its own shape: the sign stays within the inner four fifths, the colour fills the rest.
const maskable = icon.replace(' rx="15"', "").replace(/<g fill/, '<g transform="translate(9.6 9.6) scale(.7)"><g fill').replace("</svg>", "</g></svg>");
for (const [name, size, drawing] of [["icon-192", 192, icon], ["icon-512", 512, icon], ["icon-maskable-512", 512, maskable]]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${drawing}`);
    await writeFile(`${files}/${name}.png`, await page.screenshot({ omitBackground: true }));
}
/** The address of the README's picture: a lost position of Connect Four with the value of each column, and the review of the game. */
const EXPLORED = "/?view=explore&game=connect-four&moves=c1,d1,c2,d2,c3,d3,d4,g1&x=you&o=you";
const shot = async (path, where, there, width, height, options) => {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: "light", reducedMotion: "reduce" });
    // The tools of a later visit.
    await page.addInitScript(() => localStorage.setItem("inarow-explored", "yes"));
    await page.goto(origin + where);
    await page.locator(there).first().waitFor();
    await page.waitForTimeout(1000);
    await page.screenshot({ path, ...options });
};
if (origin) {
    await shot(`${files}/preview.jpg`, "/", ".column .score.win", 1200, 630, { type: "jpeg", quality: 70 });
    await shot(`${root}docs/page.png`, EXPLORED, ".judged", 1440, 900, {});
}
await browser.close();
