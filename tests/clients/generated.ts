// Calls by the client that OpenAPI Generator writes for TypeScript (typescript-fetch): generated.js http://127.0.0.1:8080.

import { Configuration, PlayApi } from "../../target/ci/generated-ts/index.js";
import type { Game } from "../../target/ci/generated-ts/index.js";

declare const process: { argv: string[] };

const play = new PlayApi(new Configuration({ basePath: process.argv[2]! }));

const best = await play.getMove({ board: "XO.......", turn: "X" });
console.log(best?.move?.name, best?.score.outcome);

const weak = await play.postMove({ moveRequest: { board: ["X..", ".O.", "..."], skill: 20, seed: 1 } });
console.log(weak?.pv.map(({ name }) => name).join(" "));

// This generator makes one type of all forms of a game, with the members of each, so that rules are said to be one of them.
const rules = { width: 4, height: 4, k: 4 } as Game;
const custom = await play.postMove({ moveRequest: { game: rules, heuristic: { weights: [0, 1, 5, 20, 100] }, depth: 2 } });
console.log(custom?.position.board);

const ranked = await play.getAnalysis({ game: "connect-four", moves: "4453", depth: 4 });
console.log(ranked?.lines.length);

const match = await play.postMatch({ matchRequest: { players: [{ depth: 3 }, { level: "club" }], games: 2 } });
console.log(match?.results.length);
