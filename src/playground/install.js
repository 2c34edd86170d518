// Makes the page one that can be installed: a service worker tells of an absent network.

/** Its path is the only one that may become a script. */
const SERVICE_WORKER = "/service-worker.js";

/** The path in the form that the policy of the page asks for, where the browser knows of it. */
function trustedPath() {
    /** @type {{ createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): string } } | undefined} */
    const factory = Reflect.get(window, "trustedTypes");
    return factory?.createPolicy("service-worker", { createScriptURL: () => SERVICE_WORKER }).createScriptURL("") ?? SERVICE_WORKER;
}

// Only a secure origin has service workers. The page comes first: it must not wait for this.
if ("serviceWorker" in navigator) {
    // A browser may refuse, as private windows do: then the page is as good as before.
    const install = () => void navigator.serviceWorker.register(trustedPath()).catch(() => null);
    if (document.readyState === "complete") install();
    else addEventListener("load", install);
}

// A module of its own.
export {};
