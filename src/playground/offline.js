// Goes back to the page as soon as the service can be reached again. The address is the one that was asked for.

/** The pause between two attempts, in milliseconds: a network may be there, and the service not. */
const RETRY_MS = 3000;

async function retry() {
    const answers = await fetch("/livez", { cache: "no-store" }).then(({ ok }) => ok, () => false);
    if (answers) location.reload();
}

// Under its own address this page has nothing to go back to.
if (location.pathname !== "/offline") {
    addEventListener("online", retry);
    setInterval(retry, RETRY_MS);
    void retry();
}
