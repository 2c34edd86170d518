// "Run", "Copy curl" and "Copy fetch" of the API reference, the search, and the address of this service in all documents. Without this script everything else works.

/** The address in all examples. */
const DOCUMENTED = "http://127.0.0.1:8080";
/** Most characters that are shown of an answer. */
const SHOWN_MAX = 6000;
/** A longer answer is shown as it came: to format it would make the page wait. */
const FORMATTED_MAX = 40_000;
/** Width of an answer, in columns. */
const WIDTH = 62;

const key = /** @type {HTMLInputElement | null} */ (document.getElementById("docs-key"));
// The page keeps its key there. To set a value lays the page out, so it is set only where there is a key.
const kept = sessionStorage.getItem("inarow-key");
if (kept && key) key.value = kept;
const hasKey = () => Boolean(key?.value.trim());

/** How long the page looks for addresses at a time, in milliseconds: all at once takes a slow phone 60. */
const SLICE_MS = 4;

/** @param {string} text */
const ofThisService = text => text.replaceAll(DOCUMENTED, location.origin);

/**
 * Examples name the address of this service.
 *
 * @param {Iterator<Element>} codes
 */
function nameThisService(codes) {
    const end = performance.now() + SLICE_MS;
    for (let next = codes.next(); !next.done; next = codes.next()) {
        const text = next.value.textContent ?? "";
        if (text.includes(DOCUMENTED)) next.value.textContent = ofThisService(text);
        if (performance.now() >= end) {
            setTimeout(nameThisService, 0, codes);
            return;
        }
    }
}

nameThisService(document.querySelectorAll("pre, code").values());

/**
 * JSON with line breaks only where a line would be too long, as in the examples (build/reference/json.rs).
 *
 * @param {unknown} value
 * @returns {string}
 */
