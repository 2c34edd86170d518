// The parts of the platform that the package uses, so that the types need neither those of browsers nor those of Node.js. Their own fit.

/** An `AbortSignal`. */
export interface SignalLike {
  readonly aborted: boolean;
  readonly reason: any;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** A `URL`. */
export interface AddressLike {
  readonly href: string;
  readonly origin: string;
}

/** A `fetch`: it is called with text as its address, and a `Response` is expected. */
export type FetchLike = (address: string, options: any) => Promise<any>;

/** A `WebAssembly.Module`, which has no members that types could name. */
export type EngineModule = object;
