// The real service on a free port: the binary that INAROW_BINARY names, or a debug build.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

const binary = process.env.INAROW_BINARY ?? fileURLToPath(new URL("../../../target/debug/inarow", import.meta.url));

// On a busy machine nothing ends because its time is over, unless a test says so.
const unhurried = ["--movetime-ms-max", "3600000", "--review-move-ms-default", "3600000"];

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

/** A service that answers the first calls as told, each a status (0 for none, -1 closes the connection) and headers, whose length may promise more than comes, then as the real one at `origin`. */
export async function startUnreliable(origin, ...answers) {
  const times = [];
  const server = createServer((request, response) => {
    times.push(Date.now());
    const [status, headers, body] = answers.shift() ?? [307, { location: origin + request.url }, ""];
    if (status < 0) request.socket.destroy();
    else if (headers?.["content-length"] > body?.length) response.writeHead(status, headers).write(body, () => setImmediate(() => request.socket.destroy()));
    else if (status) response.writeHead(status, headers).end(body);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${server.address().port}`, times };
}

/** A server of one's own, which takes down the paths that it was asked for. */
export async function startOwn(answer) {
  const paths = [];
  const server = createServer((request, response) => {
    paths.push(new URL(request.url, "http://a").pathname);
    answer(request, response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${server.address().port}`, paths };
}
