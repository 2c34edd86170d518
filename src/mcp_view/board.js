// A board as the page draws it: a rack where stones fall, wood for large boards, paper for small ones; a game that is a list of lines
// by its layout. A cell is 100 units wide.

const [CELL, FRAME, NAMES, SIGNS] = [100, 26, 56, 76];

function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

const materialOf = ({ width, height, k, gravity, layout }) => (gravity ? "rack" : !layout && k >= 5 && Math.min(width, height) >= 9 ? "wooden" : "sheet");

/** The cell with a name such as "b2", or "17" in a game of lines; -1 if there is none. */
function cellOf({ width, height, layout }, name) {
  if (layout) return /^\d+$/.test(name ?? "") ? Number(name) : -1;
  const [, letter, row] = /^([a-t])(\d+)$/.exec(name ?? "") ?? [];
  return letter ? (height - Number(row)) * width + letter.charCodeAt(0) - 97 : -1;
}

/** The complete lines on a board, each as its first and its last cell. */
function linesOf({ width, height, k, overline, layout }, board) {
  if (layout) return [];
  const lines = [];
  const at = (x, y) => (x >= 0 && y >= 0 && x < width && y < height ? board[y * width + x] : ".");
  for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
    for (let cell = 0; cell < board.length; cell++) {
      const [x, y, stone] = [cell % width, Math.floor(cell / width), board[cell]];
      if (stone === "." || at(x - dx, y - dy) === stone) continue;
      let length = 1;
      while (at(x + dx * length, y + dy * length) === stone) length++;
      if (overline === "forbidden" ? length === k : length >= k) lines.push({ from: cell, to: cell + (dy * width + dx) * (length - 1), step: dy * width + dx });
    }
  }
  return lines;
}

/** A stone alone, for lists. */
function tinyStone(rules, player) {
  return svg("svg", { viewBox: "-50 -50 100 100", class: "tiny", role: "img", "aria-label": player }, ...stone(materialOf(rules), player, 0, 0));
}

function stone(material, player, x, y) {
  const isX = player === "X";
  if (material === "sheet") {
    return [isX ? svg("path", { class: "stroke-x", d: `M${x - 27} ${y - 28}L${x + 28} ${y + 27}M${x + 28} ${y - 27}L${x - 28} ${y + 28}` })
      : svg("circle", { class: "stroke-o", cx: x, cy: y, r: 28 })];
  }
  if (material === "wooden") {
    return [svg("circle", { cx: x + 2, cy: y + 5, r: 45, fill: "#2c1b08", "fill-opacity": 0.4 }),
      svg("circle", { cx: x, cy: y, r: 45, fill: isX ? "#22252c" : "#faf8f1" }),
      svg("ellipse", { cx: x - 14, cy: y - 18, rx: 14, ry: 9, fill: "#ffffff", "fill-opacity": isX ? 0.16 : 0.9 })];
  }
  const [fill, edge, sign] = isX ? ["#ff5e52", "#d63f35", "#7c140d"] : ["#ffc93c", "#d99f12", "#7d5400"];
  return [svg("circle", { cx: x, cy: y, r: 41, fill }), svg("circle", { cx: x, cy: y, r: 31, fill: "none", stroke: edge, "stroke-width": 3 }),
    isX ? svg("path", { d: `M${x - 11} ${y - 11}l22 22m0-22l-22 22`, fill: "none", stroke: sign, "stroke-width": 9, "stroke-linecap": "round" })
      : svg("circle", { cx: x, cy: y, r: 13, fill: "none", stroke: sign, "stroke-width": 8 })];
}

/** The empty board. */
function empty(material, { width, height, layout }, left, top) {
  const places = layout ?? Array.from({ length: width * height }, (_, cell) => [Math.floor(cell / width), cell % width]);
  const [right, bottom] = [left + width * CELL, top + height * CELL];
  const frame = { x: left - FRAME, y: top - FRAME, width: width * CELL + 2 * FRAME, height: height * CELL + 2 * FRAME };
  if (material === "rack") {
    const wells = places.map(([row, column]) => `M${left + column * CELL + 8} ${top + (row + 0.5) * CELL}a42 42 0 1 0 84 0a42 42 0 1 0-84 0`).join("");
    return [svg("rect", { ...frame, y: frame.y + 8, rx: 40, class: "shade" }), svg("rect", { ...frame, rx: 40, class: "plate" }),
      svg("path", { d: wells, class: "rim", transform: "translate(0 2.5)" }), svg("path", { d: wells, class: "well" })];
  }
  if (material === "wooden") {
    let d = "";
    for (let row = 0; row < height; row++) d += `M${left + 50} ${top + row * CELL + 50}H${right - 50}`;
    for (let column = 0; column < width; column++) d += `M${left + column * CELL + 50} ${top + 50}V${bottom - 50}`;
    const edge = Math.min(width, height) >= 13 ? 3 : 2;
    const middle = width % 2 && height % 2 ? [[(width - 1) / 2, (height - 1) / 2]] : [];
    const stars = [edge, height - 1 - edge].flatMap(row => [edge, width - 1 - edge].map(column => [column, row])).concat(middle);
    return [svg("rect", { ...frame, rx: 22, class: "wood" }), svg("path", { d, class: "grid" }),
      ...stars.map(([column, row]) => svg("circle", { cx: left + column * CELL + 50, cy: top + row * CELL + 50, r: 9, class: "star" }))];
  }
  if (layout) {
    const squares = places.map(([row, column]) => `M${left + column * CELL + 4} ${top + row * CELL + 4}h92v92h-92z`).join("");
    return [svg("rect", { ...frame, rx: 26, class: "paper" }), svg("path", { d: squares, class: "pen fine" })];
  }
  const bend = Math.max(width, height) <= 5 ? 3 : 0;
  let d = "";
  for (let row = 1; row < height; row++) {
    const y = top + row * CELL;
    d += `M${left} ${y + bend}Q${(left + right) / 2} ${y - bend} ${right} ${y + bend}`;
  }
  for (let column = 1; column < width; column++) {
    const x = left + column * CELL;
    d += `M${x - bend} ${top}Q${x + bend} ${(top + bottom) / 2} ${x - bend} ${bottom}`;
  }
  return [svg("rect", { ...frame, rx: 26, class: "paper" }), svg("path", { d, class: bend ? "pen" : "pen fine" })];
}

