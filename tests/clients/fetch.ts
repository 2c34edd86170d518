// Calls by openapi-fetch with the types that openapi-typescript generates, both as they come: fetch.js http://127.0.0.1:8080.

import createClient from "openapi-fetch";
import type { paths } from "inarow-api";

declare const process: { argv: string[] };

// Documents only: the streams of the same paths are text to this client.
const client = createClient<paths, "application/json" | "application/problem+json">({ baseUrl: process.argv[2]! });

const best = await client.POST("/v1/move", { body: { board: "XO.......", turn: "X" } });
console.log(best.data?.move?.name);

const rules = { width: 4, height: 4, k: 4 };
const custom = await client.POST("/v1/move", { body: { game: rules, heuristic: { weights: [0, 1, 5, 20, 100] }, depth: 2 } });
console.log(custom.data?.score.value);

const ranked = await client.GET("/v1/analysis", { params: { query: { game: "connect-four", moves: "4453", depth: 4 } } });
console.log(ranked.data?.lines.map((line) => line.move.name).join(" "));

const match = await client.POST("/v1/match", { body: { players: [{ depth: 3 }, { level: "club" }], games: 2 } });
console.log(match.data?.results.length);

const refused = await client.POST("/v1/move", { body: { board: "XO" } });
console.log(refused.error?.code, refused.error?.errors[0]?.pointer);
