// Writes the TypeScript programs of docs/guide.md to built/guide, where the compiler checks them as a caller's strict project does.

import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';

const [guide, built] = ['../../docs/guide.md', 'built/guide/'].map(path => new URL(path, import.meta.url));
const programs = [...(await readFile(guide, 'utf8')).matchAll(/```ts\n(.*?)```/gs)].map(([, text]) => text);
assert.ok(programs.length > 1, 'the guide has programs in TypeScript');
await rm(built, { recursive: true, force: true });
await mkdir(built, { recursive: true });
await Promise.all(programs.map((text, index) => writeFile(new URL(`${index + 1}.ts`, built), text)));
