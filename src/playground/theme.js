// The colours: light, dark, or as the system is. Runs before the page is drawn, so that it never shows in the wrong ones.

{
    /** Where the choice is kept. */
    const KEY = "inarow-theme";
    const CHOICES = /** @type {const} */ (["system", "light", "dark"]);
    /** @typedef {typeof CHOICES[number]} Choice */
    const root = document.documentElement;

    /** @returns {Choice} */
    const chosen = () => {
        try {
            return CHOICES.find(choice => choice === localStorage.getItem(KEY)) ?? "system";
        } catch {
            // A browser may forbid storage.
            return "system";
        }
    };

    /** @param {Choice} choice */
    const apply = choice => {
        if (choice === "system") delete root.dataset["theme"];
        else root.dataset["theme"] = choice;
        document.dispatchEvent(new Event("theme"));
    };

    /** @param {HTMLButtonElement} button */
    const wire = button => {
        let choice = chosen();
        const show = () => {
            const next = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length];
            button.dataset["choice"] = choice;
            button.setAttribute("aria-label", `Colours: ${choice}`);
            button.title = `Colours: ${choice}. Click for ${next}.`;
            const paper = getComputedStyle(document.body).backgroundColor;
            document.querySelectorAll("meta[name=theme-color]").forEach(meta => meta.setAttribute("content", paper));
        };
        button.addEventListener("click", () => {
            choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length] ?? "system";
            try {
                localStorage.setItem(KEY, choice);
            } catch {
                // Then it holds as long as this page does.
            }
            apply(choice);
            show();
        });
        // Another tab has chosen.
        addEventListener("storage", event => {
            if (event.key !== KEY) return;
            choice = chosen();
            apply(choice);
            show();
        });
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
        button.disabled = false;
        show();
    };

    apply(chosen());
    addEventListener("DOMContentLoaded", () => {
        const button = document.getElementById("theme");
        if (button instanceof HTMLButtonElement) wire(button);
    });
}
