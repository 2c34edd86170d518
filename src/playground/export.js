// What can be taken along: the moves as text, and the board as a picture.

import { moveNames } from "./game.js";
import { lookOf } from "./stone.js";

/** @import { Session } from "./session.js" */

/** A cell of the picture, in pixels. */
const CELL = 64;

/** The moves of the game, two a row with their number. @param {Session} session */
export function movesAsText({ rules, history }) {
    const names = moveNames(rules, history);
    return names.flatMap((name, index) => (index % 2 ? [] : [`${index / 2 + 1}. ${name}${names[index + 1] ? ` ${names[index + 1]}` : ""}`])).join("\n");
}

/** The picture of the board, as a PNG. @param {Session} session @returns {Promise<Blob | null>} */
export function picture({ rules, now }) {
    const { width, height } = rules;
    const look = lookOf(rules);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [(width + 0.6) * CELL, (height + 0.6) * CELL];
    const c = canvas.getContext("2d");
    if (!c) return Promise.resolve(null);
    const token = (/** @type {string} */ name) => {
        const probe = document.createElement("i");
        probe.style.color = `var(${name})`;
        document.body.append(probe);
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
    };
    const round = (/** @type {number} */ col, /** @type {number} */ row, /** @type {number} */ radius, /** @type {string} */ colour) => {
        c.fillStyle = colour;
        c.beginPath();
        c.arc((col + 0.8) * CELL, (row + 0.8) * CELL, radius * CELL, 0, 2 * Math.PI);
        c.fill();
    };
    c.fillStyle = token({ rack: "--rack", wood: "--wood", paper: "--card", grid: "--card" }[look]);
    c.fillRect(0, 0, canvas.width, canvas.height);
    c.strokeStyle = token(look === "wood" ? "--wood-line" : "--line");
    c.lineWidth = 2;
    if (look !== "rack") {
        const shift = look === "wood" ? 0.8 : 0.3;
        for (let col = 0; col < width + Number(look !== "wood"); col++) c.strokeRect((col + shift) * CELL, shift * CELL, 0, (height - Number(look === "wood")) * CELL);
        for (let row = 0; row < height + Number(look !== "wood"); row++) c.strokeRect(shift * CELL, (row + shift) * CELL, (width - Number(look === "wood")) * CELL, 0);
    }
    [...now.board].forEach((held, cell) => {
        const [col, row] = [cell % width, Math.floor(cell / width)];
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

/** Saves the picture as a file. @param {Blob} blob */
export function save(blob) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = "inarow.png";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
