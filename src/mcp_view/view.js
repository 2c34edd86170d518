// The results of best_move, analyse_position, review_game and get_puzzle: a board, and words about it.

function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in element) element[key] = value;
    else element.setAttribute(key, String(value));
  }
  element.append(...children.filter(child => child !== null));
  return element;
}

const main = document.querySelector("main");
/** The arguments of the call, and the abilities of the host. */
const state = { input: {}, hasTools: false };

const moves = count => `${count} ${count === 1 ? "move" : "moves"}`;
const spoken = label => label.replaceAll("-", " ");

/** A score of a side: its kind for colours, its sign and its text on the board, and words. */
function told({ outcome, plies, expected }, side) {
  // The winner's own moves: in misère play the loser makes the last one.
  const count = Math[outcome === "loss" ? "floor" : "ceil"]((plies ?? 0) / 2);
  const soon = count ? `in ${moves(count)}` : "at once";
  const other = side === "X" ? "O" : "X";
  const percent = Math.min(99, Math.max(1, Math.round(expected * 100)));
  switch (outcome) {
    case "win": return { kind: "good", sign: "win", text: String(count), words: `${side} wins ${soon}` };
    case "loss": return { kind: "bad", sign: "loss", text: String(count), words: `${other} wins ${soon}` };
    case "draw": return { kind: "even", sign: "draw", text: "", words: "a draw with best play" };
    default: return { kind: percent >= 50 ? "good" : "bad", sign: "", text: String(percent), words: `${percent} % for ${side}` };
  }
}

const isSame = (one, other) => one.outcome === other.outcome && one.plies === other.plies && one.value === other.value;
const chip = ({ kind, words }) => h("span", { className: `chip ${kind}` }, words);
const lastName = names => (Array.isArray(names) ? String(names.at(-1) ?? "").toLowerCase() : "");

function stateOf({ status, winner, turn }) {
  if (status === "won") return `${winner} has won`;
  return status === "drawn" ? "A draw" : `${turn} to move`;
}

/** Shows a board and words about it. */
function show(board, ...said) {
  main.className = board ? "has-board" : "";
  main.replaceChildren(...(board ? [h("div", { className: "board" }, board)] : []), h("section", { className: "told" }, ...said.filter(part => part !== null)));
}

// The play that a search without a proof expects is often weak at its end.
const following = ({ pv, score }) => (score.outcome === "unknown" ? [] : pv.slice(1));
const variation = line => (following(line).length ? h("p", { className: "muted" }, `Best play: ${line.pv.join(" ")}`) : null);
const reasons = texts => (texts?.length ? h("ul", { className: "reasons muted" }, ...texts.map(text => h("li", {}, text))) : null);

function showChosen({ game, chosen, after }) {
  const side = chosen && (after.turn === "X" ? "O" : "X");
  const mover = after.status === "ongoing" ? side : chosen && after.board[cellOf(game, chosen.move)];
  const label = chosen ? `${mover} has played ${chosen.move}. ${stateOf(after)}.` : `${stateOf(after)}.`;
  const board = drawBoard({ rules: game, board: after.board, last: cellOf(game, chosen?.move), winning: after.winningLines, label });
  if (!chosen) return show(board, h("h1", {}, stateOf(after)), h("p", { className: "muted" }, "The game is over: there is no move."));
  show(board, h("h1", {}, `${mover} plays ${chosen.move}`), h("div", { className: "row" }, chip(told(chosen.score, mover)), h("span", { className: "muted" }, stateOf(after))),
    variation(chosen), reasons(chosen.reasons));
}

function showRanking({ game, moves: ranked, position }) {
  const best = ranked[0]?.score;
  const values = ranked.map(({ move, score }) => ({ cell: cellOf(game, move), isBest: isSame(score, best), ...told(score, position.turn) }));
  const last = lastName(state.input.moves);
  const label = `${stateOf(position)}. ${ranked.map(({ move, score }) => `${move}: ${told(score, position.turn).words}`).join("; ")}`;
  const board = drawBoard({ rules: game, board: position.board, last: cellOf(game, last), values, winning: position.winningLines, label });
  const rows = ranked.map((line, index) => h("li", {}, h("span", { className: "number" }, `${index + 1}.`), h("b", {}, line.move), chip(told(line.score, position.turn)),
    h("span", { className: "pv", title: following(line).length ? line.pv.join(" ") : "" }, following(line).join(" "))));
  show(board, h("h1", {}, stateOf(position)), ranked.length ? h("ol", { className: "moves ranked", tabIndex: 0, ariaLabel: "Moves, the best first" }, ...rows) : h("p", { className: "muted" }, "The game is over: there is no move."),
    reasons(ranked[0]?.reasons));
}

const KINDS = { best: "good", "only-move": "good", good: "good", inaccuracy: "even", prolonged: "even", hastened: "even" };
const kindOf = label => KINDS[label] ?? "bad";

