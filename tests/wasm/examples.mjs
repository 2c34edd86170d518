// The executed examples of the contract and of the documents, as requests of HTTP: method, target, headers, body.

import { readFile, readdir } from "node:fs/promises";

const root = new URL("../../", import.meta.url);
const json = { "content-type": "application/json" };

/** The words of a command line. */
function words(command) {
  const parts = command.replace(/\\\n/g, " ").matchAll(/(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|([^\s'"]+))+/g);
  return Array.from(parts, ([whole]) => whole.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"/g, (_, plain, quoted) => plain ?? quoted.replace(/\\(["\\$`])/g, "$1")));
}

/** The request of a `curl`. */
function curl(command) {
  const request = { method: "GET", target: "", headers: {}, body: undefined };
  const [, ...rest] = words(command);
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--json") Object.assign(request, { method: "POST", headers: { ...json, ...request.headers }, body: rest.shift() });
    else if (word === "-H") {
      const [name, value] = rest.shift().split(/:\s*(.*)/);
      request.headers[name.toLowerCase()] = value;
    } else if (!word.startsWith("-")) request.target = word.replace(/^https?:\/\/[^/]*/, "");
  }
  return request;
}

function ofContract(contract) {
  const requests = [];
  for (const [path, operations] of Object.entries(contract.paths)) {
    for (const sample of operations.get?.["x-codeSamples"] ?? []) requests.push(curl(sample.source));
    const examples = operations.post?.requestBody?.content["application/json"]?.examples ?? {};
    for (const { value } of Object.values(examples)) requests.push({ method: "POST", target: path, headers: json, body: JSON.stringify(value) });
  }
  return requests;
}

async function filed() {
  const folder = new URL("tests/examples/", root);
  const requests = [];
  for (const file of await readdir(folder)) {
    for (const { request } of JSON.parse(await readFile(new URL(file, folder), "utf8"))) {
      const post = { method: "POST", headers: { ...json, ...request.headers }, body: JSON.stringify(request.body) };
      requests.push({ target: request.path, ...(request.body ? post : { method: "GET", headers: request.headers ?? {} }) });
    }
  }
  return requests;
}

async function ofDocuments() {
  const documents = ["README.md", ...(await readdir(new URL("docs/", root))).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)];
  const requests = [];
  for (const document of documents) {
    const text = await readFile(new URL(document, root), "utf8");
    for (const [command] of text.matchAll(/^curl (?:.*\\\n)*.*$/gm)) requests.push(curl(command));
  }
  return requests;
}

/** All examples that are requests of the contract, in any form that an engine without HTTP answers as well. */
export async function examples(contract) {
  const all = [...ofContract(contract), ...(await filed()), ...(await ofDocuments())];
  const endpoint = /^\/(v1\/(move|analysis|position|tree|continuations|match|review|batch|puzzles)|solve)(\?|$)/;
  return all.filter(({ method, target }) => endpoint.test(target) && !(method === "POST" && target.includes("?")));
}
