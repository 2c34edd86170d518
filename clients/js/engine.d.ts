import type { EngineModule } from "./index.js";
import type { LocalSettings } from "./local.js";

/** A call of the contract, without its fields. */
export interface Head {
  /** The path without `/v1/`: `move`, `analysis`, … */
  endpoint: string;
  /** `stream` sends progress records before the reply, which is the last record; `lines` is for continuations; `text` is for people, `sgf` for reviews. */
  form?: "document" | "stream" | "lines" | "text" | "sgf" | undefined;
  /** Whether the fields are a query string, as those of a GET. */
  query?: boolean | undefined;
  /** The origin for links in problem documents. */
  service?: string | undefined;
  requestId?: string | undefined;
}

export interface Reply {
  /** The HTTP status. */
  status: number;
  /** An answer, or a problem document, as JSON. */
  body: string;
  /** Whether the same call always gets the same reply, so that a cache may keep it. */
  pure: boolean;
}

export interface EngineOptions {
  settings?: LocalSettings | undefined;
  /** Asked many times a second while a call runs; `true` ends it with the answer so far. */
  isCancelled?: (() => boolean) | undefined;
  /** Milliseconds since a fixed time; `performance.now` unless set. Asked once for some hundred positions. */
  now?: (() => number) | undefined;
}

/** The contract as WebAssembly, on the thread that calls it. A failure of the module is a problem with status 500. */
export class Engine {
  constructor(module: EngineModule, options?: EngineOptions);
  /** The size of its memory, which never shrinks. */
  readonly memoryBytes: number;
  answer(head: Head, fields: string | Uint8Array, onRecord?: (record: string) => void): Reply;
}
