// A screen for Connect Four and gomoku against a level: an evaluation bar, undo, hint, puzzles, a review, and play without a network. It needs a
// bundler, such as Vite, and `<main id="game"></main>`. A place on the board has the number of its cell, from 0 at the top left.

import { bar, Client, InarowError, mistakes, type Level, type Move, type OngoingPosition, type Position, type PuzzleAnswer, type Side } from "inarow";
import { landing, nameOf, rightMoves } from "inarow/board";
import { errorMessage, scoreWords } from "inarow/words";

const boards = { "connect-four": { width: 7, height: 6 }, gomoku: { width: 15, height: 15 } } as const;
const levels: readonly Level[] = ["beginner", "casual", "club", "expert", "perfect"];
type Game = keyof typeof boards;
interface Step { readonly moves: readonly string[]; readonly position: Position }

const client = new Client(new URLSearchParams(location.search).get("service") ?? "http://127.0.0.1:8080", { fallback: "local-when-busy" });
const root = document.getElementById("game") ?? document.body;
const [board, says, worth, level] = [document.createElement("div"), document.createElement("p"), document.createElement("meter"), document.createElement("select")];
level.append(...levels.map((name) => new Option(name, name, name === "casual", name === "casual")));
level.ariaLabel = "Level";
let game: Game, human: Side, steps: Step[], puzzle: PuzzleAnswer | null, call: AbortController | undefined, isThinking = false;

function show({ position }: Step, text: string, isBusy = false, hint?: Move): void {
  const won = new Set(position.winningLines.flat());
  board.style.cssText = `display: grid; grid-template-columns: repeat(${boards[game].width}, minmax(0, 1.8em))`;
  isThinking = isBusy;
  board.inert = isBusy || position.status !== "ongoing";
  board.replaceChildren(...Array.from(position.board, (stone, cell) => {
    const button = document.createElement("button");
    button.style.padding = "0.1em 0";
    button.textContent = won.has(cell) ? `[${stone}]` : cell === hint?.cell ? "?" : stone;
    button.ariaLabel = `${nameOf(game, cell)} ${stone === "." ? "empty" : stone}`;
    button.onclick = () => void run((signal) => play(cell, signal));
    return button;
  }));
  says.textContent = position.status === "won" ? `${position.winner} wins` : position.status === "drawn" ? "A draw" : text;
}

const now = (): Step => steps.at(-1) ?? begin(game);
const turnOf = (source: "local" | undefined): string => (source ? "Your turn, without the service" : "Your turn");

/** One call at a time; a failure is shown, and the board is as it was before. */
async function run(act: (signal: AbortSignal) => Promise<void>): Promise<void> {
  call?.abort();
  const { signal } = (call = new AbortController());
  try {
    await act(signal);
  } catch (error) {
    if (signal.aborted) return;
    show(now(), errorMessage(error));
    if (!(error instanceof InarowError)) throw error;
  }
}

function begin(chosen: Game, position: Position = empty(chosen), moves: readonly string[] = [], task: PuzzleAnswer | null = null): Step {
  const first = { moves, position };
  [game, human, puzzle, steps] = [chosen, position.turn, task, [first]];
  [worth.value, worth.title, worth.hidden] = [0.5, "", task !== null];
  show(first, task?.text ?? "Your turn");
  return first;
}

function empty(chosen: Game): OngoingPosition {
  const { width, height } = boards[chosen];
  return { board: ".".repeat(width * height), turn: "X", status: "ongoing", winner: null, winningLines: [], reachable: true };
}

async function play(cell: number, signal: AbortSignal): Promise<void> {
  const { moves, position } = now();
  const own = landing(game, position.board, cell);
  if (own === undefined) return show(now(), "There is a stone already");
  const stones = position.board.slice(0, own) + human + position.board.slice(own + 1);
  show({ moves, position: { ...empty(game), board: stones } }, "Thinking …", true);
  const played = [...moves, nameOf(game, own)];
  if (puzzle && !(await isRight(moves, own, signal))) return show(now(), "That gives it away: try another");
  // One call a turn: `position` has the person's stone, `after` the answer, too. In a puzzle the other side plays its best.
  const strength = puzzle ? {} : { level: level.value as Level };
  const { move, position: before, after, source } = await client.move({ game, moves: played, ...strength }, { signal });
  steps.push(move ? { moves: [...played, move.name], position: after } : { moves: played, position: before });
  show(now(), puzzle ? `Right. ${turnOf(source)}` : turnOf(source));
  await judge(signal);
}

/** The bar is the person's. Asked without a level, whose score is its own view; the game goes on without it. */
async function judge(signal: AbortSignal): Promise<void> {
  if (puzzle) return;
  const { score, position } = await client.move({ game, moves: now().moves, pov: human }, { signal });
  worth.value = bar(score, position.board.length);
  worth.title = worth.ariaLabel = scoreWords(score);
}

/** The moves that gave something away, each with a better one; the judged moves are counted as they come. */
async function review(signal: AbortSignal): Promise<void> {
  for await (const record of client.streamReview({ game, moves: now().moves, explain: true }, { signal, timeoutMs: 20_000 })) {
    if (!record.final) says.textContent = `${record.left} moves left to judge …`;
    else says.textContent = mistakes(record).map(({ ply, move, text }) => `${ply}. ${move.name}: ${text}`).join(" ") || "No mistakes";
  }
}

/** The first move of a puzzle is the only one; later several may win as soon. */
async function isRight(moves: readonly string[], own: number, signal: AbortSignal): Promise<boolean> {
  return rightMoves(await client.analysis({ game, moves }, { signal })).some(({ cell }) => cell === own);
}

/** A turn that waits for its answer is no step yet: it goes alone. */
function undo(): void {
  call?.abort();
  if (!isThinking && steps.length > 1) steps.pop();
  show(now(), "Your turn");
  void run(judge);
}

async function hint(signal: AbortSignal): Promise<void> {
  const { move, reasons } = await client.move({ game, moves: now().moves, explain: true }, { signal });
  if (move) show(now(), `${move.name}. ${reasons.map(({ text }) => text).join(" ") || "The engine's choice."}`, false, move);
}

async function pose(signal: AbortSignal): Promise<void> {
  const task = await client.puzzle({ game: "connect-four" }, { signal });
  begin("connect-four", task.position, task.moves.map(({ name }) => name), task);
}

const actions: Record<string, () => unknown> = {
  "Connect Four": () => run(async () => void begin("connect-four")), Gomoku: () => run(async () => void begin("gomoku")), Undo: undo,
  Hint: () => run(hint), Puzzle: () => run(pose), Review: () => run(review),
};
root.append(level, worth, board, says, ...Object.entries(actions).map(([name, act]) => {
  const button = document.createElement("button");
  button.textContent = name;
  button.onclick = act;
  return button;
}));
begin("connect-four");
// So that the game goes on where the network ends; without the engine it goes on with the service alone.
import("inarow/local").then(({ prepare }) => prepare()).catch(() => {});
