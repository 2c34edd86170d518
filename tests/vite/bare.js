import { Client, Unreachable } from "inarow";

// Nothing answers there.
const client = new Client(`${location.origin}/service`, { fallback: "local" });

globalThis.ask = () =>
  client.move().then(
    ({ source }) => source,
    (error) => ({ isUnreachable: error instanceof Unreachable, message: error.message, cause: error.cause?.message }),
  );
