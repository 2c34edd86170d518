// Contrasts as WCAG 2.2 defines them, of the colours that the browser resolves, in both themes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, start } from "./server.mjs";

const { origin, browser } = await start();

/** Relative luminance of sRGB, 0 to 1 each. */
const luminance = rgb => rgb.map(v => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, index) => sum + v * [0.2126, 0.7152, 0.0722][index], 0);
const contrast = (a, b) => {
    const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
};
/** The mix of a colour with an opacity and the colour below it. */
const over = (top, share, below) => top.map((v, index) => v * share + below[index] * (1 - share));
const WHITE = [1, 1, 1];

/** Text: 4.5. Discs on their plate and in their well, marks on discs, and lines that carry a meaning: 3. */
const TEXT = [["ink", "paper"], ["ink", "card"], ["ink", "sunken"], ["ink", "accent-tint"], ["muted", "paper"], ["muted", "card"], ["muted", "sunken"], ["accent", "paper"], ["accent", "card"], ["on-accent", "accent"], ["good", "good-tint"],
    ["bad", "bad-tint"], ["even", "even-tint"], ["good", "card"], ["bad", "card"], ["bad", "paper"], ["on-good", "good"], ["fault", "paper"], ["fault", "card"], ["paper", "ink"], ["paper", "even"]];
const SHAPES = [["red", "rack"], ["yellow", "rack"], ["red", "well"], ["yellow", "well"], ["red-mark", "red"], ["yellow-mark", "yellow"], ["black", "wood"], ["white", "wood"], ["wood-line", "wood"], ["x-ink", "card"], ["o-ink", "card"], ["line", "card"], ["line", "paper"], ["accent", "paper"]];

for (const scheme of ["light", "dark"]) {
    test(`text has a contrast of 4.5, discs and marks of 3: ${scheme}`, async t => {
        const { page, close } = await openPage(browser, origin, "/", { scheme });
        await page.locator(".tip").waitFor();
        const names = [...new Set([...TEXT, ...SHAPES].flat())];
        const colours = await page.evaluate(wanted => {
            const probe = document.body.appendChild(document.createElement("i"));
            const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
            return Object.fromEntries(wanted.map(name => {
                probe.style.color = `var(--${name})`;
                canvas.fillStyle = getComputedStyle(probe).color;
                canvas.fillRect(0, 0, 1, 1);
                return [name, [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map(v => v / 255)];
            }));
        }, names);
        const figures = [...TEXT.map(pair => [...pair, 4.5]), ...SHAPES.map(pair => [...pair, 3])].map(([a, b, least]) => [a, b, least, contrast(colours[a], colours[b])]);
        for (const [a, b, , value] of figures) t.diagnostic(`${a} on ${b}: ${value.toFixed(2)}`);
        assert.deepEqual(figures.filter(([, , least, value]) => value < least).map(([a, b, , value]) => `${a} on ${b}: ${value.toFixed(2)}`), []);
        // The plate where the light falls, at its top.
        const lit = over(WHITE, 0.03, colours.rack);
        for (const disc of ["red", "yellow"]) {
            t.diagnostic(`${disc} on the lit plate: ${contrast(colours[disc], lit).toFixed(2)}`);
            assert.ok(contrast(colours[disc], lit) >= 3, `${disc} on the lit plate: ${contrast(colours[disc], lit)}`);
        }
        await close();
    });
}