/** The sign of a move's result: a triangle up or down with the winner's moves to the end, two bars, or per cent. */
function signOf({ kind, sign, text, isBest }, x, y, isRack) {
  const back = isRack ? svg("rect", { x: x - 42, y: y - 27, width: 84, height: 54, rx: 14, class: "back" }) : svg("circle", { cx: x, cy: y, r: 42, class: "back" });
  const group = svg("g", { class: `sign ${kind}${isBest ? " best" : ""}` }, back);
  const shapes = { win: `M${x - 29} ${y + 10}h22l-11-20z`, loss: `M${x - 29} ${y - 10}h22l-11 20z`, draw: `M${x - 13} ${y - 9}h26v6h-26zM${x - 13} ${y + 3}h26v6h-26z` };
  if (shapes[sign]) group.append(svg("path", { d: shapes[sign] }));
  if (text) group.append(svg("text", { x: sign in shapes ? x + 15 : x, y: y + 13 }, text));
  return group;
}

/**
 * Draws a position: `last` and `hint` are cells, `values` has the results of moves to some cells, `label` describes the position in words. A game of lines
 * says which lines are complete.
 */
function drawBoard({ rules, board, last = -1, hint = -1, values = [], winning = [], label }) {
  const { width, height, layout } = rules;
  const material = materialOf(rules);
  const isRack = material === "rack" && !layout;
  const left = 10 + FRAME + (isRack || layout ? 0 : NAMES);
  const top = 10 + FRAME + (isRack && values.length ? SIGNS : 0);
  const centre = cell => {
    const [row, column] = layout ? layout[cell] : [Math.floor(cell / width), cell % width];
    return [left + column * CELL + 50, top + row * CELL + 50];
  };
  const lines = linesOf(rules, board);
  // Of an ordinary board `linesOf` has the lines.
  const complete = (layout ? winning : []).filter(line => line.every(cell => board[cell] !== "." && board[cell] === board[line[0]]));
  const lit = new Set([...lines.flatMap(({ from, to, step }) => Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step)), ...complete.flat()]);
  const parts = empty(material, rules, left, top);
  if (!isRack && !layout) {
    for (let row = 0; row < height; row++) parts.push(svg("text", { class: "coordinate", x: 32, y: top + row * CELL + 62 }, String(height - row)));
  }
  for (let column = 0; column < (layout ? 0 : width); column++) {
    parts.push(svg("text", { class: "coordinate", x: left + column * CELL + 50, y: top + height * CELL + FRAME + 44 }, String.fromCharCode(97 + column)));
  }
  const isLast = lit.size ? -1 : last;
  [...board].forEach((player, cell) => {
    const [x, y] = centre(cell);
    if (player === ".") {
      if (layout) parts.push(svg("text", { class: "coordinate", x, y: y + 12 }, String(cell)));
      return;
    }
    if (cell === isLast && material === "sheet") parts.push(svg("circle", { cx: x, cy: y, r: 44, class: "last" }));
    parts.push(svg("g", lit.size && !lit.has(cell) ? { class: "dim" } : {}, ...stone(material, player, x, y)));
    if (cell === isLast && material !== "sheet") parts.push(svg("circle", { cx: x, cy: y, r: material === "rack" ? 41 : 20, class: material === "wooden" && player === "O" ? "ring dark" : "ring" }));
  });
  for (const { from, to } of lines) {
    const [[x1, y1], [x2, y2]] = [centre(from), centre(to)];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    if (material === "sheet") parts.push(svg("path", { class: "lit", d: `M${x1 - ux * 42} ${y1 - uy * 42}L${x2 + ux * 42} ${y2 + uy * 42}` }));
    else parts.push(svg("rect", { class: "light", x: x1 - 49, y: y1 - 49, width: length + 98, height: 98, rx: 49, transform: `rotate(${Math.atan2(uy, ux) * 180 / Math.PI} ${x1} ${y1})` }));
  }
  for (const cell of new Set(complete.flat())) {
    const [x, y] = centre(cell);
    parts.push(svg("circle", { class: material === "rack" ? "light" : "lit", cx: x, cy: y, r: 45 }));
  }
  for (const value of values) {
    const [x, y] = centre(value.cell);
    parts.push(signOf(value, x, isRack ? top - FRAME - SIGNS / 2 - 2 : y, isRack));
  }
  if (hint >= 0) {
    const [x, y] = centre(hint);
    parts.push(svg("circle", { cx: x, cy: y, r: 40, class: "hint" }));
  }
  const size = [left + width * CELL + FRAME + 10, top + height * CELL + FRAME + (layout ? 0 : NAMES) + 10];
  return svg("svg", { viewBox: `0 0 ${size[0]} ${size[1]}`, class: width > 9 ? `${material} large` : material, role: "img", "aria-label": label }, ...parts);
}
