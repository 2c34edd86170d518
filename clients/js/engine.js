// The contract as WebAssembly, on the thread that calls it: a call and its reply, without workers or HTTP.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The reply where the engine has failed: the problem document of the service. */
function failed({ endpoint, service = "", requestId = "" }) {
  const problem = {
    type: `${service}/docs#problem-internal`,
    title: "The service failed",
    status: 500,
    detail: "an error in the service, not in the request; report it with the requestId",
    instance: endpoint === "solve" ? "/solve" : `/v1/${endpoint}`,
    code: "internal",
    requestId,
    errors: [],
  };
  return { status: 500, body: JSON.stringify(problem), pure: false };
}

export class Engine {
  #module;
  #settings;
  #isCancelled;
  #now;
  #instance;
  #onRecord;

  constructor(module, { settings = {}, isCancelled = () => false, now = () => performance.now() } = {}) {
    this.#module = module;
    this.#settings = settings;
    this.#isCancelled = isCancelled;
    this.#now = now;
  }

  /** The bytes of its memory, which never shrinks. */
  get memoryBytes() {
    return this.#instance?.memory.buffer.byteLength ?? 0;
  }

  /** Answers a call: `fields` are JSON, or a query string where `head.query` is true. */
  answer(head, fields, onRecord) {
    this.#onRecord = onRecord;
    try {
      const engine = (this.#instance ??= this.#start());
      const reply = engine.answer(...this.#write(JSON.stringify(head)), ...this.#write(fields));
      const [address, bytes, status, pure] = new Uint32Array(engine.memory.buffer, reply, 4);
      return { status, body: this.#read(address, bytes), pure: pure === 1 };
    } catch (error) {
      // After a trap, the memory of an instance has no meaning.
      this.#instance = undefined;
      // Too deep a recursion is a RangeError.
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return failed(head);
      throw error;
    }
  }

  #start() {
    const now = () => {
      if (this.#isCancelled()) this.#cancel();
      return this.#now();
    };
    const entropy = () => crypto.getRandomValues(new BigUint64Array(1))[0];
    const record = (address, bytes) => this.#onRecord?.(this.#read(address, bytes));
    this.#instance = new WebAssembly.Instance(this.#module, { inarow: { now, entropy, date: Date.now, record } }).exports;
    if (!this.#instance.configure(...this.#write(JSON.stringify(this.#settings)))) throw new TypeError("settings that are not valid");
    return this.#instance;
  }

  #cancel() {
    new Uint8Array(this.#instance.memory.buffer)[this.#instance.cancel_flag()] = 1;
  }

  /** Gives the address and the length of text in memory that the engine takes over. */
  #write(text) {
    const bytes = typeof text === "string" ? encoder.encode(text) : text;
    const address = this.#instance.allocate(bytes.length);
    new Uint8Array(this.#instance.memory.buffer, address, bytes.length).set(bytes);
    return [address, bytes.length];
  }

  #read(address, bytes) {
    return decoder.decode(new Uint8Array(this.#instance.memory.buffer, address, bytes));
  }
}
