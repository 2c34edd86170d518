// The answers of clients/js are unions: the value of one member narrows the others, as a program would write it.

import { Client, mistakes, Problem, Unreachable } from "inarow";
import type {
    AnalysisRequest, BatchedRequest, ContinuationsRecord, ErrorCode, Fault, MoveAnswer, MoveRequest, Position, PositionPart, PositionRequest, ProblemCode, ReviewAnswer, ReviewedMove, ReviewRequest, TreeNode, TreeRequest,
} from "inarow";
import { LocalClient } from "inarow/local";
import { cellOf, landing, nameOf, replay, rightMoves } from "inarow/board";
import { errorMessage, errorReason, labelWords, scoreWords, withNames } from "inarow/words";
import { move as offline } from "inarow/offline";

type Same<A, B> = [A, B] extends [B, A] ? true : false;

export async function played(client: Client): Promise<string> {
    const answer = await client.move({ board: "XO......." });
    if (answer.move) return `${answer.move.name} ${answer.after.board} ${answer.search.nodes}`;
    return `${answer.score.outcome} in ${answer.score.plies satisfies number}`;
}

export async function destructured(client: Client): Promise<string> {
    const { move, after, search } = await client.move();
    return move ? `${after.turn} ${search.nodes}` : "over";
}

export function ended(position: Position): string {
    if (position.status === "won") return position.winner;
    return position.status === "drawn" ? (position.winner satisfies null, "draw") : position.turn;
}

export async function boards(client: Client): Promise<readonly string[]> {
    const { lines, game } = await client.analysis({ game: "9,8,4g" });
    const { columns, game: lineGame } = await client.position({ game: "score-four" });
    // @ts-expect-error: a part of a game is none.
    replay({ width: 3 }, []);
    // @ts-expect-error: no such game.
    nameOf("chess", 0);
    const cell = landing(game, replay("connect-four", rightMoves({ lines }))[0] ?? "", "d");
    return [nameOf("9,8,4g", cell ?? 0), ...replay(lineGame, [0, "1"]), ...replay({ ...lineGame, ...(columns ? { columns } : {}) }, "48 32", { turn: "O" }), `${cellOf(game, "a1")}`];
}

export async function nodes(client: Client, request: TreeRequest): Promise<number> {
    // @ts-expect-error: a figure has no nodes.
    await client.tree(request);
    return (await client.tree({ ...request, format: null })).nodes.length + client.treeUrl(request).length;
}

export function withoutNetwork(): string {
    const { position } = offline();
    return position.status === "won" ? position.winner : position.board;
}

export async function watched(client: Client): Promise<string[]> {
    const shown: string[] = [];
    for await (const record of client.streamMove()) {
        if (!record.final) shown.push(`${record.depth} ${record.move.name}`);
        else if (record.move) shown.push(record.after.board);
    }
    for await (const record of client.streamReview({ moves: "b2 a1" })) shown.push(record.final ? `${record.sides.X.accuracy}` : record.move.label);
    for await (const record of client.streamMatch({ players: [{}, {}] })) shown.push(record.final ? `${record.complete}` : record.played.board);
    for await (const record of client.streamContinuations()) shown.push(continued(record));
    return shown;
}

function continued(record: ContinuationsRecord): string {
    if ("counts" in record) return `${record.counts.games} games`;
    return "final" in record ? `${record.next}` : `${record.index}`;
}

export function drawn(node: TreeNode): number | string {
    switch (node.kind) {
        case "leaf": return node.static.value;
        case "finished": return node.result.winner ?? "draw";
        case "transposition": return node.transposition;
        case "inner": return node.children.length;
    }
}

/** Each result has the answer to its own request. */
export async function together(client: Client): Promise<string> {
    const { results: [best, ranked] } = await client.batch({ requests: [{ kind: "move" }, { kind: "analysis", multiPv: 2 }] });
    if (!("body" in ranked)) return ranked.problem.code;
    return `${best.status === 200 ? best.body.move?.name : best.problem.detail} ${ranked.body.lines.length}`;
}

