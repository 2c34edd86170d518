// Shows the page /offline while there is no network. Everything else always comes from the network, so that nothing is old
// while the service answers.

const CACHE = "offline-{{version}}";
const PAGE = "/offline";
const PARTS = ["style.css", "offline.css", "theme.js", "offline.js", "icon.svg"].map(name => `/page/{{version}}/${name}`);

/** @typedef {Event & { waitUntil(work: Promise<unknown>): void }} Lifetime */
/** @typedef {Event & { request: Request, respondWith(answer: Promise<Response>): void }} Asked */

const worker = /** @type {EventTarget & { skipWaiting(): Promise<void> }} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", event => {
    const keep = async () => {
        const cache = await caches.open(CACHE);
        // Not from the cache of the browser, which may have the page of another version.
        await cache.addAll([PAGE, ...PARTS].map(path => new Request(path, { cache: "reload" })));
        await worker.skipWaiting();
    };
    /** @type {Lifetime} */ (event).waitUntil(keep());
});

worker.addEventListener("activate", event => {
    const clean = async () => {
        const old = (await caches.keys()).filter(name => name !== CACHE);
        await Promise.all(old.map(name => caches.delete(name)));
    };
    /** @type {Lifetime} */ (event).waitUntil(clean());
});

worker.addEventListener("fetch", event => {
    const asked = /** @type {Asked} */ (event);
    const { request } = asked;
    const path = request.mode === "navigate" ? PAGE : new URL(request.url).pathname;
    if (path !== PAGE && !PARTS.includes(path)) return;
    const answer = async () => {
        try {
            return await fetch(request);
        } catch (fault) {
            const kept = await caches.match(path);
            if (kept) return kept;
            throw fault;
        }
    };
    asked.respondWith(answer());
});
