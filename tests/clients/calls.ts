// A call of every endpoint as a front end would write it, checked against the types generated from the contract.

import type { components, paths } from "inarow-api";

type Schemas = components["schemas"];
type Problem = Schemas["Problem"];
type Query<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Q } } } ? Q : never;
type Body<Path extends keyof paths> = paths[Path] extends { post: { requestBody: { content: { "application/json": infer B } } } } ? B : never;
type Method<Path extends keyof paths> = paths[Path] extends { get: infer G } ? (G extends { responses: unknown } ? G : Post<Path>) : Post<Path>;
type Post<Path extends keyof paths> = paths[Path] extends { post: infer P } ? P : never;
type Answer<Path extends keyof paths> =
    Method<Path> extends { responses: { 200: { content: { "application/json": infer A } } } } ? A : never;

/** An answer that is no 2xx, with everything the service says about it. */
export class Refused extends Error {
    constructor(readonly problem: Problem, readonly retryAfterS: number | null) {
        super(problem.detail);
    }
}

export class Client {
    constructor(private readonly origin: string) {}

    /** Asks with a URL that a cache may answer. */
    async get<Path extends keyof paths & string>(path: Path, query?: Query<Path>): Promise<Answer<Path>> {
        const url = new URL(path, this.origin);
        for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
        return this.read(await fetch(url));
    }

    async post<Path extends keyof paths & string>(path: Path, body: Body<Path>): Promise<Answer<Path>> {
        const headers = { "content-type": "application/json" };
        return this.read(await fetch(new URL(path, this.origin), { method: "POST", headers, body: JSON.stringify(body) }));
    }

    private async read<T>(response: Response): Promise<T> {
        if (response.ok) return (await response.json()) as T;
        const after = response.headers.get("retry-after");
        throw new Refused((await response.json()) as Problem, after === null ? null : Number(after));
    }
}

/** Every endpoint once; returns the parts that a front end would show. */
export async function everything(client: Client): Promise<string[]> {
    const shown: string[] = [];

    const move = await client.get("/v1/move", { board: "XO.......", turn: "X" });
    shown.push(move.move === null ? "game over" : `${move.move.name}: ${move.score.outcome} in ${move.score.plies}`);
    // @ts-expect-error Whether there is a move says nothing of the position after it, to these types.
    if (move.move !== null) shown.push(move.after.board);
    if (move.after !== null) shown.push(move.after.board);
    const weak = await client.post("/v1/move", { board: ["X..", ".O.", "..."], skill: 20, seed: 1 });
    shown.push(`${weak.position.turn} plays ${weak.pv.map((place) => place.name).join(" ")}`);

    const analysis = await client.get("/v1/analysis", { moves: "4453", game: "connect-four", depth: 4 });
    for (const line of analysis.lines) shown.push(`${line.rank}. ${line.move.name} ${line.score.value ?? line.score.outcome}`);

    const position = await client.get("/v1/position", { board: "XO..X....", heuristics: ["lines"] });
    shown.push(`${position.legalMoves?.length} moves, class ${position.symmetry?.canonical}`);
    for (const heuristic of position.heuristics ?? []) shown.push(`${heuristic.name} ${heuristic.value}`);

    const tree = await client.post("/v1/tree", { board: "XXO.O..OX", heuristic: "open-pieces", depth: 2 });
    for (const node of tree.nodes) shown.push(`${node.player} ${node.board} ${node.kind}`);

    const games = await client.post("/v1/continuations", { moves: [1], engine: "O", winner: "X", limit: 2 });
    shown.push(`${games.counts.games} games, ${games.matching} to show`);

    const match = await client.post("/v1/match", { players: [{ heuristic: "open-pieces", depth: 3 }, {}], games: 2 });
    shown.push(match.results.map((result) => `${result.wins}-${result.draws}-${result.losses}`).join(" against "));

    const batch = await client.post("/v1/batch", { requests: [{ kind: "move" }, { kind: "position", board: "X........" }] });
    for (const result of batch.results) if ("body" in result && "after" in result.body) shown.push(`${result.body.after?.board}`);

    const { games: presets, limits } = await client.get("/v1/games");
    shown.push(...presets.map((game) => `${game.title}: ${game.rules.width}×${game.rules.height}`), `depth up to ${limits.depthMax}`);
    const { heuristics } = await client.get("/v1/heuristics");
    shown.push(...heuristics.map((heuristic) => `${heuristic.name}: ${heuristic.formula}`));

    shown.push((await client.get("/livez")).status, (await client.get("/healthz")).status, (await client.get("/readyz")).status);
    shown.push((await client.get("/version")).version);
    return shown;
}

/** A long search, watched: one event for each depth, then the answer. */
export function watch(origin: string, onDepth: (depth: number) => void, onAnswer: (answer: Schemas["MoveAnswer"]) => void): EventSource {
    const source = new EventSource(new URL("/v1/move?game=gomoku&movetime=5000", origin));
    source.addEventListener("depth", (event: MessageEvent<string>) => onDepth((JSON.parse(event.data) as Schemas["MoveProgress"]).depth));
    source.addEventListener("final", (event: MessageEvent<string>) => {
        source.close();
        onAnswer(JSON.parse(event.data) as Schemas["MoveAnswer"]);
    });
    return source;
}

// Run as a program (node calls.js http://127.0.0.1:8080) it asks everything and prints it.
declare const process: { argv: string[] } | undefined;
const origin = typeof process === "undefined" ? undefined : process.argv[2];
if (origin !== undefined) console.log((await everything(new Client(origin))).join("\n"));