/** The status tells which results are answers, of any kind; a position has the parts that it was asked for. */
export async function separated(client: Client, requests: BatchedRequest[]): Promise<unknown[]> {
    const { results: [whole, parts] } = await client.batch({ requests: [{ kind: "position" }, { kind: "position", fields: ["moves"] }] });
    if (whole.status !== 200 || parts.status !== 200) return [];
    // @ts-expect-error It was not asked for.
    parts.body.symmetry;
    const { results } = await client.batch({ requests });
    return [whole.body.symmetry.orbit, parts.body.moves satisfies number, ...results.map((result) => result.status === 200 ? result.body.game : result.problem.title)];
}

export async function parts(client: Client): Promise<number> {
    const { legalMoves } = await client.position({ fields: ["legalMoves"] });
    // @ts-expect-error It was not asked for.
    await client.position({ fields: ["legalMoves"] }).then((answer) => answer.symmetry);
    return legalMoves.length;
}

/** A list of fields as programs have it: a constant, one of several, one that is known at run time, none. */
export async function listed(client: Client | LocalClient, request: PositionRequest, one: "moves" | "records", several: PositionPart[]): Promise<unknown[]> {
    const fields = ["legalMoves", "stateId"] as const;
    const constant = await client.position({ fields });
    // @ts-expect-error It was not asked for.
    constant.symmetry;
    const chosen = await client.position({ fields: [one, "position"] });
    // @ts-expect-error It may be the other.
    chosen.moves.toFixed();
    const general = await client.position(request);
    // @ts-expect-error The request may have `fields`.
    general.symmetry.orbit;
    const some = await client.position({ game: "gomoku", fields: several });
    // @ts-expect-error Nor are all of them in this list.
    some.symmetry.orbit;
    const whole = await client.position({ fields: null, board: "X........" });
    return [constant.legalMoves.length, constant.game.k, chosen.position.turn, chosen.moves?.toFixed(), general.symmetry?.orbit, some.symmetry?.orbit, whole.symmetry.orbit, (await client.position()).moves.toFixed()];
}

/** Values of a form may be undefined, also with `exactOptionalPropertyTypes`. */
export const chosen = (depth: number | undefined, board: readonly string[] | undefined): MoveRequest => ({ depth, board, game: { width: 3, height: 3, k: 3, misere: undefined } });

export const client = (key: string | undefined, signal: AbortSignal | undefined): Promise<unknown> => new Client("", { key, timeoutMs: undefined }).games({ signal });

/** The codes are lists that end: with all cases there is no other. */
export function remedy(problem: Problem): string {
    const code: ProblemCode | "unknown" = problem.code;
    const wait: number | undefined = problem.retryAfter;
    return `${code} ${problem.title} ${wait ?? ""} ${problem.errors.map((fault) => fault.code === "cell-taken" ? fault.pointer : fault.detail).join()}`;
}
/** An error of absence is told from a refusal and from a fault of the program. */
export function kindOf(error: unknown): string {
    if (error instanceof Problem) return error.code;
    return error instanceof Unreachable ? `${error.name satisfies "Unreachable" | "TimeoutError"} ${error.cause}` : "a fault";
}
// @ts-expect-error A problem is not one.
export const notAway: Unreachable = new Problem({ title: "", status: 503, code: "saturated" });
export const closed: [Same<Fault["code"], ErrorCode>, string extends ErrorCode ? never : true, string extends Problem["code"] ? never : true] = [true, true, true];

/** Types of the platforms fit. */
export const onPlatform = (address: URL, module: WebAssembly.Module, signal: AbortSignal): unknown[] => [
    new Client(address, { fetch }).games({ signal }),
    new LocalClient({ engine: address }),
    new LocalClient({ engine: module }),
    new LocalClient({ engine: "small", settings: undefined }),
];

/** The game of an answer is one of a request. */
export const again = async (client: Client): Promise<unknown> => client.move({ game: (await client.move()).game });

