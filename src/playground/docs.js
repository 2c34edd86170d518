// Sets RapiDoc up: offline, without fonts of its own, light or dark as the system is, calling the service that it came from.

const reference = /** @type {HTMLElement} */ (document.getElementById("reference"));
const dark = matchMedia("(prefers-color-scheme: dark)");

// RapiDoc puts these into a style sheet of its own, which the policy of this page knows by its hash (src/http/handlers/page.rs).
/** @type {Record<"light" | "dark", Record<string, string>>} */
const LOOKS = {
    light: { "theme": "light", "bg-color": "#ffffff", "text-color": "#1b2130", "primary-color": "#2f4bd8" },
    dark: { "theme": "dark", "bg-color": "#1b1f28", "text-color": "#e9ebf1", "primary-color": "#93a5ff" },
};

const paint = () => {
    for (const [name, value] of Object.entries(LOOKS[dark.matches ? "dark" : "light"])) reference.setAttribute(name, value);
};

/** @type {Record<string, string>} */
const settings = {
    "load-fonts": "false", "render-style": "view", "show-header": "false", "allow-authentication": "true",
    "allow-server-selection": "false", "allow-spec-url-load": "false", "allow-spec-file-load": "false", "allow-spec-file-download": "false",
    "update-route": "false", "schema-description-expanded": "true", "default-schema-tab": "schema", "sort-endpoints-by": "none",
    "font-size": "default", "regular-font": "system-ui, sans-serif", "mono-font": "ui-monospace, monospace",
    "fill-request-fields-with-example": "false", "server-url": location.origin, "default-api-server": location.origin,
};
for (const [name, value] of Object.entries(settings)) reference.setAttribute(name, value);
paint();
dark.addEventListener("change", paint);
reference.setAttribute("spec-url", "/openapi.json");

// A line that RapiDoc sets askew; the licence is in the contract. A sheet made like this is not inline.
const repair = new CSSStyleSheet();
repair.replaceSync("#api-info { display: none; }");
reference.addEventListener("spec-loaded", () => reference.shadowRoot?.adoptedStyleSheets.push(repair));

// RapiDoc moves the page while it draws; what the address names is kept in view until the reader goes elsewhere.
const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
if (target) {
    const follow = new ResizeObserver(() => target.scrollIntoView());
    follow.observe(reference);
    for (const event of ["wheel", "touchmove", "keydown", "pointerdown"]) {
        addEventListener(event, () => follow.disconnect(), { once: true, passive: true });
    }
}
