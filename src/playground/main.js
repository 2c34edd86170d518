// Puts the page together: one session, the board, and the places that show it.

import { useKey } from "./api.js";
import { offers } from "./catalogue.js";
import { byId } from "./dom.js";
import { link, Refusal } from "./link.js";
import { inWords } from "./refusal_words.js";
import { Page } from "./page.js";

/** Asks for the key of a service that wants one. */
function askForKey() {
    const form = byId("key-form", HTMLFormElement);
    form.hidden = false;
    byId("key", HTMLInputElement).focus();
    form.addEventListener("submit", event => {
        event.preventDefault();
        useKey(byId("key", HTMLInputElement).value.trim());
        location.reload();
    });
}

const status = byId("status", HTMLElement);
const say = byId("say", HTMLElement);
const sayLink = () => {
    if (!link.state) return;
    // On the first page this stands above the board.
    status.textContent = say.textContent = link.words;
    say.dataset["shows"] = "";
};
link.addEventListener("change", sayLink);
// The first calls were made before this module ran.
sayLink();
/** Nothing waits for it at the top: modules that come later need this one. */
async function begin() {
    try {
        const page = new Page(await offers);
        link.removeEventListener("change", sayLink);
        await page.route.goToAddress();
        page.enable(":not([data-late])");
        void page.addPanels();
    } catch (fault) {
        status.textContent = inWords(fault);
        document.documentElement.dataset["place"] = "play";
        if (fault instanceof Refusal && fault.problem.code === "unauthorized") askForKey();
        else throw fault;
    }
}

void begin();
