// The real service on a free port: the binary that INAROW_BINARY names, or a debug build.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

const binary = process.env.INAROW_BINARY ?? fileURLToPath(new URL("../../../target/debug/inarow", import.meta.url));

// On a busy machine nothing ends because its time is over, unless a test says so.
const unhurried = ["--movetime-ms-max", "3600000"];

/** Starts the service, stopped after the tests of the file; the first line of its log tells the port. */
export async function startServer(...settings) {
  const server = spawn(binary, ["--listen", "127.0.0.1:0", ...unhurried, ...settings], { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  const origin = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      log += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(log);
      if (found) resolve(found[0]);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`the server has ended with ${code}: ${log}`)));
  });
  after(async () => {
    server.removeAllListeners("exit");
    server.kill("SIGTERM");
    await once(server, "exit");
  });
  return origin;
}
