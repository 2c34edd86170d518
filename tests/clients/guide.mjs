// Writes the TypeScript programs of docs/guide.md to built/guide, where the compiler checks them as a caller's strict project does, and the
// programs of the JavaScript package's README to built/readme, where all but the types of their own parameters is checked.

import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';

for (const [path, language, folder] of [['../../docs/guide.md', 'ts', 'guide'], ['../../clients/js/README.md', 'js', 'readme']]) {
    const [document, built] = [path, `built/${folder}/`].map(one => new URL(one, import.meta.url));
    const programs = [...(await readFile(document, 'utf8')).matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, text]) => text);
    assert.ok(programs.length > 1, `${path} has programs`);
    await rm(built, { recursive: true, force: true });
    await mkdir(built, { recursive: true });
    await Promise.all(programs.map((text, index) => writeFile(new URL(`${index + 1}.${language}`, built), text)));
}