function pretty(value, indent = "", used = 0) {
    const line = flow(value);
    if (used + line.length < WIDTH || typeof value !== "object" || value === null) return line;
    const [open, close] = Array.isArray(value) ? "[]" : "{}";
    const members = Object.entries(value).map(([name, member]) => ({ start: Array.isArray(value) ? "" : `${JSON.stringify(name)}: `, member }));
    if (!members.length) return line;
    const inner = `${indent}  `;
    if (members.some(({ member }) => typeof member === "object" && member !== null && flow(member).length > 2)) {
        const lines = members.map(({ start, member }) => inner + start + pretty(member, inner, inner.length + start.length));
        return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
    }
    let [text, column] = [`${open}`, used + 1];
    for (const [place, { start, member }] of members.entries()) {
        const part = `${start}${flow(member)}${place + 1 < members.length ? "," : close}`;
        const breaks = place > 0 && column + part.length >= WIDTH;
        text += `${breaks ? `\n${inner}` : place > 0 ? " " : ""}${part}`;
        column = (breaks ? inner.length : column + (place > 0 ? 1 : 0)) + part.length;
    }
    return text;
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function flow(value) {
    if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    return `{${Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${flow(member)}`).join(", ")}}`;
}

/**
 * The request of a part of the page, as the visitor has edited it.
 *
 * @param {HTMLElement} call
 */
function read(call) {
    const text = ofThisService((call.querySelector(".edit")?.textContent ?? "").trim());
    const { method = "GET", path = "/" } = call.dataset;
    return method === "GET" ? { method, target: text, body: undefined } : { method, target: path, body: text };
}

/** @param {Response} response */
async function told(response) {
    const text = await response.text();
    let shown = text;
    try {
        if (text.length <= FORMATTED_MAX) shown = pretty(JSON.parse(text));
    } catch {
        // Text of another kind, shown as it is.
    }
    return shown.length <= SHOWN_MAX ? shown : `${shown.slice(0, SHOWN_MAX)}\n… and ${shown.length - SHOWN_MAX} characters more`;
}

/** @param {HTMLElement} call */
async function run(call) {
    const reply = /** @type {HTMLElement} */ (call.closest(".try")?.querySelector(".reply"));
    const state = /** @type {HTMLElement} */ (reply.querySelector(".state"));
    const { method, target, body } = read(call);
    /** @type {Record<string, string>} */
    const headers = { accept: "application/json, */*;q=0.5" };
    if (body !== undefined) headers["content-type"] = "application/json";
    if (key && hasKey()) headers["authorization"] = `Bearer ${key.value.trim()}`;
    reply.hidden = false;
    reply.querySelectorAll("details").forEach(details => { details.open = true; });
    state.textContent = "…";
    let text = "";
    try {
        const start = performance.now();
        const response = await fetch(new URL(target, location.origin), { method, headers, ...(body === undefined ? {} : { body }) });
        text = await told(response);
        state.textContent = `${response.status}, ${Math.round(performance.now() - start)} ms`;
        state.classList.toggle("refused", !response.ok);
    } catch {
        state.textContent = "The service did not answer.";
        state.classList.add("refused");
    }
    const shown = reply.querySelector("pre");
    if (shown) shown.textContent = text;
}

/** @param {string} text */
const quoted = text => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * For a terminal. The copied text has no key.
 *
 * @param {{ url: string, body: string | undefined }} call
 */
const asCurl = ({ url, body }) => `curl ${hasKey() ? '-H "Authorization: Bearer $KEY" ' : ""}${quoted(url)}${body === undefined ? "" : ` --json ${quoted(body)}`}`;

/** For browsers, Node, Deno and Bun. @param {{ url: string, body: string | undefined }} call */
function asFetch({ url, body }) {
    const headers = [...(body === undefined ? [] : ['"Content-Type": "application/json"']), ...(hasKey() ? ['Authorization: `Bearer ${key}`'] : [])];
    const options = [
        ...(body === undefined ? [] : ['method: "POST"']),
        ...(headers.length ? [`headers: { ${headers.join(", ")} }`] : []),
        ...(body === undefined ? [] : [`body: JSON.stringify(${body})`]),
    ];
    return `${hasKey() ? 'const key = "…";\n' : ""}const response = await fetch(${JSON.stringify(url)}${options.length ? `, {\n  ${options.join(",\n  ")},\n}` : ""});\n`
        + "console.log(await response.json());\n";
}

/**
 * @param {HTMLElement} call
 * @param {HTMLElement} button
 */
async function copy(call, button) {
    const { target, body } = read(call);
    const as = button.dataset["copy"] === "fetch" ? asFetch : asCurl;
    await navigator.clipboard.writeText(as({ url: new URL(target, location.origin).href, body }));
    // Of two clicks in a row the second finds “Copied”.
    button.dataset["name"] ??= button.textContent ?? "";
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = button.dataset["name"] ?? ""; }, 1500);
}

document.addEventListener("click", event => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const call = button?.closest(".call");
    if (!(button instanceof HTMLElement) || !(call instanceof HTMLElement)) return;
    if ("run" in button.dataset) void run(call);
    else void copy(call, button);
});

/** Frames without a change after which the target of a link lies still. */
const STILL_FRAMES = 20;

/**
 * Keeps the target of the address at its place. Parts get their true height when they come near the window, which moves all parts
 * below them. It ends when all lies still, or when the visitor scrolls.
 */
function keepTarget() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    const taken = new AbortController();
    for (const type of ["wheel", "touchmove", "keydown", "pointerdown", "hashchange"]) {
        addEventListener(type, () => taken.abort(), { signal: taken.signal, passive: true });
    }
    let still = 0;
    const look = () => {
        if (taken.signal.aborted) return;
        const before = scrollY;
        target.scrollIntoView({ behavior: "instant" });
        still = scrollY === before ? still + 1 : 0;
        if (still < STILL_FRAMES) requestAnimationFrame(look);
        else taken.abort();
    };
    look();
}

addEventListener("hashchange", keepTarget);
keepTarget();

/** Most results in the list: more would not fit beside the page. */
const FOUND_MAX = 12;

const find = /** @type {HTMLInputElement} */ (document.getElementById("find"));
const found = /** @type {HTMLElement} */ (document.getElementById("found"));

/** @typedef {{ id: string, name: string, owner: string, text: string }} Entry */

/** Entries of the search: endpoints, shapes, fields, problems, and headings with the text below them. @type {Entry[] | undefined} */
let entries;

/** @param {Element} target @returns {Entry} */
function entryOf(target) {
    const { id } = target;
    const said = (target.textContent ?? "").trim();
    if (target.matches(".endpoint")) return { id, name: target.querySelector("h3 a")?.textContent ?? "", owner: target.querySelector(".summary")?.textContent ?? "", text: "" };
    if (target.matches("tr")) {
        const [owner = "", name] = id.split(/\.(.*)/);
        return { id, name: name ?? id.replace("problem-", ""), owner: name ? owner : "Errors", text: said };
    }
    // The name of a table is its type.
    if (target.matches("h4") && target.closest(".endpoint")) return { id, name: id, owner: said, text: "" };
    let text = "";
    for (let next = target.nextElementSibling; next && !next.matches("h2, h3, h4, section, div"); next = next.nextElementSibling) text += ` ${next.textContent ?? ""}`;
    return { id, name: said, owner: target.closest("section")?.querySelector("h2")?.textContent?.replace(said, "") ?? "", text };
}

/** Entries with all words: first where the name begins with them, then where it has them, then where the text does. @param {string} query */
function search(query) {
    entries ??= [...document.querySelectorAll("main :is(.endpoint, tr, h2, h3, h4)[id]")].filter(({ id }) => !id.endsWith("-title")).map(entryOf);
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    /** @param {string} text */
    const hasAll = text => words.every(word => text.toLowerCase().includes(word));
    const ranked = entries.map(entry => {
        const { name, owner, text } = entry;
        const fits = [name.toLowerCase().startsWith(words.join(" ")), ...[name, `${owner}.${name}`, `${owner} ${name} ${text}`].map(hasAll)];
        return { entry, rank: fits.indexOf(true) };
    });
    return ranked.filter(({ rank }) => rank >= 0).sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}

function showFound() {
    const query = find.value.trim();
    const matching = query ? search(query) : [];
    found.hidden = !query;
    const [state, list] = [found.querySelector("p"), found.querySelector("ul")];
    if (!state || !list) return;
    state.textContent = matching.length > FOUND_MAX ? `The first ${FOUND_MAX} of ${matching.length}` : matching.length ? `${matching.length} found` : "Nothing found";
    list.replaceChildren(...matching.slice(0, FOUND_MAX).map(({ id, name, owner }) => {
        const [item, link, code, small] = [document.createElement("li"), document.createElement("a"), document.createElement("code"), document.createElement("small")];
        link.href = `#${encodeURIComponent(id)}`;
        code.textContent = name;
        small.textContent = owner;
        link.append(code, ...(owner ? [small] : []));
        item.append(link);
        return item;
    }));
}

// Where there is a mouse, there are keys.
if (matchMedia("(hover: hover)").matches) find.placeholder = "Search (key /)";
find.addEventListener("input", showFound);
find.addEventListener("keydown", event => {
    if (event.key === "Enter") found.querySelector("a")?.click();
    if (event.key !== "Escape") return;
    find.value = "";
    showFound();
});
document.addEventListener("keydown", event => {
    const isTyped = event.target instanceof HTMLElement && (event.target.isContentEditable || event.target.matches("input"));
    if (event.key !== "/" || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    find.focus();
    find.select();
});

// A module, so that its names are its own.
export {};
