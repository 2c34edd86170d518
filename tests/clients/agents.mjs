// Calls of /mcp by the official TypeScript SDK of the Model Context Protocol (@modelcontextprotocol/client), without a greeting
// and with one, without views and with them: node agents.mjs http://127.0.0.1:8080/mcp
// `--refused "a key"`: of a service that refuses every call, with these words. `--limited`: of one that refuses some for a moment, or
// asks for the key in AUTH.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import ts from 'typescript';
import { Client, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [STATELESS, GREETED] = ['2026-07-28', '2025-11-25'];
const [address, only, words] = process.argv.slice(2);

const guide = await readFile(new URL('../../docs/guide.md', import.meta.url), 'utf8');
const programs = [...guide.split('## Agents\n')[1].split('\n## ')[0].matchAll(/```ts\n(.*?)```/gs)].map(([, text]) => text);
assert.equal(programs.length, 2);

/** The lines that a program of the guide prints. */
async function printedBy(text) {
  const { outputText } = ts.transpileModule(text, { compilerOptions: { target: 'ES2022', module: 'ES2022' } });
  const program = outputText.replace(/^import .*$/m, '').replace('http://127.0.0.1:8080/mcp', address)
    .replace(/{ Authorization: 'Bearer KEY' }/, process.env.AUTH ? JSON.stringify({ Authorization: process.env.AUTH }) : '{}');
  const said = [];
  const names = ['Client', 'SdkHttpError', 'StreamableHTTPClientTransport', 'console'];
  const run = new (Object.getPrototypeOf(async () => {}).constructor)(...names, program);
  await run(Client, SdkHttpError, StreamableHTTPClientTransport, { log: line => said.push(line) });
  return said;
}

if (only === '--refused') {
  // The program that expects refusals prints the service's words.
  const said = await printedBy(programs.at(-1));
  assert.ok(said.length === 1 && said[0].includes(words), said.join('\n'));
  console.log(`TypeScript SDK, refused: ${said[0]}`);
  process.exit();
}

// The programs of docs/guide.md print their documented output.
for (const text of only === '--limited' ? programs.slice(-1) : programs) assert.deepEqual(await printedBy(text), [...text.matchAll(/console\.log.*?; \/\/ (.*)$/gm)].map(([, line]) => line));
console.log('TypeScript SDK: the programs of the guide');
if (only === '--limited') process.exit();

for (const [mode, version] of [['auto', STATELESS], [{ pin: STATELESS }, STATELESS], ['legacy', GREETED]]) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(address)));
  assert.equal(client.getNegotiatedProtocolVersion(), version);
  const { tools } = await client.listTools();
  assert.equal(tools.length, 7);
  const found = await client.callTool({ name: 'best_move', arguments: { moves: ['b2', 'b1'] } });
  assert.equal(found.structuredContent.chosen.score.outcome, 'win');
  const refused = await client.callTool({ name: 'best_move', arguments: { moves: ['b2', 'b2'] } });
  assert.ok(refused.isError && refused.content[0].text.includes('Legal moves: '));
  assert.ok(tools.every(tool => tool._meta === undefined));
  await client.close();
  console.log(`TypeScript SDK, ${JSON.stringify(mode)}: ${version}, ${tools.length} tools`);

  // A client that announces MCP Apps finds a page for four tools.
  const announced = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };
  const viewer = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, capabilities: announced });
  await viewer.connect(new StreamableHTTPClientTransport(new URL(address)));
  const uris = (await viewer.listTools()).tools.flatMap(tool => tool._meta?.ui?.resourceUri ?? []);
  assert.deepEqual([uris.length, new Set(uris).size], [4, 1]);
  const { resources: [listed] } = await viewer.listResources();
  const { contents: [page] } = await viewer.readResource({ uri: uris[0] });
  assert.deepEqual([listed.uri, page.uri, page.mimeType], [uris[0], uris[0], 'text/html;profile=mcp-app']);
  assert.match(page.text, /^<!doctype html>/);
  await viewer.close();
  console.log(`TypeScript SDK, ${JSON.stringify(mode)}: a view of ${page.text.length} characters`);
}
