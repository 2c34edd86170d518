// A call of the page in the languages in which people take it along. Each text runs as it is, without installing anything.

import { hasKey, toUrl } from "./api.js";

/** @import { Call } from "./types.d.ts" */

/** @typedef {"curl" | "javascript" | "python"} Language */

/** @type {[Language, string][]} */
export const LANGUAGES = [["curl", "curl"], ["javascript", "JavaScript"], ["python", "Python"]];

/**
 * The call in a language.
 *
 * @param {Language} language
 * @param {Call} call
 * @param {string} origin
 */
export function snippet(language, call, origin) {
    return { curl: toCurl, javascript: toJavaScript, python: toPython }[language](call, origin);
}

/** @param {Call} call @param {string} origin */
const urlOf = (call, origin) => origin + (call.method === "GET" ? toUrl(call.path, call.fields) : call.path);

/** Headers with their values as the languages' string literals. @param {Call} call @param {string} authorization */
const headersOf = (call, authorization) => [
    ...(call.streamed ? ['"Accept": "application/x-ndjson"'] : []),
    ...(call.method === "POST" ? ['"Content-Type": "application/json"'] : []),
    ...(hasKey() ? [`"Authorization": ${authorization}`] : []),
].join(", ");

const quote = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The call as a command.
 *
 * @param {Call} call
 * @param {string} origin
 */
export function toCurl(call, origin) {
    const accept = (call.streamed ? "-N -H 'Accept: application/x-ndjson' " : "") + (hasKey() ? '-H "Authorization: Bearer $KEY" ' : "");
    if (call.method === "GET") return `curl ${accept}${quote(urlOf(call, origin))}`;
    return `curl ${accept}${quote(urlOf(call, origin))} \\\n  --json ${quote(JSON.stringify(call.fields))}`;
}

/** For browsers, Node, Deno and Bun. @param {Call} call @param {string} origin */
function toJavaScript(call, origin) {
    const headers = headersOf(call, "`Bearer ${key}`");
    const body = JSON.stringify(call.fields, null, 2).replaceAll("\n", "\n  ");
    const options = [
        ...(call.method === "POST" ? ['  method: "POST",'] : []),
        ...(headers ? [`  headers: { ${headers} },`] : []),
        ...(call.method === "POST" ? [`  body: JSON.stringify(${body}),`] : []),
    ];
    const asked = `const response = await fetch(${JSON.stringify(urlOf(call, origin))}${options.length ? `, {\n${options.join("\n")}\n}` : ""});\n`;
    const key = hasKey() ? 'const key = "…";\n' : "";
    if (!call.streamed) return `${key}${asked}const answer = await response.json();\nconsole.log(answer);`;
    return `${key}${asked}const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();\n`
        + 'let rest = "";\n'
        + "for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {\n"
        + '  const lines = (rest + value).split("\\n");\n'
        + "  rest = lines.pop();\n"
        + "  for (const line of lines) console.log(JSON.parse(line));\n"
        + "}";
}

/** A value as Python writes it. @param {unknown} value */
function pythonLiteral(value) {
    const names = /** @type {Record<string, string>} */ ({ true: "True", false: "False", null: "None" });
    // Strings are passed over, so that no word in them is taken for a constant.
    return JSON.stringify(value, null, 4).replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, text => names[text] ?? text);
}

/** With the standard library alone. @param {Call} call @param {string} origin */
function toPython(call, origin) {
    const headers = headersOf(call, 'f"Bearer {os.environ[\'KEY\']}"');
    const url = JSON.stringify(urlOf(call, origin));
    const isPlain = call.method === "GET" && !headers;
    const body = call.method === "POST" ? `body = ${pythonLiteral(call.fields)}\n` : "";
    const request = call.method === "POST"
        ? `request = Request(${url}, json.dumps(body).encode(), {${headers}})\n`
        : `request = Request(${url}, headers={${headers}})\n`;
    const read = call.streamed
        ? "    for line in response:\n        print(json.loads(line))"
        : "    answer = json.load(response)\nprint(json.dumps(answer, indent=2))";
    return `import json\n${hasKey() ? "import os\n" : ""}from urllib.request import ${isPlain ? "urlopen" : "Request, urlopen"}\n\n`
        + `${isPlain ? "" : body + request}with urlopen(${isPlain ? url : "request"}) as response:\n${read}`;
}
