// Shows the page /offline while there is no network. Where the service has an engine as WebAssembly, the page itself plays on: calls that
// the service does not answer, or of which a proxy says that it fails, are answered here. Everything else always comes from the network, so
// that nothing is old while the service answers.

const CACHE = "offline-{{version}}";
const inFolder = (/** @type {string} */ name) => `/page/{{version}}/${name}`;
const PAGE = "/offline";
const HOME = "/";
const PARTS = ["style.css", "offline.css", "theme.js", "offline.js", "icon.svg"].map(inFolder);
/** The files that the page needs without a network; none if there is no engine. */
const KEPT = "{{kept}}".split(" ").filter(name => name).map(inFolder);
const HAS_ENGINE = KEPT.length > 0;
/** Documents of the service that the page asks for first. */
const DOCUMENTS = HAS_ENGINE ? ["/v1/games", "/v1/heuristics"] : [];

/** @typedef {Event & { waitUntil(work: Promise<unknown>): void }} Lifetime */
/** @typedef {Event & { request: Request, respondWith(answer: Promise<Response>): void }} Asked */
/** @typedef { { importScripts(...urls: string[]): void, answerLocally(request: Request, engine: string): Promise<Response> } } Scripts */

const worker = /** @type {EventTarget & Scripts & { skipWaiting(): Promise<void>, clients: { claim(): Promise<void> } }} */ (/** @type {unknown} */ (self));

if (HAS_ENGINE) worker.importScripts(inFolder("engine.js"), inFolder("local_engine.js"));

worker.addEventListener("install", event => {
    const keep = async () => {
        const cache = await caches.open(CACHE);
        // Not from the cache of the browser, which may have the page of another version.
        const fresh = (/** @type {string} */ path) => new Request(path, { cache: "reload", headers: { accept: path === HOME ? "text/html" : "*/*" } });
        const paths = HAS_ENGINE ? [HOME, PAGE, ...new Set([...PARTS, ...KEPT]), ...DOCUMENTS] : [PAGE, ...PARTS];
        await cache.addAll(paths.map(fresh));
        await worker.skipWaiting();
    };
    /** @type {Lifetime} */ (event).waitUntil(keep());
});

worker.addEventListener("activate", event => {
    const clean = async () => {
        const old = (await caches.keys()).filter(name => name !== CACHE);
        await Promise.all(old.map(name => caches.delete(name)));
        // The page of the first visit, too, plays on without the service, and needs no second visit for it.
        if (HAS_ENGINE) await worker.clients.claim();
    };
    /** @type {Lifetime} */ (event).waitUntil(clean());
});

/**
 * Where a request is kept, if it is.
 *
 * @param {Request} request
 */
function keptPath(request) {
    const { pathname } = new URL(request.url);
    if (request.mode === "navigate") return HAS_ENGINE && pathname === HOME ? HOME : PAGE;
    return [PAGE, ...PARTS, ...KEPT, ...DOCUMENTS].includes(pathname) ? pathname : null;
}

worker.addEventListener("fetch", event => {
    const asked = /** @type {Asked} */ (event);
    const { request } = asked;
    const path = keptPath(request);
    const isCall = HAS_ENGINE && path === null && new URL(request.url).pathname.startsWith("/v1/");
    if (path === null && !isCall) return;
    const answer = async () => {
        // Its body can be read once.
        const again = isCall ? request.clone() : request;
        try {
            const response = await fetch(request);
            // Something in front of the service says that it fails: where it has an engine, the service itself answers with a document.
            if (isCall && response.status >= 500 && !/json/.test(response.headers.get("content-type") ?? "")) throw response.status;
            return response;
        } catch (fault) {
            // The page has taken the call back: nobody reads an answer, so none is computed.
            if (request.signal.aborted) return new Response(null, { status: 499 });
            if (isCall) return worker.answerLocally(again, inFolder("inarow.wasm"));
            const kept = path === null ? undefined : await caches.match(path, { ignoreVary: true });
            if (kept) return kept;
            throw fault;
        }
    };
    asked.respondWith(answer());
});
