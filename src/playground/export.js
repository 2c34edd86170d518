// The board as a picture that can be saved.

import { joined } from "./game.js";
import { today } from "./memory.js";
import { lookOf, ruling } from "./stone.js";

/** @import { Session } from "./session.js" */

/** A cell of the picture, in pixels, and the least size of the words below it. */
const CELL = 64;
const TEXT = 20;
/** Height of a line of these words, in their size. */
const LINE = 1.3;

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

/** The plates of a game of lines with their ruling. @param {CanvasRenderingContext2D} c @param {import("./line_board.js").LineBoard} board @param {import("./stone.js").Look} look */
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

/** @typedef {[x: number, y: number]} Point */

/** A stone with its mark, or an empty hole of a rack. @param {CanvasRenderingContext2D} c @param {import("./stone.js").Look} look @param {string} held @param {Point} centre */
function drawCell(c, look, held, [x, y]) {
    const round = (/** @type {number} */ radius, /** @type {string} */ colour) => {
        c.fillStyle = token(colour);
        c.beginPath();
        c.arc(x, y, radius * CELL, 0, 2 * Math.PI);
        c.fill();
    };
    if (look === "rack") round(0.43, held === "X" ? "--red" : held === "O" ? "--yellow" : "--well");
    else if (look === "wood" && held !== ".") round(0.44, held === "X" ? "--black" : "--white");
    if (held === "." || look === "wood") return;
    c.strokeStyle = token(look === "rack" ? (held === "X" ? "--red-mark" : "--yellow-mark") : held === "X" ? "--x-ink" : "--o-ink");
    const size = (look === "rack" ? 0.12 : 0.26) * CELL;
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
}

/** A won line: around discs and stones, through crosses and noughts; of lines that bend or leave their layer each cell. @param {CanvasRenderingContext2D} c @param {import("./stone.js").Look} look @param {Point[]} points The centres of its cells. @param {boolean} isStraight @param {string} colour */
function drawWon(c, look, points, isStraight, colour) {
    const [[x1, y1], [x2, y2]] = [points[0] ?? [0, 0], points.at(-1) ?? [0, 0]];
    c.save();
    c.lineCap = "round";
    c.beginPath();
    if (!isStraight) for (const [x, y] of points) c.roundRect(x - 0.47 * CELL, y - 0.47 * CELL, 0.94 * CELL, 0.94 * CELL, 0.47 * CELL);
    else if (look === "rack" || look === "wood") {
        c.translate(x1, y1);
        c.rotate(Math.atan2(y2 - y1, x2 - x1));
        c.roundRect(-0.48 * CELL, -0.48 * CELL, Math.hypot(x2 - x1, y2 - y1) + 0.96 * CELL, 0.96 * CELL, 0.48 * CELL);
    } else {
        c.moveTo(x1, y1);
        c.lineTo(x2, y2);
    }
    c.strokeStyle = colour;
    c.lineWidth = 5;
    c.stroke();
    c.restore();
}

/** The words below the board, as large as fits. @param {CanvasRenderingContext2D} c @param {number} top @param {string[]} lines @param {number} text Their size. */
function drawWords(c, top, lines, text) {
    const { width } = c.canvas;
    c.fillStyle = token("--paper");
    c.fillRect(0, top, width, c.canvas.height - top);
    c.fillStyle = token("--ink");
    c.textAlign = "center";
    c.textBaseline = "middle";
    lines.forEach((line, at) => {
        const font = (/** @type {number} */ size) => { c.font = `${at ? 400 : 600} ${size}px ${getComputedStyle(document.body).fontFamily}`; };
        font(text);
        font(Math.min(text, text * (width - 16) / c.measureText(line).width));
        c.fillText(line, width / 2, top + text * LINE * (at + 0.8));
    });
}

/** The picture of the board, as a PNG, with its won lines and with words below it. @param {Session} session @param {string[]} words @returns {Promise<Blob | null>} */
export function picture({ rules, now, info }, words) {
    const { board } = rules;
    const { width, height } = board?.compact ?? rules;
    const look = lookOf(rules);
    const canvas = document.createElement("canvas");
    const bottom = Math.round((height + 0.6) * CELL);
    const text = Math.max(TEXT, (width + 0.6) * CELL / 28);
    [canvas.width, canvas.height] = [(width + 0.6) * CELL, bottom + text * LINE * (words.length + 0.6)];
    const c = canvas.getContext("2d");
    if (!c) return Promise.resolve(null);
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
    /** The centre of a cell. @param {number} cell @returns {Point} */
    const centre = cell => {
        const [x, y] = board?.compact.centres[cell] ?? [cell % width + 0.5, Math.floor(cell / width) + 0.5];
        return [(x + 0.3) * CELL, (y + 0.3) * CELL];
    };
    [...now.board].forEach((held, cell) => drawCell(c, look, held, centre(cell)));
    const won = info?.position.winningLines ?? [];
    for (const line of board ? won : joined(won)) {
        const ink = now.board[line[0] ?? 0] === "X" ? "--x-ink" : "--o-ink";
        const colour = look === "rack" || look === "wood" ? "#fff" : token(board ? "--good" : ink);
        drawWon(c, look, line.map(centre), !board, colour);
    }
    drawWords(c, bottom, words, text);
    return new Promise(resolve => canvas.toBlob(resolve, "image/png"));
}

/** Saves the picture as a file with a descriptive name, such as `connect-four-2026-11-26.png`. @param {Blob} blob @param {string} title */
export function save(blob, title) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${title.toLowerCase().replace("×", "x").replace(/[^a-z0-9]+/g, "-")}-${today()}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
