import type { Client } from "./index.js";

/** Limits of a local engine; unless set, those of the service. */
export interface LocalSettings {
  /** Memory for positions that were seen, in MiB: as the service's 64, and 16 in the small engine. */
  tableMib?: number;
  /** Search time of a request that names no limit, in milliseconds. */
  movetimeMsDefault?: number;
  /** Longest search time, in milliseconds. */
  movetimeMsMax?: number;
}

export interface LocalClientOptions {
  /** `whole` unless set; `small` has no opening book of Connect Four. Else the URL of a module, or a module. */
  engine?: "whole" | "small" | URL | string | WebAssembly.Module;
  settings?: LocalSettings;
  /** How long a call may take, and how long a stream may be silent; 15,000 unless set. */
  timeoutMs?: number;
}

/**
 * The methods of `Client` without a server: an engine in a worker gives the answers of the service, byte for byte but for times and ids,
 * each with `source: "local"`. The first call loads it. Calls are answered one at a time.
 */
export class LocalClient extends Client {
  constructor(options?: LocalClientOptions);
  /** @throws TypeError since there is no service that has pictures. */
  pictureUrl(): never;
  /** @throws TypeError as `pictureUrl`. */
  treeUrl(): never;
  /** Ends the worker; calls that run reject. */
  close(): void;
}

/** Loads the engine of `fallback: "local"` ahead of the first call, while there is a network. */
export function prepare(): Promise<void>;
