// Runs the command of WASI on the standard input and output of this process.

import { setFlagsFromString } from "node:v8";
import { WASI } from "node:wasi";
import { compiled } from "./service.mjs";

// The fast calls of Node.js 20 crash in one of ten runs when the memory of the module has grown.
setFlagsFromString("--no-turbo-fast-api-calls");
const wasi = new WASI({ version: "preview1" });
process.exitCode = wasi.start(await WebAssembly.instantiate(await compiled("inarow-lines"), wasi.getImportObject()));
