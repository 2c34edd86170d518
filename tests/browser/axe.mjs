// The findings of axe-core on a page.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails with every violation on the page as it is now. */
export async function check(page, what) {
    // The policy of the page lets no script in but its own; a debugger is not bound by it.
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
        const { violations: found, passes } = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
        // Where the page is scrolled, a bar may cut a button off. Its size counts once it is scrolled to.
        const holds = async (id, node) => {
            const element = id === "target-size" && document.querySelector(node.target[0]);
            if (!element) return true;
            element.scrollIntoView({ block: "center", behavior: "instant" });
            const again = await axe.run(element, { runOnly: { type: "rule", values: [id] } });
            return again.violations.length > 0;
        };
        const rest = [];
        for (const { id, nodes } of found) {
            for (const node of nodes) {
                if (await holds(id, node)) rest.push(`${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`);
            }
        }
        return { passes: passes.length, found: rest };
    });
    assert.ok(violations.passes > 15, "axe has looked");
    assert.deepEqual(violations.found, [], what);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(overflow, 0, `${what}: the page scrolls sideways`);
}