function showReview({ game, moves: played, accuracy, position }) {
  const cells = played.map(({ move }) => cellOf(game, move));
  // Before the first move that is judged, the game may have moves of its own.
  const boardAfter = ply => {
    const board = [...position.board];
    cells.slice(ply).forEach(cell => { board[cell] = "."; });
    return board.join("");
  };
  const frame = h("div", { className: "board" });
  const rows = played.map(({ ply, player, move, label, better }, index) => h("li", { role: "option", onclick: () => choose(index + 1) },
    h("span", { className: "number" }, `${ply}.`), tinyStone(game, player), h("b", {}, move), h("span", { className: `chip ${kindOf(label)}` }, spoken(label)),
    better ? h("span", { className: "pv", title: `better: ${better}` }, `→ ${better}`) : ""));
  const list = h("ol", { className: "moves reviewed", role: "listbox", tabIndex: 0, ariaLabel: "Moves" }, ...rows);
  const [back, on] = [["‹", "Back", -1], ["›", "On", 1]].map(([text, ariaLabel, step]) => h("button", { ariaLabel, onclick: () => choose(chosen + step) }, text));
  const text = h("p", { className: "muted", ariaLive: "polite" });
  let chosen = played.length;
  function choose(ply) {
    chosen = Math.min(played.length, Math.max(0, ply));
    const move = played[chosen - 1];
    const words = move ? `${move.ply}. ${move.player} ${move.move}: ${spoken(move.label)}, ${told(move.score, move.player).words}` : "Before the first move";
    text.textContent = words + (move?.better ? `; better: ${move.better}` : "");
    frame.replaceChildren(drawBoard({ rules: game, board: boardAfter(chosen), last: cells[chosen - 1], hint: cellOf(game, move?.better), winning: position.winningLines, label: text.textContent }),
      h("div", { className: "row" }, back, h("span", { className: "muted" }, `${chosen} of ${played.length}`), on));
    [back.disabled, on.disabled] = [chosen === 0, chosen === played.length];
    rows.forEach((row, index) => row.setAttribute("aria-selected", String(index + 1 === chosen)));
    // Within the list alone: the host's page must not move.
    const row = rows[chosen - 1];
    if (row) list.scrollTop = Math.max(Math.min(list.scrollTop, row.offsetTop - list.offsetTop), row.offsetTop - list.offsetTop + row.offsetHeight - list.clientHeight);
  }
  list.onkeydown = event => {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    choose(chosen + step);
  };
  const reached = ["X", "O"].filter(side => accuracy[side] !== null).map(side => h("span", { className: "row" }, tinyStone(game, side), `${accuracy[side]} of 100`));
  main.className = "has-board";
  main.replaceChildren(frame, h("section", { className: "told" }, h("h1", {}, `${stateOf(position)} after ${moves(played.length)}`),
    h("div", { className: "row" }, h("span", { className: "muted" }, "Accuracy"), ...reached), list, text));
  choose(chosen);
}

function showPuzzle({ game, position, text, difficulty, moves: played, solution, date, seed }) {
  const label = `${text} ${stateOf(position)}.`;
  const board = drawBoard({ rules: game, board: position.board, last: cellOf(game, played.at(-1)), hint: cellOf(game, solution?.move), label });
  const solve = async event => {
    event.target.disabled = true;
    // Another theme or range of difficulties would be another puzzle.
    const same = { ...state.input, ...(date ? { date } : { seed }) };
    try {
      render(await host.ask("tools/call", { name: "get_puzzle", arguments: { ...same, solution: true } }));
    } catch {
      event.target.replaceWith(h("p", { className: "muted" }, "The host did not ask for the solution."));
    }
  };
  const answer = solution ? [h("div", { className: "row" }, h("b", {}, `Solution: ${solution.move}`), chip(told(solution.score, position.turn))), variation(solution), reasons(solution.reasons)]
    : [state.hasTools ? h("div", {}, h("button", { onclick: solve }, "Show the solution")) : null];
  show(board, h("h1", {}, "Puzzle"), h("p", {}, text), h("p", { className: "muted" }, `Difficulty ${difficulty} of 10`), ...answer);
}

/** Shows the result of a tool. */
function render({ structuredContent: values, content = [], isError }) {
  if (isError || !values?.game) {
    const text = content.filter(({ type }) => type === "text").map(part => part.text).join("\n");
    return show(null, h("h1", {}, isError ? "No answer" : "Answer"), h("pre", {}, text));
  }
  if ("chosen" in values) showChosen(values);
  else if ("accuracy" in values) showReview(values);
  else if ("solution" in values) showPuzzle(values);
  else if ("moves" in values) showRanking(values);
}

/** Follows the host's colours. Its fonts are left out: they would be requests to others. */
function adopt({ theme, styles } = {}) {
  const root = document.documentElement;
  if (theme) root.style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (/^--(color-(background-primary|(text|border)-(primary|secondary))|font-(sans|mono))$/.test(name) && typeof value === "string") root.style.setProperty(name, value);
  }
}

const host = new Host({
  "ui/notifications/tool-input": ({ arguments: input }) => { state.input = input ?? {}; },
  "ui/notifications/tool-input-partial": () => {},
  "ui/notifications/tool-result": render,
  "ui/notifications/tool-cancelled": ({ reason }) => show(null, h("p", { className: "muted" }, `Cancelled${reason ? `: ${reason}` : "."}`)),
  "ui/notifications/host-context-changed": adopt,
  "ui/resource-teardown": () => {},
  ping: () => {},
});

const { hostContext, hostCapabilities } = await host.ask("ui/initialize", {
  protocolVersion: PROTOCOL, appInfo: { name: "inarow", version: VERSION }, appCapabilities: { availableDisplayModes: ["inline"] },
});
adopt(hostContext);
state.hasTools = Boolean(hostCapabilities?.serverTools);
new ResizeObserver(() => {
  const { width, height } = document.body.getBoundingClientRect();
  host.notify("ui/notifications/size-changed", { width: Math.ceil(width), height: Math.ceil(height) });
}).observe(document.body);
host.notify("ui/notifications/initialized");
