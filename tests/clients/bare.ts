// The package's types need neither those of browsers nor those of Node.js: this is compiled with the language's alone.

import { bar, Client } from "inarow";
import type { LocalClientOptions, LocalSettings } from "inarow/local";
import { LocalClient } from "inarow/local";
import { Engine } from "inarow/engine";
import { move } from "inarow/offline";

/** Values of a form may be undefined, with `exactOptionalPropertyTypes`, too. */
export const options = (engine: LocalClientOptions["engine"], tableMib: number | undefined, settings?: LocalSettings): LocalClientOptions =>
    ({ engine, settings: settings ?? { tableMib, movetimeMsMax: undefined, movetimeMsDefault: undefined }, timeoutMs: undefined });

export async function played(client: Client): Promise<string> {
    const answer = await client.move({ moves: "4453" });
    const { source = "service" } = answer;
    const copy: typeof answer = { ...answer, source: undefined };
    return `${source} ${copy.position.board} ${bar(answer.score, answer.position.board.length)}`;
}

export async function shown(client: Client): Promise<string> {
    const { move: last } = await client.move();
    return client.pictureUrl({ last, marks: last ? [last, "b2", "a1-c3"] : [] });
}

export const all: unknown[] = [Engine, LocalClient, move];