/** Parts that are asked for are there. */
export async function explained(client: Client | LocalClient, whether: boolean, request: ReviewRequest): Promise<unknown[]> {
    const { solution } = await client.puzzle({ seed: 1, solution: true });
    // @ts-expect-error It was not asked for.
    await client.puzzle({ seed: 1 }).then((puzzle) => puzzle.solution.pv);
    const { moves } = await client.review({ moves: "b2 a1", explain: true });
    // @ts-expect-error Nor was this.
    await client.review({ moves: "b2 a1" }).then((review) => review.moves[0]?.text.length);
    // @ts-expect-error Nor is this certain.
    await client.review({ moves: "b2 a1", explain: whether }).then((review) => review.moves[0]?.text.length);
    const texts: string[] = [];
    for await (const record of client.streamReview({ moves: "b2 a1", explain: true })) {
        if (record.final) texts.push(record.moves.map(({ text }) => text.trim()).join());
        else texts.push(record.move.text.trim(), `${record.move.reasons.length}`);
    }
    texts.push(...mistakes(await client.review({ moves: "b2 a1", explain: true })).map(({ text }) => text.trim()));
    const { results: [move, analysis] } = await client.batch({ requests: [{ kind: "move", explain: true }, { kind: "analysis", explain: true }] });
    if (move.status === 200) texts.push(`${move.body.reasons.length}`);
    if (analysis.status === 200) texts.push(`${analysis.body.lines[0]?.reasons.length}`);
    const best = await client.move({ level: "club", explain: true });
    const { lines } = await client.analysis({ explain: true });
    for await (const record of client.streamMove({ explain: true })) if (record.final) texts.push(`${record.reasons.length} ${record.move?.name}`);
    for await (const record of client.streamAnalysis({ explain: true })) if (record.final) texts.push(`${record.lines[0]?.reasons.length}`);
    const general: (ReviewAnswer | MoveAnswer)[] = [await client.review(request), await client.move({ moves: request.moves ?? null })];
    return [general, solution.move.name, moves.map(({ text, reasons }) => text.trim() + reasons.length), best.reasons.length, best.move?.name, lines[0]?.reasons.length, texts];
}

/** Requests that the service would refuse. */
export async function refused(client: Client): Promise<unknown[]> {
    // @ts-expect-error One of the two.
    const both: MoveRequest = { level: "club", skill: 50 };
    // @ts-expect-error One of the two; a review has both, a game from the board on.
    await client.move({ board: "X........", moves: "b2" });
    // @ts-expect-error One of the two.
    const played: AnalysisRequest = { record: "b2 a1", moves: "b2" };
    await client.review({ board: "X........", moves: ["b2"] });
    // @ts-expect-error No field.
    await client.move({ depht: 3 });
    // @ts-expect-error Of which game?
    await client.review({ game: "gomoku" });
    // @ts-expect-error One of the two.
    await client.review({ moves: "b2", record: "b2 a1" });
    // @ts-expect-error One of the two.
    await client.puzzle({ seed: 1, date: "2026-11-22" });
    // @ts-expect-error Of two.
    await client.match({ players: [{ level: "club", skill: 50 }, {}] });
    // @ts-expect-error Cells have names.
    client.pageUrl({ moves: [4] });
    const { games } = await client.games();
    for (const row of games) if (row.puzzles) await client.puzzle({ game: row.name });
    const { game, move } = await client.move({ game: "gomoku", level: "club", skill: undefined });
    return [both, played, client.pageUrl({ game, moves: move ? ["h8", move] : [], x: "skill-40", o: "you", view: "explore" })];
}

/** How a call waits. */
export const patient = (): unknown => new Client("", {
    fallback: "local", onRetry: ({ endpoint, status, seconds, attempt }) => `${endpoint} ${status ?? "no network"} ${seconds.toFixed()} ${attempt}`,
    onFallback: ({ endpoint, cause }) => `${endpoint} ${errorReason(cause)}`,
}).review({ moves: "b2" }, { timeoutMs: 30_000, onRetry: ({ seconds }) => `${seconds}` });

/** Words for players. */
export const worded = ({ score }: MoveAnswer, error: unknown): string[] => [scoreWords(score), scoreWords(score, { X: "Red", O: "Yellow" }), errorMessage(error)];

/** Words on a move. */
export const judged = ({ label, text }: ReviewedMove): string => withNames(`${labelWords[label]}: ${text ?? ""}`, { X: "Red" });
