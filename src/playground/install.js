// Registers the service worker, which shows a page of its own without a network; it also makes the page installable.

/** The path of the service worker, the only one that may become a script. */
const SERVICE_WORKER = "/service-worker.js";

/** The path as a trusted URL, which the policy asks for where the browser supports trusted types. */
function trustedPath() {
    /** @type {{ createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): string } } | undefined} */
    const factory = Reflect.get(window, "trustedTypes");
    return factory?.createPolicy("service-worker", { createScriptURL: () => SERVICE_WORKER }).createScriptURL("") ?? SERVICE_WORKER;
}

// Only a secure origin has service workers. The page comes first: it must not wait for this.
if ("serviceWorker" in navigator) {
    const install = async () => {
        try {
            await navigator.serviceWorker.register(trustedPath());
        } catch {
            // A browser may refuse, as private windows do: then the page is as good as before.
        }
    };
    if (document.readyState === "complete") void install();
    else addEventListener("load", () => void install());
}

// A module of its own.
export {};
