// Answers calls in the service worker, with the engine that is kept there: those of the service, byte for byte but for times and ids.

/** @typedef {{ status: number, body: string }} Reply */
/** @typedef {{ answer(head: object, fields: string, onRecord: (record: string) => void): Reply }} LocalEngine */
/** @typedef {{ Engine: new (module: WebAssembly.Module) => LocalEngine, answerLocally: (request: Request, engine: string) => Promise<Response> }} LocalScope */

{
    const scope = /** @type {LocalScope} */ (/** @type {unknown} */ (self));
    const LINES = "application/x-ndjson";
    /** Answers of these endpoints can be streams. */
    const STREAMED = ["move", "analysis", "review", "match"];

    /** @type {Promise<LocalEngine> | null} */
    let loading = null;

    /** @param {string} path */
    const load = async path => {
        const kept = await caches.match(path, { ignoreVary: true }) ?? await fetch(path);
        return new scope.Engine(await WebAssembly.compile(await kept.arrayBuffer()));
    };

    scope.answerLocally = async (request, path) => {
        loading ??= load(path);
        const engine = await loading.catch(fault => {
            loading = null;
            throw fault;
        });
        const { pathname, search, origin } = new URL(request.url);
        const endpoint = pathname.replace("/v1/", "");
        const isLines = request.headers.get("accept") === LINES;
        const form = !isLines ? "document" : STREAMED.includes(endpoint) ? "stream" : "lines";
        const isQuery = request.method !== "POST";
        const requestId = crypto.randomUUID();
        /** @type {string[]} */
        const records = [];
        const head = { endpoint, form, query: isQuery, service: origin, requestId };
        const { status, body } = engine.answer(head, isQuery ? search.slice(1) : await request.text(), record => records.push(record));
        const type = status !== 200 ? "application/problem+json" : isLines ? LINES : "application/json";
        const headers = { "content-type": type, "x-request-id": requestId, "x-inarow-source": "local" };
        return new Response(form === "stream" && status === 200 ? `${[...records, body].join("\n")}\n` : body, { status, headers });
    };
}
