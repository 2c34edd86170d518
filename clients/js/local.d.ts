import type { AddressLike, Client, EngineModule } from "./index.js";

/** Limits of a local engine. */
export interface LocalSettings {
  /** Memory for positions that were seen, 1 to 96 MiB; unless set 64, as in the service, and 16 in the small engine. */
  tableMib?: number | undefined;
  /** Search time of a move or an analysis that names no limit, in milliseconds; 1,000 unless set, as in the service. */
  movetimeMsDefault?: number | undefined;
  /** Longest search time, also of puzzles, reviews and batches, in milliseconds; 60,000 unless set, and 10,000 in the service. A match has 60,000 at least. */
  movetimeMsMax?: number | undefined;
}

export interface LocalClientOptions {
  /** `whole` unless set; `small` has no opening book of Connect Four. Else the address of a module, or a `WebAssembly.Module`. */
  engine?: "whole" | "small" | AddressLike | (string & {}) | EngineModule | undefined;
  settings?: LocalSettings | undefined;
  /** How long a call may take, and how long a stream may be silent; 75,000 unless set. */
  timeoutMs?: number | undefined;
}

/**
 * The methods of `Client` without a server: an engine in a worker gives the answers of the service, each with `source: "local"`: the same but
 * for times and ids where no clock ends the search, thus where the result is proven and with `depth` or `nodes`. The first call loads it. Calls
 * are answered one at a time, and time that they wait counts. Where the engine cannot be loaded, or sends
 * nothing for 30 s while it is, they reject with an `Unreachable`.
 */
export class LocalClient extends Client {
  /** @throws TypeError for an option that is unknown, RangeError for a setting that is out of range. */
  constructor(options?: LocalClientOptions);
  /** @throws TypeError since there is no service that has pictures. */
  pictureUrl(): never;
  /** @throws TypeError as `pictureUrl`. */
  treeUrl(): never;
  /** @throws TypeError since there is no service that has a page. */
  pageUrl(): never;
  /** Ends the worker; calls that run or wait reject with an `AbortError`. A later call starts another. */
  close(): void;
}

/**
 * Loads the engine of `fallback: "local"` ahead of the first call, while there is a network: the one that is on its way or there, else the whole one; or the one that is
 * named, as `LocalClient` takes it, which replaces another that a call began to load: calls that wait for that wait for this.
 *
 * @throws Unreachable where it cannot be loaded; TypeError where another one is named than that which is there.
 */
export function prepare(options?: Pick<LocalClientOptions, "engine">): Promise<void>;

/**
 * Ends the engine of the fallback and gives its memory back, such as where a single-page app leaves its game: calls that it answers, and a `prepare`
 * that waits, reject with an `AbortError`. A later call that needs it, or `prepare`, loads one again, which may be another.
 */
export function release(): void;
