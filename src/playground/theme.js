// The colours: light, dark, or as the system is; and the place of the page and the size of its board, by the address. Runs before the
// page is drawn, so that it never shows in the wrong ones, and nothing moves when the board comes.

{
    /** The key of the choice in the storage. */
    const KEY = "inarow-theme";
    const CHOICES = /** @type {const} */ (["system", "light", "dark"]);
    /** @typedef {typeof CHOICES[number]} Choice */
    /** @type {Record<Choice, string>} */
    const NAMES = { system: "as the device", light: "light", dark: "dark" };
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
            button.setAttribute("aria-label", `Light or dark: ${NAMES[choice]}`);
            button.title = `Light or dark: ${NAMES[choice]}. Click for ${next ? NAMES[next] : ""}.`;
            const paper = getComputedStyle(document.body).backgroundColor;
            document.querySelectorAll("meta[name=theme-color]").forEach(meta => meta.setAttribute("content", paper));
        };
        const choose = (/** @type {Choice} */ wanted) => {
            choice = wanted;
            try {
                localStorage.setItem(KEY, choice);
            } catch {
                // Then it holds as long as this page does.
            }
            apply(choice);
            show();
        };
        button.addEventListener("click", () => choose(CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length] ?? "system"));
        // The menu of a phone names all three.
        button.addEventListener("choose", event => choose(CHOICES.find(one => one === /** @type {CustomEvent} */ (event).detail) ?? "system"));
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

    /** Columns, rows and look of the games that most addresses name. @type {Record<string, [number, number, string]>} */
    const BOARDS = {
        "connect-four": [7, 6, "rack"], "tic-tac-toe": [3, 3, "paper"], "misere-tic-tac-toe": [3, 3, "paper"], "four-by-four": [4, 4, "paper"], "five-by-five": [5, 5, "paper"],
        "gomoku": [15, 15, "wood"], "gomoku-standard": [15, 15, "wood"], "gomoku-19": [19, 19, "wood"], "gomoku-standard-19": [19, 19, "wood"], "gomoku-20": [20, 20, "wood"],
    };
    /** Columns, rows and look of games of lines, with the lines of their note; of those with layers as most windows have them, two beside each other. @type {Record<string, { size: [number, number], layers?: boolean, look: string, note: "one" | "two" }>} */
    const LINES = {
        "qubic": { size: [8.55, 8.78], layers: true, look: "paper", note: "one" }, "three-cubed": { size: [6.55, 6.78], layers: true, look: "paper", note: "one" },
        "score-four": { size: [8.55, 8.78], layers: true, look: "rack", note: "two" }, "torus": { size: [3, 3], look: "paper", note: "two" },
        "tippy": { size: [3, 3], look: "paper", note: "one" }, "fano": { size: [6.56, 5.17], look: "paper", note: "one" },
    };
    const query = new URLSearchParams(location.search);
    const game = query.get("game") ?? "";
    /** Rules of one's own in few letters. */
    const own = /^(\d+)x(\d+)x(\d+)([gme]*)$/i.exec(game)?.slice(1);
    const [width, height, k] = (own ?? []).map(Number);
    /** @type {[number, number, string] | undefined} */
    const ownBoard = width && height && k ? [width, height, /g/i.test(own?.[3] ?? "") ? "rack" : Math.max(width, height) <= 5 ? "paper" : k >= 5 && Math.min(width, height) >= 9 ? "wood" : "grid"] : undefined;
    const view = query.get("view") ?? "";
    const isHome = !["view", "game", "board", "moves", "turn", "tab", "x", "o", "scores", "record", "friend"].some(name => query.has(name));
    root.dataset["place"] = ["puzzle", "explore", "api"].includes(view) ? view : isHome ? "home" : query.get("tab") === "calls" ? "api" : query.has("tab") || query.has("scores") ? "explore" : "play";
    const lines = LINES[game];
    if (lines) root.dataset["lines"] = lines.note;
    root.toggleAttribute("data-layers", lines?.layers === true);
    const [columns, rows, look] = lines ? [...lines.size, lines.look] : ownBoard ?? BOARDS[game || (query.has("board") || query.has("moves") ? "tic-tac-toe" : "connect-four")] ?? [3, 3, "paper"];
    root.style.setProperty("--columns", String(columns));
    root.style.setProperty("--rows", String(rows));
    root.dataset["look"] = look;
}
