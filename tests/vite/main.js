import { Client } from "inarow";
import { LocalClient, prepare } from "inarow/local";

const local = new LocalClient();
// Nothing answers there.
const client = new Client(`${location.origin}/service`, { fallback: "local" });

globalThis.play = async () => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 10);
  const { move: gomoku } = await local.move({ game: "gomoku", movetime: 500 });
  clearInterval(timer);
  const { search } = await local.move({ game: "connect-four", moves: "4453" });
  const records = [];
  for await (const record of local.streamMove({ game: "gomoku", moves: [112], depth: 3 })) records.push(record.depth ?? "final");
  const aborted = await local.move({ game: "gomoku", movetime: 9_000 }, { signal: AbortSignal.timeout(200) }).catch(({ name }) => name);
  const { sides } = await local.review({ moves: "b2,b3,a3,c1".split(",") });
  const { move, source } = await client.move({ board: "XO.......", turn: "X" });
  const running = local.move({ game: "gomoku", movetime: 9_000 }).catch(({ name }) => name);
  setTimeout(() => local.close(), 200);
  const closed = [await running, (await local.position()).position.turn];
  const silent = new Client(`${location.origin}/silent`, { fallback: "local", timeoutMs: 60_000 });
  const silence = (await silent.move()).source;
  const own = (await new Client("").move({ board: "X........" }).catch(({ message }) => message));
  return { closed, silence, own, ticks, gomoku: gomoku.name, search: search.source, records, aborted, accuracy: sides.X.accuracy, move: move.name, source };
};

globalThis.prepare = prepare;
/** The source of an answer, or the error; the call is aborted after a while, if it says so. */
globalThis.ask = (request, ms) =>
  client.move(request, ms ? { signal: AbortSignal.timeout(ms) } : {}).then(
    ({ source }) => source,
    ({ name, message }) => `${name}: ${message}`,
  );
globalThis.askAlone = () => new LocalClient().move().catch(({ name, message }) => `${name}: ${message}`);
