// The module answers as the service does, byte for byte but for times: every executed example of the contract and of the documents, and
// random requests over all endpoints. INAROW_WASM_REQUESTS is their number, INAROW_WASM_SEED their seed.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { examples } from "./examples.mjs";
import { requests } from "./random.mjs";
import { compiled, engineOf, ofModule, ofService, startServer } from "./service.mjs";

const count = Number(process.env.INAROW_WASM_REQUESTS ?? 2_000);
const seed = Number(process.env.INAROW_WASM_SEED ?? 1);
const { origin, stop } = await startServer();
after(stop);
const engine = engineOf(await compiled("inarow"));

/** Whether an answer depends on chance: on a seed that the request does not give, or on the day. */
const isRandom = ({ records }) => records.some((record) => /"seed":\d/.test(record));
const hasSeed = ({ target, body }) => /"?\bseed"?[=:]/.test(target + body);

async function compare(list) {
  const statuses = {};
  let compared = 0;
  for (const request of list) {
    const expected = await ofService(origin, request);
    const found = ofModule(engine, origin, request, expected);
    if (isRandom(expected) && !hasSeed(request)) {
      assert.equal(found.status, expected.status);
      continue;
    }
    assert.deepEqual(found, expected, `${request.method} ${request.target} ${request.body ?? ""}`);
    statuses[found.status] = (statuses[found.status] ?? 0) + 1;
    compared += 1;
  }
  return { statuses, compared };
}

test("examples have the answers of the service", async (t) => {
  const list = await examples(await (await fetch(`${origin}/openapi.json`)).json());
  const { statuses, compared } = await compare(list);
  t.diagnostic(`${compared} of ${list.length} examples compared: ${JSON.stringify(statuses)}`);
  assert.ok(compared >= 60 && statuses[200] >= 40 && statuses[422] >= 5);
});

test("random requests have the answers of the service", async (t) => {
  const { statuses, compared } = await compare(requests(seed, count));
  t.diagnostic(`${compared} of ${count} requests of seed ${seed} compared: ${JSON.stringify(statuses)}, memory ${engine.memoryBytes >> 20} MiB`);
  assert.equal(compared, count);
  assert.ok(statuses[200] > count / 2 && statuses[422] > count / 50 && statuses[400] > 0);
});
