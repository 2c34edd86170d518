// Sets RapiDoc up: offline, without fonts of its own, light or dark as is chosen, calling the service that it came from.

const reference = /** @type {HTMLElement} */ (document.getElementById("reference"));
const dark = matchMedia("(prefers-color-scheme: dark)");
/** The choice of the visitor, else the system's. */
const look = () => document.documentElement.dataset["theme"] ?? (dark.matches ? "dark" : "light");

// RapiDoc puts these into a style sheet of its own, which the policy of this page knows by its hash (src/http/handlers/page.rs).
/** @type {Record<"light" | "dark", Record<string, string>>} */
const LOOKS = {
    light: { "theme": "light", "bg-color": "#ffffff", "text-color": "#1b2130", "primary-color": "#2f4bd8" },
    dark: { "theme": "dark", "bg-color": "#1b1f28", "text-color": "#e9ebf1", "primary-color": "#93a5ff" },
};

for (const [name, value] of Object.entries(LOOKS[look() === "dark" ? "dark" : "light"])) reference.setAttribute(name, value);
// RapiDoc would change its colours one by one, through sheets that the policy does not allow: so the page is loaded anew.
const painted = look();
const repaint = () => { if (look() !== painted) location.reload(); };

/** @type {Record<string, string>} */
const settings = {
    "load-fonts": "false", "render-style": "view", "show-header": "false", "allow-authentication": "false",
    "allow-server-selection": "false", "allow-spec-url-load": "false", "allow-spec-file-load": "false", "allow-spec-file-download": "false",
    "update-route": "false", "schema-description-expanded": "true", "default-schema-tab": "schema", "sort-endpoints-by": "none",
    "font-size": "default", "regular-font": "system-ui, sans-serif", "mono-font": "ui-monospace, monospace",
    "fill-request-fields-with-example": "true", "server-url": location.origin, "default-api-server": location.origin,
};
for (const [name, value] of Object.entries(settings)) reference.setAttribute(name, value);
dark.addEventListener("change", repaint);
document.addEventListener("theme", repaint);

/** @typedef {Record<string, { examples?: Record<string, unknown> }>} Content */
/** @typedef {{ security?: unknown, parameters?: { description?: string, example?: unknown }[], requestBody?: { content?: Content }, responses?: Record<string, { content?: Content }> }} Operation */
/** @typedef {{ security?: unknown, paths: Record<string, Record<string, Operation>>, components: { securitySchemes?: unknown, parameters: Record<string, { description?: string, example?: unknown }> } }} Contract */

/** What people look for first. */
const FIRST = ["/v1/move", "/v1/analysis", "/v1/review", "/v1/position"];

/**
 * The contract as RapiDoc shows it best: the most used endpoints first, examples with the address of this service.
 *
 * @param {string} text
 */
function prepare(text) {
    const contract = /** @type {Contract} */ (JSON.parse(text.replaceAll("http://127.0.0.1:8080", location.origin)));
    const first = Object.fromEntries(FIRST.flatMap(path => (contract.paths[path] ? [[path, contract.paths[path]]] : [])));
    contract.paths = { ...first, ...contract.paths };
    const operations = Object.values(contract.paths).flatMap(path => Object.values(path));
    // Bodies are filled with an example, so that "Try" sends one: not with those of mistakes, which have no good answer.
    for (const { requestBody, responses } of operations) {
        const answered = Object.values(responses?.["200"]?.content ?? {}).flatMap(media => Object.keys(media.examples ?? {}));
        for (const media of Object.values(requestBody?.content ?? {})) {
            const examples = Object.entries(media.examples ?? {}).filter(([name]) => answered.includes(name));
            if (examples.length) media.examples = Object.fromEntries(examples);
        }
    }
    // RapiDoc calls every key required that the contract mentions, even where none is needed: the key has a form of its own.
    for (const part of [contract, ...operations]) delete part.security;
    delete contract.components.securitySchemes;
    // Parameters are not filled: some exclude each other.
    const listed = operations.flatMap(operation => operation.parameters ?? []);
    for (const parameter of [...Object.values(contract.components.parameters), ...listed]) {
        if (parameter.example === undefined) continue;
        parameter.description = `${parameter.description ?? ""} For example \`${String(parameter.example)}\`.`;
        delete parameter.example;
    }
    return contract;
}

// RapiDoc sets a line askew and writes a warning too pale; the introduction scrolls in a frame, so that the endpoints are seen. A sheet made like this is not inline.
const repair = new CSSStyleSheet();
repair.replaceSync(`#api-info { display: none; } .red-text { color: var(--fg); }
    #api-description { max-height: 13rem; overflow: auto; } #api-description:focus-visible { outline: 3px solid var(--primary-color); }`);
reference.addEventListener("spec-loaded", () => {
    reference.shadowRoot?.adoptedStyleSheets.push(repair);
    // What scrolls must be reached by keys.
    requestAnimationFrame(() => {
        const description = reference.shadowRoot?.querySelector("#api-description");
        for (const [name, value] of [["tabindex", "0"], ["role", "region"], ["aria-label", "Introduction"]]) {
            description?.setAttribute(name ?? "", value ?? "");
        }
    });
});
// The key for "Try": the one that the page has, or that is typed here.
const key = /** @type {HTMLInputElement} */ (document.getElementById("docs-key"));
const useKey = () => {
    reference.setAttribute("api-key-name", "Authorization");
    reference.setAttribute("api-key-location", "header");
    reference.setAttribute("api-key-value", key.value.trim() ? `Bearer ${key.value.trim()}` : "-");
};
key.value = sessionStorage.getItem("inarow-key") ?? "";
if (key.value) useKey();
key.addEventListener("change", useKey);

await customElements.whenDefined("rapi-doc");
const contract = await fetch("/openapi.json");
/** @type {HTMLElement & { loadSpec(contract: Contract): Promise<void> }} */ (reference).loadSpec(prepare(await contract.text()));

// RapiDoc moves the page while it draws; what the address names is kept in view until the reader goes elsewhere.
const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
if (target) {
    const follow = new ResizeObserver(() => target.scrollIntoView());
    follow.observe(reference);
    for (const event of ["wheel", "touchmove", "keydown", "pointerdown"]) {
        addEventListener(event, () => follow.disconnect(), { once: true, passive: true });
    }
}

// A module, so that it can wait above.
export {};
