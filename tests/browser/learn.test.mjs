// Learning from the mistakes of a game: the moves that are taught, the board of each task, and the state after a reload.

import assert from "node:assert/strict";
import { test } from "node:test";
import { allowed, isBetter, lessonsOf, refutation, sentences } from "../../src/playground/judgement.js";
import { chance } from "../../src/playground/score.js";
import { DESKTOP, openPage, PHONE, start, TABLET } from "./server.mjs";
import { becomes, board, cell, learnFrom, readAll, readOne, taken, textsAre, whole } from "./steps.mjs";

const { origin, browser } = await start();

/** Red lets three in a column become four. */
const LOST = "/?game=connect-four&moves=a1,d1,g1,d2,a2,d3,g2,d4&view=explore&o=perfect";
const learning = (page, text) => page.locator("#learn", { hasText: text }).waitFor();

for (const [device, viewport] of Object.entries({ phone: PHONE, tablet: TABLET, desktop: DESKTOP })) {
    test(`what a person could have seen is taught, the answer falls on the board, and the end says how many were found: ${device}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, LOST, { viewport });
        await learnFrom(page, "g2");
        await learning(page, "Mistake 2 of 2");
        await learning(page, "Find a better move than g2.");
        await learning(page, "It loses in 1 move.");
        await taken(page, 6);
        await cell(page, 0).click();
        await learning(page, /Not a3: Yellow wins with d4\./);
        await page.locator(".cell.pending").waitFor();
        await whole(page, "#learn button");
        await shot(`learn-wrong-${device}`);
        await cell(page, 17).click();
        await learning(page, "Yes, d4.");
        await taken(page, 8);
        assert.equal((await board(page))[17], "X", "the move is on the board, and answered");
        await learning(page, "1 of 2 found");
        await textsAre(page, "#learn button", ["Rematch", "Look at the game"]);
        await shot(`learn-found-${device}`);
        await page.click("#learn-stop");
        await page.locator("#game-review .accuracy").waitFor();
        assert.equal(await page.locator("#game-review .branches").count(), 0, "the lesson is no part of the game");
        await close();
    });
}

test("the answer that is shown falls, too, and does not count as found", async () => {
    const { page, close } = await openPage(browser, origin, LOST);
    const about = () => page.locator("#who .parts").textContent();
    const made = await about();
    await learnFrom(page, "g2");
    await learning(page, "Find a better move than g2.");
    await becomes(about, made);
    await page.click("#learn-answer");
    await learning(page, "The answer: d4.");
    // The line of the lesson is not the game, and nobody has played it.
    await taken(page, 8);
    await becomes(about, made);
    await becomes(async () => /^Yellow played [a-g]\d\.$/.test(await page.locator("#last-move").textContent()), true, "not the opponent");
    await learning(page, "0 of 2 found");
    await taken(page, 8);
    await page.click("#learn-rematch");
    await page.locator("#hint:visible").waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length <= 1);
    await close();
});

test("a reload goes on with the lesson; what is tried out afterwards changes no figures of the game", async () => {
    const { page, close } = await openPage(browser, origin, LOST);
    await page.locator(".accuracy").waitFor();
    const figures = await page.locator(".accuracy li").allTextContents();
    await learnFrom(page, "g2");
    await page.reload();
    await learning(page, "Find a better move than g2.");
    await taken(page, 6);
    assert.equal(await page.locator("#game-review:visible, #best-moves:visible").count(), 0, "the answer stays hidden");
    await page.click("#learn-answer");
    await learning(page, "0 of 2 found");
    await page.reload();
    await learning(page, "Find a better move than g2.");
    await page.click("#learn-stop");
    await page.locator(".accuracy").waitFor();
    await cell(page, 17).click();
    await taken(page, 7);
    await page.locator("#game-review", { hasText: "You try other moves." }).waitFor();
    // While the other moves are judged there are none.
    await page.waitForFunction(wanted => JSON.stringify([...document.querySelectorAll(".accuracy li")].map(side => side.textContent)) === wanted, JSON.stringify(figures));
    await page.click("#to-game");
    await taken(page, 8);
    await page.locator("#to-game").waitFor({ state: "detached" });
    await close();
});

test("the end, the review and the lesson tell one story: the last turn, the number of mistakes, and which of them could be seen", async () => {
    const moves = "g1,e1,g2,g3,b1,c1,c2,c3,a1,d1,b2,f1";
    const { page, close } = await openPage(browser, origin, `/?game=connect-four&moves=${moves}&view=explore&o=casual`);
    await textsAre(page, ".accuracy li.mine .slips", ["4 mistakes"]);
    await textsAre(page, "#learn-start", ["Learn from 2 of the 4 mistakes"]);
    await textsAre(page, ".teach p", ["Left out: 2 mistakes that only a long look shows."]);
    const [figures, bad, fair, slips] = await readAll(page, "#game-review", ([review]) => [review.querySelector(".accuracy").textContent,
        ...[".judged.bad:not(.branches *)", ".judged.fair:not(.branches *)", ".graph .slip"].map(one => review.querySelectorAll(one).length)]);
    const counted = figures.matchAll(/(\d+) (?:mistake|inaccurac)/g);
    assert.equal([...counted].reduce((sum, [, count]) => sum + Number(count), 0), bad + fair, "every mark is counted");
    assert.equal(slips, bad, "the graph marks the mistakes");
    await page.click("#learn-start");
    await learning(page, "Tap on the board. Left out: 2 mistakes that only a long look shows.");
    // The mistakes that only a long look shows come last.
    await page.click("#learn-answer");
    await page.click("#learn-next");
    await page.click("#learn-answer");
    await page.click("#learn-rest");
    await learning(page, "Mistake 3 of 4");
    await learning(page, "There was a");
    await close();
    const played = await openPage(browser, origin, `/?game=connect-four&moves=${moves}&o=casual`);
    // The end names the last turn, as the graph does, though only a long look shows it.
    await played.page.locator("#end .turned", { hasText: /^It turned at move \d/ }).waitFor();
    await played.page.click("#see-turn");
    await played.page.locator(".judged[aria-current]", { hasText: /slip|won game/ }).waitFor();
    await played.close();
});

/** The game turns with c3, which only a long look shows. */
const TURNED = "/?game=connect-four&x=you&o=expert&moves=d1,d2,e1,c1,f1,g1,e2,e3,d3,e4,d4,e5,e6,d5,d6,g2,c2,g3,g4,g5,b1,a1,c3,c4,c5,a2,c6,a3,a4,g6,a5,a6,b2,b3";

test("the move that decided the game is the first lesson; on a phone the way there comes before the moves, whose labels take a line, and the steps stay with the board", async () => {
    const { page, close } = await openPage(browser, origin, `${TURNED}&view=explore`, { viewport: PHONE });
    await page.locator("#learn-start", { hasText: /(your|the) 2 mistakes/ }).waitFor();
    await page.locator('[data-ply="20"]').scrollIntoViewIfNeeded();
    await becomes(() => readOne(page, "#back", one => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button")?.id;
    }), "back", "the list is read, and the steps are at hand");
    const lines = await readAll(page, ".judged .label", all => all.find(one => one.textContent.includes("lost a won game")).getClientRects().length);
    assert.equal(lines, 1, "one line");
    assert.ok(await page.evaluate(() => document.querySelector(".teach").compareDocumentPosition(document.querySelector(".game-moves")) & Node.DOCUMENT_POSITION_FOLLOWING));
    await page.click("#learn-start");
    await learning(page, "Mistake 1 of 2");
    await learning(page, "Find a better move than c3.");
    await learning(page, ", which cost most");
    await close();
});

/** Black stands worse and worse, and is lost after j7; White has no mistake. */
const GOMOKU = "/?game=gomoku&o=perfect&moves=h8,g9,i8,j8,g8,f8,h9,h10,e7,i10,j7,g10,f10,i11,j12,g11,i9,j10,k10,g13,g12,h12,f14,k9";

for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    test(`a game turned where a side fell behind, and the words lead there: ${device}`, async () => {
        const { page, close } = await openPage(browser, origin, GOMOKU, { viewport });
        await page.locator("#end .bare:visible", { hasText: "It turned at move 6" }).click();
        await page.locator(".judged[aria-current]", { hasText: "j7 big mistake" }).waitFor();
        await page.locator(".move-detail", { hasText: "Black j7: big mistake, loss in" }).waitFor();
        await close();
    });
}

/** Red is lost from its first move on, and lets Yellow make an open three at its third. */
const GAVE_IN = "/?game=connect-four&moves=a1,d1,a2,e1,d2,c1,g1,b1&view=explore&x=you&o=casual";

for (const [device, viewport] of Object.entries({ phone: PHONE, low: { width: 390, height: 664 }, narrow: { width: 360, height: 740 } })) {
    test(`a better move that is not the best one is told the best, and no fork is said to be stopped by a threat: ${device}`, async () => {
        const { page, close } = await openPage(browser, origin, GAVE_IN, { viewport });
        await page.locator(".judged.bad", { hasText: "d2 gave in early" }).waitFor();
        await page.locator(".accuracy").waitFor();
        await textsAre(page, ".accuracy li.mine", ["Red2 mistakesaccuracy 59 %1 inaccuracy"]);
        await learnFrom(page, "d2");
        await learning(page, "It loses in 2 moves. Tap on the board.");
        await cell(page, 21).click();
        await learning(page, "It holds out for 14 moves. That is proven. Best was c1: it holds out for 15 moves. c1 stops Yellow's forks at c1 and f1. After a3 Yellow answers ");
        await whole(page, "#learn button");
        await close();
    });
}

test("the best move that is shown has its reason, and a threat that only puts a fork off is no reason", async () => {
    const { page, close } = await openPage(browser, origin, GAVE_IN);
    await learnFrom(page, "d2");
    await page.click("#learn-answer");
    await learning(page, "The answer: c1.It holds out for 15 moves. That is proven. c1 stops Yellow's forks at c1 and f1.");
    await close();
    const threat = await openPage(browser, origin, "/?game=connect-four&moves=a1,d1,a2,e1,a3&view=explore&x=you");
    await threat.page.locator(".move-detail", { hasText: "Red a3: loses sooner" }).waitFor();
    assert.doesNotMatch(await threat.page.locator(".move-detail").textContent(), /a3: [^B]*Stops/);
    await threat.close();
});

test("where nothing is proven, another move counts as found if it gives away less than half as much", () => {
    const value = expected => ({ outcome: "unknown", expected, plies: null, value: 0, pov: "X" });
    const win = plies => ({ outcome: "win", expected: 1, plies, value: null, pov: "X" });
    const task = (best, played) => ({ best: [{ score: best }], score: played });
    assert.equal(isBetter(value(0.45), task(value(0.6), value(0.2))), true);
    assert.equal(isBetter(value(0.35), task(value(0.6), value(0.2))), false);
    // A five was missed in a game that is as good as won: only a proven win is as good.
    assert.equal(isBetter(value(0.9999), task(win(1), value(0.9985))), false);
    assert.equal(isBetter(win(1), task(win(1), value(0.9985))), true);
});

test("a move that loses for sure is no lesson that is left out beside an estimate", () => {
    const score = (outcome, plies) => ({ outcome, plies, expected: outcome === "loss" ? 0 : 0.5 });
    const row = (ply, mine) => ({ ply, label: "blunder", score: mine, best: [{ score: score("unknown", null) }] });
    const [slip, loss] = [row(3, score("unknown", null)), row(9, score("loss", 10))];
    assert.deepEqual(lessonsOf([slip, loss]).map(({ ply }) => ply), [3, 9]);
    const seen = row(5, score("loss", 4));
    assert.deepEqual(lessonsOf([seen, loss]).map(({ ply }) => ply), [5], "only a long look shows it");
});

test("why a move is worse goes by its kind and not by its words, with sides as they look", () => {
    const moves = ["f10", "g8"].map(name => ({ name }));
    const of = (kind, text, hasLine) => refutation({ refutation: { kind, moves, text } }, "wood", hasLine);
    assert.equal(of("allows", "X macht mit g8 eine offene Drei."), "Black macht mit g8 eine offene Drei.");
    assert.equal(of("line", "So geht es weiter: g8 j8."), "", "a line is no reason");
    assert.equal(of("line", "So geht es weiter: g8 j8.", true), "So geht es weiter: g8 j8.");
    assert.equal(refutation({}, "wood"), "");
    const lets = kind => allowed({ player: "O", refutation: { kind, threat: "an open three", moves, text: "X plays g8." } }, "wood")?.join("|");
    assert.deepEqual(["allows", "allows-before", "loses-to", "prepares", "is-stopped", "makes", "stops", "fact", "line"].map(lets), [
        "f10 lets Black make an open three| with g8.", "f10 lets Black make an open three| with g8.", "f10 lets Black win| with g8, which makes an open three.", "|Black plays g8.", "|Black plays g8.",
        undefined, undefined, undefined, undefined]);
});

const LETS = { kind: "allows", threat: "an open three", moves: ["g8", "i10"].map(name => ({ name })), text: "g8 lets O make an open three with i10." };
/** A review in which one move of Black is a mistake that is not proven, on any machine. */
const judgedOnce = async (moves, why) => {
    const answer = await (await fetch(`${origin}/v1/review?game=gomoku&moves=${moves}&depth=1&explain=true&multiPv=1`)).json();
    const value = expected => ({ outcome: "unknown", plies: null, value: 100, expected, pov: "X" });
    const names = ["g8", "i10"].map(name => ({ ...answer.moves[0].move, name, cell: name.charCodeAt(0) - 97 + 15 * (15 - Number(name.slice(1))) }));
    for (const move of answer.moves) Object.assign(move, move.ply === 5 ? { label: "blunder", score: value(0.2), pv: names, best: [{ rank: 1, move: names[1], score: value(0.9), pv: [names[1]], class: "best" }], reasons: [], text: "Im Text steht es anders.", refutation: why } : { label: "best", score: value(0.5), best: [] });
    return { ...answer, final: true, complete: false };
};

test("where nothing is proven, a lesson says what the move lets the other side make, and shows its answer on the board", async () => {
    const moves = "h8,i9,a1,i11,g8,a15";
    const review = JSON.stringify(await judgedOnce(moves, LETS));
    for (const viewport of [DESKTOP, PHONE]) {
        const { page, close } = await openPage(browser, origin, "/?view=api", { viewport });
        // Of another try the service tells the effect of the better move, which would give it away.
        const tried = { ...JSON.parse(review).moves[4], move: { name: "b15", cell: 1 }, refutation: { ...LETS, kind: "allows-before", moves: ["b15", "i10"].map(name => ({ name })), text: "b15 lets O make an open three with i10; i10 makes an open three first." } };
        await page.route(/\/v1\/review/, route => (route.request().url().includes("board=") ? route.fulfill({ contentType: "application/json", body: JSON.stringify({ moves: [tried] }) })
            : route.fulfill({ contentType: "application/x-ndjson", body: `${review}\n` })));
        await page.goto(`${origin}/?game=gomoku&moves=${moves}&view=explore&x=you&o=club`);
        await page.click("#review-start");
        await page.locator('[data-ply="5"]').click();
        await page.locator(".move-detail", { hasText: "g8 lets White make an open three with i10." }).waitFor();
        await page.click("#learn-start");
        await learning(page, "g8 lets White make an open three. Tap on the board.");
        await cell(page, 1).click();
        await learning(page, "Not b15: it gives a chance of 43\u00a0%. b15 lets White make an open three with i10.Show");
        await cell(page, 6 + 15 * 7).click();
        await learning(page, /g8 is what you played: it gives a chance of \d+.%\. g8 lets White make an open three with i10\./);
        await page.locator('.cell.ghost[data-cell="83"] .count').waitFor();
        tried.refutation = undefined;
        await cell(page, 2).click();
        await learning(page, "Not c15: it gives a chance of 43\u00a0%. White answers i10.Show");
        await page.click("#learn-answer");
        await learning(page, /The answer: i10\..*g8 lets White make an open three with i10\./);
        await whole(page, "#learn button");
        await close();
    }
});

test("where nothing is proven, the best move has the chance of the review when it is found", async () => {
    const moves = "h8,i9,a1,i11,g8,a15";
    const review = await judgedOnce(moves, LETS);
    const [best] = review.moves[4].best;
    const { page, close } = await openPage(browser, origin, "/?view=api");
    // Another search of the move, which ends elsewhere.
    const alone = { moves: [{ ...review.moves[4], ...best, score: { ...best.score, expected: 0.8 }, pv: [best.move, review.moves[5].move], refutation: undefined }] };
    await page.route(/\/v1\/review/, route => (route.request().url().includes("board=") ? route.fulfill({ contentType: "application/json", body: JSON.stringify(alone) })
        : route.fulfill({ contentType: "application/x-ndjson", body: `${JSON.stringify(review)}\n` })));
    await page.goto(`${origin}/?game=gomoku&moves=${moves}&view=explore&x=you&o=club`);
    await page.click("#review-start");
    await page.locator('[data-ply="5"] .label').waitFor({ state: "attached" });
    await page.click("#learn-start");
    await learning(page, "g8 lets White make an open three. Tap on the board.");
    await cell(page, best.move.cell).click();
    // Nothing speaks for it but the threat that the played move allowed; the answer on the board has a word.
    await learning(page, /Yes, i10\..*It gives a chance of 61.%\. g8 lets White make an open three with i10\. After i10 White answers a15\./);
    await close();
});

test("a win that a move gives is told once", () => {
    const move = { cell: 7, name: "a5" };
    const gives = { kind: "gives-win", cells: [1, 2, 3, 7], moves: [move], text: "Gives X the win by a5." };
    const lets = { kind: "plays-under-threat", cells: [1, 2, 3, 7], moves: [move], text: "Lets X play a5 and complete a5, b4, c3, d2." };
    assert.equal(sentences([gives, lets], "rack"), "Lets Red play a5 and complete a5, b4, c3, d2.");
    assert.equal(sentences([gives], "rack"), "Gives Red the win by a5.");
    const longer = { ...gives, moves: [move, move, move], text: "Gives X the win; best play goes on a5 b3 a6." };
    assert.equal(sentences([longer, { ...lets, text: "Lets X take a5, where O would complete a5, b4, c3, d2." }], "rack"), "Gives Red the win; best play goes on a5 b3 a6. Lets Red take a5, where Yellow would complete a5, b4, c3, d2.");
});

test("the only good move is told in a whole sentence, where nothing else is known", () => {
    const only = { kind: "only-move", cells: [], moves: [], text: "Is the only good move: every other has a worse outcome." };
    assert.equal(sentences([{ kind: "near-centre", cells: [], moves: [], text: "No open column is nearer to the centre." }, only], "rack"), "It is the only good move: every other has a worse outcome.");
});

test("an open three is told, and not that its line has three stones", () => {
    const line = { kind: "opens-line", cells: [7, 8, 9, 10, 11], moves: [], text: "Makes 3 of 5 on X's line h8, i8, j8, k8, l8." };
    const three = { kind: "makes-open-three", cells: [6, 10], moves: [], text: "Makes an open three: X threatens an open four with g8 or k8." };
    assert.equal(sentences([line, three], "paper", 1), "Makes an open three: X threatens an open four with g8 or k8.");
    assert.equal(sentences([line], "paper", 1), line.text);
    assert.equal(sentences([{ ...line, minor: true }], "paper", 1), "", "a line of a large board that is hardly begun says little");
});

test("a lesson says what the mistake cost, where nothing that it lets the other side make is near", async () => {
    const moves = "g8,i10,i11,g10,g7,g9";
    const review = await judgedOnce(moves);
    const task = review.moves.find(({ player, label }) => player === "X" && label === "blunder");
    const { page, close } = await openPage(browser, origin, "/?view=api");
    await page.route(/\/v1\/review/, route => route.fulfill({ contentType: "application/x-ndjson", body: `${JSON.stringify(review)}\n` }));
    await page.goto(`${origin}/?game=gomoku&moves=${moves}&view=explore&x=you&o=club`);
    await page.click("#review-start");
    await page.locator(".judged.bad").first().waitFor();
    await page.click("#learn-start");
    const [from, to] = [task.best[0].score, task.score].map(score => Math.round(chance(score) * 100));
    await learning(page, new RegExp(`Find a better move than ${task.move.name}\\.The chance fell from ${from}.% to ${to}.%\\. Tap on the board\\.`));
    await close();
    const draw = await openPage(browser, origin, "/?game=connect-four&moves=c1,a1,d1&view=explore&x=casual&o=you");
    await draw.page.click("#learn-start");
    await learning(draw.page, "There was a draw.");
    await draw.close();
});
