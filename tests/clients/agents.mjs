// Calls of /mcp by the official TypeScript SDK of the Model Context Protocol (@modelcontextprotocol/client), without a greeting
// and with one, without views and with them: node agents.mjs http://127.0.0.1:8080/mcp

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Client, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [STATELESS, GREETED] = ['2026-07-28', '2025-11-25'];

// The programs of docs/guide.md print what they say.
const guide = await readFile(new URL('../../docs/guide.md', import.meta.url), 'utf8');
const programs = [...guide.split('## Agents\n')[1].split('\n## ')[0].matchAll(/```ts\n(.*?)```/gs)].map(([, text]) => text);
assert.equal(programs.length, 2);
for (const text of programs) {
  const program = text.replace(/^import .*$/m, '').replace('http://127.0.0.1:8080/mcp', process.argv[2]);
  const said = [];
  const names = ['Client', 'SdkHttpError', 'StreamableHTTPClientTransport', 'console'];
  const run = new (Object.getPrototypeOf(async () => {}).constructor)(...names, program);
  await run(Client, SdkHttpError, StreamableHTTPClientTransport, { log: line => said.push(line) });
  assert.deepEqual(said, [...program.matchAll(/console\.log.*?; \/\/ (.*)$/gm)].map(([, line]) => line));
}
console.log('TypeScript SDK: the programs of the guide');

for (const [mode, version] of [['auto', STATELESS], [{ pin: STATELESS }, STATELESS], ['legacy', GREETED]]) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
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
  await viewer.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
  const uris = (await viewer.listTools()).tools.flatMap(tool => tool._meta?.ui?.resourceUri ?? []);
  assert.deepEqual([uris.length, new Set(uris).size], [4, 1]);
  const { resources: [listed] } = await viewer.listResources();
  const { contents: [page] } = await viewer.readResource({ uri: uris[0] });
  assert.deepEqual([listed.uri, page.uri, page.mimeType], [uris[0], uris[0], 'text/html;profile=mcp-app']);
  assert.match(page.text, /^<!doctype html>/);
  await viewer.close();
  console.log(`TypeScript SDK, ${JSON.stringify(mode)}: a view of ${page.text.length} characters`);
}
