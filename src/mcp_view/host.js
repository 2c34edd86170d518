// The host of the view: JSON-RPC over messages of the window, as MCP Apps (SEP-1865) has it.

const PROTOCOL = "2026-01-26";

class Host {
  #next = 1;
  #waiting = new Map();
  #handlers;

  /** @param handlers A function for each method of the host; its result answers a request. */
  constructor(handlers) {
    this.#handlers = handlers;
    addEventListener("message", event => {
      if (event.source === window.parent && event.data?.jsonrpc === "2.0") this.#receive(event.data);
    });
  }

  notify(method, params = {}) {
    this.#send({ method, params });
  }

  ask(method, params = {}) {
    const id = this.#next++;
    this.#send({ id, method, params });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #send(message) {
    // The host's origin is not known; nothing that is sent is secret.
    window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  }

  #receive({ id, method, params, result, error }) {
    if (method === undefined) {
      const { resolve, reject } = this.#waiting.get(id) ?? {};
      this.#waiting.delete(id);
      if (error) reject?.(new Error(error.message));
      else resolve?.(result);
      return;
    }
    const handler = this.#handlers[method];
    const answer = handler?.(params ?? {});
    if (id === undefined) return;
    this.#send(handler ? { id, result: answer ?? {} } : { id, error: { code: -32601, message: `no method ${method}` } });
  }
}
