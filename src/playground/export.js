// The board as a picture that can be saved.

import { today } from "./memory.js";
import { lookOf, ruling } from "./stone.js";

/** @import { Session } from "./session.js" */

/** A cell of the picture, in pixels. */
const CELL = 64;

/** A colour of the page by its name. @param {string} name */
function token(name) {
    const probe = document.createElement("i");
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
}

/** The paths of drawings, to be drawn again. @param {Element[]} drawings */
const paths = drawings => new Path2D(drawings.map(one => one.getAttribute("d") ?? "").join(""));

/** The plates of a game of lines with what is ruled on them. @param {CanvasRenderingContext2D} c @param {import("./line_board.js").LineBoard} board @param {import("./stone.js").Look} look */
function drawPlates(c, board, look) {
    const arrangement = board.compact;
    for (const { x, y, width, height } of arrangement.plates) {
        c.save();
        c.setTransform(CELL, 0, 0, CELL, (x + 0.3) * CELL, (y + 0.3) * CELL);
        c.fillStyle = token(look === "rack" ? "--rack" : "--card");
        c.beginPath();
        c.roundRect(-0.15, -0.15, width + 0.3, height + 0.3, 0.3);
        c.fill();
        c.strokeStyle = token("--line");
        c.lineWidth = 0.03;
        if (look === "grid" && board.isGrid) for (let at = 0; at < width * height; at++) c.strokeRect(at % width, Math.floor(at / width), 1, 1);
        else if (board.isGrid) c.stroke(paths(ruling(look, width, height)));
        else if (board.hasDrawnLines) board.lines.forEach(line => c.stroke(new Path2D(board.path(arrangement, line))));
        c.restore();
    }
    if (board.isGrid) return;
    for (const [x, y] of arrangement.centres) {
        c.fillStyle = token("--paper");
        c.beginPath();
        c.arc((x + 0.3) * CELL, (y + 0.3) * CELL, 0.46 * CELL, 0, 2 * Math.PI);
        c.fill();
        c.stroke();
    }
}

/** The picture of the board, as a PNG. @param {Session} session @returns {Promise<Blob | null>} */
export function picture({ rules, now }) {
    const { board } = rules;
    const { width, height } = board?.compact ?? rules;
    const look = lookOf(rules);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [(width + 0.6) * CELL, (height + 0.6) * CELL];
    const c = canvas.getContext("2d");
    if (!c) return Promise.resolve(null);
    const round = (/** @type {number} */ col, /** @type {number} */ row, /** @type {number} */ radius, /** @type {string} */ colour) => {
        c.fillStyle = colour;
        c.beginPath();
        c.arc((col + 0.8) * CELL, (row + 0.8) * CELL, radius * CELL, 0, 2 * Math.PI);
        c.fill();
    };
    c.fillStyle = token(board ? "--paper" : { rack: "--rack", wood: "--wood", paper: "--card", grid: "--card" }[look]);
    c.fillRect(0, 0, canvas.width, canvas.height);
    c.strokeStyle = token(look === "wood" ? "--wood-line" : "--line");
    c.lineWidth = 2;
    if (board) drawPlates(c, board, look);
    else if (look !== "rack") {
        const shift = look === "wood" ? 0.8 : 0.3;
        for (let col = 0; col < width + Number(look !== "wood"); col++) c.strokeRect((col + shift) * CELL, shift * CELL, 0, (height - Number(look === "wood")) * CELL);
        for (let row = 0; row < height + Number(look !== "wood"); row++) c.strokeRect(shift * CELL, (row + shift) * CELL, (width - Number(look === "wood")) * CELL, 0);
    }
    [...now.board].forEach((held, cell) => {
        const [x0, y0] = board?.compact.centres[cell] ?? [cell % width + 0.5, Math.floor(cell / width) + 0.5];
        const [col, row] = [x0 - 0.5, y0 - 0.5];
        if (look === "rack") round(col, row, 0.43, token(held === "X" ? "--red" : held === "O" ? "--yellow" : "--well"));
        else if (look === "wood" && held !== ".") round(col, row, 0.44, token(held === "X" ? "--black" : "--white"));
        if (held === "." || look === "wood") return;
        c.strokeStyle = token(look === "rack" ? (held === "X" ? "--red-mark" : "--yellow-mark") : held === "X" ? "--x-ink" : "--o-ink");
        const size = (look === "rack" ? 0.12 : 0.26) * CELL;
        const [x, y] = [(col + 0.8) * CELL, (row + 0.8) * CELL];
        c.lineWidth = look === "rack" ? 6 : 7;
        c.lineCap = "round";
        c.beginPath();
        if (held === "O") c.arc(x, y, size, 0, 2 * Math.PI);
        else {
            c.moveTo(x - size, y - size);
            c.lineTo(x + size, y + size);
            c.moveTo(x + size, y - size);
            c.lineTo(x - size, y + size);
        }
        c.stroke();
    });
    return new Promise(resolve => canvas.toBlob(resolve, "image/png"));
}

/** Saves the picture as a file that says what it is, such as `connect-four-2026-11-26.png`. @param {Blob} blob @param {string} title */
export function save(blob, title) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${title.toLowerCase().replace("×", "x").replace(/[^a-z0-9]+/g, "-")}-${today()}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
