// The view of the page: the board with its words, for the place that is open.

import { About, firstTap, titleOf } from "./about.js";
import { byId, h } from "./dom.js";
import { isProven, nameOf, other } from "./game.js";
import { shape } from "./icons.js";
import { isMistake } from "./judgement.js";
import { link } from "./link.js";
import { opponentOf, sideName } from "./opponents.js";
import { count, hasFinished, keepUnfinished } from "./record.js";
import { showBar } from "./evaluation.js";
import { moves, sentenceOf } from "./score.js";
import { vibrate } from "./sound.js";
import { called, ending, outlook, sentence, WAITING } from "./stage.js";
import { lookOf, stone } from "./stone.js";

/** @import { Mood } from "./opponents.js" */
/** @import { Step } from "./types.d.ts" */
/** @import { Page } from "./page.js" */

/** Titles of the window, but for a game. */
const NAMES = { home: "play four in a row, see where it leads", puzzle: "", play: "", explore: "Explore", api: "API" };

/** A longer title, in letters, is set smaller in the bar of a phone. */
const SHORT_TITLE = 14;

/** A longer sentence, in letters, is set smaller below the board of a phone. */
const LONG_WORDS = 56;

/** @param {HTMLElement} element @param {string} text */
function put(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/** Shows the state of the page. */
export class View {
    /** The position that was shown last. @type {Step | null} */
    seen = null;
    /** Ends that count in the score. @type {WeakSet<Step>} */
    counted = new WeakSet();
    status = byId("status", HTMLElement);
    words = byId("outlook", HTMLElement);
    /** The side to move, as its stone. */
    whose = byId("whose", HTMLElement);
    /** The game that the legend was last decided for, by its first position, and whether its visitor knows the signs. */
    taught = { game: /** @type {Step | undefined} */ (undefined), isOver: false };
    /** The last move, the end, or a hint, for screen readers. */
    last = byId("last-move", HTMLElement);
    moved = "";
    about = new About();
    /** The title of the game. */
    title = "";

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
    }


    show() {
        const { session } = this.page;
        const isNew = this.seen !== session.now;
        this.seen = session.now;
        if (this.page.place === "home" && this.page.home.isOfOver) {
            keepUnfinished("");
            return this.page.home.open();
        }
        // A complaint belongs to its position; news stay until the next click.
        if (isNew && !this.page.notice.classList.contains("news")) this.page.tell("");
        const { cell, turn } = session.now;
        const look = lookOf(session.rules);
        // The players of a linked game are not known, even if the visitor goes on with it; nobody has played what is only looked at.
        const mover = session.isNameless || this.page.place === "explore" && !this.line.includes(session.now) ? sideName(look, other(turn)) : called(session, other(turn), this.page.isMine);
        this.moved = cell === null ? "" : `${mover} played ${session.rules.board?.spoken(cell) ?? nameOf(session.rules, cell)}.`;
        this.page.follow();
        this.countEnd();
        const name = byId("game-name", HTMLElement).querySelector("span");
        const title = titleOf(this.page.offered, session);
        this.title = title;
        if (name) put(name, title);
        name?.classList.toggle("long", title.length > SHORT_TITLE);
        document.documentElement.dataset["look"] = look;
        this.page.showTransport();
        this.page.analysis.follow();
        this.page.panels?.show(isNew);
        if (this.page.panels) void this.page.withSheet(sheet => sheet.showRules());
        this.showMarks();
    }

    /** A game that ends here counts in the score, once. */
    countEnd() {
        const { session } = this.page;
        const side = this.page.playView.engineSide;
        if (!session.isOver || !this.page.isFresh || !this.page.isMine || !side || this.page.place !== "play" || this.counted.has(session.now) || session.cursor < session.history.length - 1) return;
        this.counted.add(session.now);
        const { winner } = session.info?.position ?? {};
        count(session.game, session.players[side].level, !winner ? "drawn" : winner === side ? "lost" : "won");
        if (this.page.help.isOn("vibration") && winner !== side) vibrate(60);
        this.page.playView.shown = "";
    }

    /** The signs on the cells have changed, the position has not. */
    showMarks() {
        this.showBoard();
        this.showWords();
        document.body.toggleAttribute("data-stepping", this.page.analysis.chosen >= 0);
        this.page.route.keepAddress();
    }

    showBoard() {
        const { analysis, board, panels, session, place, puzzle, friend, learn } = this.page;
        if (panels?.editor?.on) return board.show(panels.editor.scene);
        const { marks } = analysis;
        const held = place === "play" && this.page.playView.pending >= 0 ? this.page.playView.held : null;
        const slip = place === "explore" && !learn?.isOn && !marks.ghosts.length ? this.mistakeOf(session.now) : null;
        const hint = place === "puzzle" ? puzzle.hinted : held?.better ?? slip?.best[0]?.move.cell ?? panels?.hint.cell ?? -1;
        const tip = place === "home" ? this.page.home.tapped : -1;
        const pending = session.early ?? (tip >= 0 ? tip : friend.isOn ? friend.chosen : place === "puzzle" ? puzzle.wrong : learn?.isOn ? learn.tried : this.page.playView.waiting);
        const ghosts = learn?.isOn && learn.tried >= 0 && learn.reply >= 0 ? [{ cell: learn.reply, side: other(session.now.turn), number: 2 }] : marks.ghosts;
        board.show({
            rules: session.rules, step: session.now, lines: session.info?.position.winningLines ?? [],
            marks: { ...marks, ghosts, line: panels?.line ?? [], hint }, pending, isTip: tip >= 0, threats: place === "puzzle" ? puzzle.threats : [], missed: learn && learn.missed >= 0 ? learn.missed : place === "explore" ? this.mistakeOf(session.history[session.cursor + 1])?.move.cell ?? -1 : held && held.reply !== held.better ? held.reply : -1,
            open: !session.isOver && !session.isEnginesTurn && !session.thinking && !(friend.isOn && (!friend.isMyTurn || friend.fault !== "")),
        });
        // Cells have their numbers while words may name them.
        const isQuiet = place === "home" || place === "play" && analysis.degree === "off" && !session.isOver && !friend.isOn && pending < 0 && hint < 0;
        board.box.classList.toggle("numbered", !isQuiet);
        showBar(this.page.bar, place === "home" || place === "puzzle" || friend.isOn ? null : panels?.evaluation.value ?? null, lookOf(session.rules));
        this.showLegend();
    }

    /** The move that led to a position, where it was a mistake. @param {Step} [step] */
    mistakeOf(step) {
        const judged = step && this.page.panels?.review.of(step);
        return judged && isMistake(judged) ? judged : null;
    }

    /** The kinds of signs on the board, one of each: "win ≤3 best". */
    get signs() {
        const all = [...this.page.board.grid.querySelectorAll(".score, .dot")].map(one => {
            const { text = "" } = /** @type {HTMLElement} */ (one).dataset;
            const kind = one.classList[1] ?? "dot";
            return `${kind} ${kind === "value" && text !== "?" ? "53" : text}${one.classList.contains("best") ? " best" : ""}`;
        });
        return [...new Map(all.sort().map(sign => [sign.replace(/\d+| best/g, ""), sign])).values()].reverse();
    }

    /** The signs are told until the first game is over, those of estimates always. */
    showLegend() {
        const legend = byId("legend", HTMLElement);
        const { place, session } = this.page;
        const game = session.history[0];
        // Decided when a game begins: a legend that goes at its end would move the parts below.
        if (this.taught.game !== game) this.taught = { game, isOver: hasFinished(session.game) };
        const isNew = !this.taught.isOver;
        const { degree } = this.page.analysis;
        const isSolved = isProven(session.rules);
        // Numbers explain themselves.
        const isSure = degree === "numbers" ? isSolved : this.page.analysis.isSure;
        const hasPlace = place === "play" && (isNew || !isSolved) && !this.page.friend.isOn;
        legend.hidden = !hasPlace && !(place === "home" && this.page.home.isShowcase);
        // Its place is kept while there is nothing to explain, and when help is turned off.
        legend.classList.toggle("unseen", place === "play" && (this.page.analysis.marks.scores.size === 0 || degree === "off" || degree === "numbers" && (isSure || !isNew)));
        const isWon = place === "home" && session.isOver;
        // Where a win is slower than another one, its paler sign is explained, too.
        const isSlower = place === "play" && isSure && [...this.page.analysis.marks.scores.values()].some(({ kind, best }) => kind === "win" && !best);
        const signs = !isWon && !isSure && degree === "numbers" ? this.signs : [];
        const key = isWon ? "won" : isSlower ? "slower" : isSure ? "proven" : [degree, ...signs].join();
        if (legend.dataset["shows"] === key) return;
        legend.dataset["shows"] = key;
        const one = (/** @type {string} */ kind, /** @type {string} */ text, number = "", isBest = kind === "win" || kind === "value") => h("span", { class: "sign-word" }, h("span", { class: `score ${kind}${isBest ? " best" : ""}` }, (kind !== "value" || !number) && shape(kind), number), text);
        const wide = (/** @type {string} */ text) => h("span", { class: "wide" }, `·\u2002${text}`);
        legend.replaceChildren(...(isWon ? [one("win", "the one column that won")]
            : isSlower ? [one("win", "win"), one("win", "later win", "", false), one("draw", "draw"), one("loss", "loss")]
            : isSure ? [one("win", "you win"), one("draw", "a draw"), one("loss", "you lose"), wide("proven, never guessed"), h("span", { class: "narrow" }, "·\u2002proven")]
            : degree === "numbers" ? signs.map(sign => {
                const [kind = "", number = "", best] = sign.split(" ");
                if (kind === "dot") return h("span", { class: "sign-word" }, h("span", { class: "dot" }), "as good");
                const far = number && ` in ${number.replace(/\d+/, "")}${moves(Number(number.replace("≤", "")))}`.replace("≤", "at most ");
                return one(kind, kind !== "value" ? kind + far : number === "?" ? "likely a win" : "chance in %", number, best === "best");
            })
                : [one("value", "looks best"), one("win", "sure win"), one("loss", "sure loss")]));
    }

    showWords() {
        const { session, analysis, place, friend, panels } = this.page;
        const { isMine } = this.page;
        if (place === "home") this.page.home.show();
        else this.page.home.leave();
        const look = lookOf(session.rules);
        const isLook = place !== "play" && place !== "home" && !session.isOver && !session.thinking && !link.state;
        const said = friend.isOn && !link.state ? friend.sentence : isLook ? `${sideName(look, session.now.turn)} to move` : sentence(session, isMine);
        const where = place === "explore" && session.cursor > 0 && !session.isOver && !link.state ? `Move ${Math.floor(session.cursor / 2) + 1}. ` : "";
        const colour = place === "play" && said === "Your move" && look !== "paper" && look !== "grid" ? `, ${sideName(look, session.now.turn).toLowerCase()}` : "";
        // Where the line above says whose stones are whose, the colour is left out.
        if (this.status.textContent !== where + said + colour) this.status.replaceChildren(where + said, ...(colour ? [h("span", { class: "mine" }, colour)] : []));
        const isFirst = place === "play" && session.cursor === 0 && !session.isEnginesTurn && !session.thinking && !friend.isOn;
        const told = place === "play" && (this.page.playView.isLooking ? "The coach looks at it first …" : panels?.hint.text) || isFirst && firstTap(session.rules) || "";
        const leads = told ? "" : sentenceOf(outlook(session, analysis));
        put(this.words, told || leads);
        // A phone marks proven words here, where it has no room for more.
        this.words.toggleAttribute("data-proven", leads !== "" && leads !== WAITING && !analysis.isOpening && (analysis.ordered[0]?.score.outcome ?? "unknown") !== "unknown");
        this.about.show(titleOf(this.page.offered, session), session.rules, place === "play" && session.isDuel && (isMine || !session.isOver) && !friend.isOn ? this.page.me : null);
        this.words.classList.toggle("waiting", this.words.textContent === WAITING);
        this.words.classList.toggle("long", (this.words.textContent ?? "").length > LONG_WORDS);
        // Each is read once: an end with the move that led to it, a hint by itself.
        const hint = place === "play" && panels && panels.hint.cell >= 0 ? panels.hint.text : "";
        put(this.last, hint || (friend.isOn ? null : ending(session, isMine)) || this.moved);
        const key = `${session.now.turn} ${look}`;
        if (this.whose.dataset["shows"] !== key) this.whose.replaceChildren(stone(session.now.turn, look));
        this.whose.dataset["shows"] = key;
        this.showPlayers();
        // One button is filled.
        byId("hint", HTMLElement).classList.toggle("primary", this.page.playView.pending < 0 && byId("play", HTMLElement).hidden);
        friend.show();
        this.page.learn?.show();
        this.page.explore.show(place);
        document.body.toggleAttribute("data-ended", session.isOver);
        document.body.toggleAttribute("data-learn", this.page.learn?.isOn === true);
        document.body.toggleAttribute("data-friend", friend.isOn);
        const title = friend.title || (place === "play" ? said.replace(/[.!]$/, "") : place === "puzzle" ? this.page.puzzle.title : NAMES[place]);
        document.title = friend.isOn ? `${title.replace(/\.$/, "")} – inarow` : `inarow – ${title}`;
    }

    /** A shared game in words: title, players and state, for readers who did not play it. */
    get told() {
        const { session, me, playView } = this.page;
        const opponent = playView.engineSide && called(session, playView.engineSide, false);
        const said = ending(session, false) ?? `${called(session, session.now.turn, false)} to move`;
        return [`${this.title}${opponent ? `, ${called(session, me, false)} against ${opponent}` : ""}`, said.replace(/[!.]$/, "")];
    }

    get shareTitle() {
        return `inarow – ${this.told.join(": ")}`;
    }

    /** The game that is looked at, also where a lesson or a variation is on the board. */
    get line() {
        const { learn, panels, session } = this.page;
        return learn?.isOn ? learn.line : panels?.review.line ?? session.history;
    }

    /** The game in Explore, where nobody plays: with its opponent, or just a game. */
    gameOnBoard() {
        const { session, playView, isMine } = this.page;
        const side = playView.engineSide;
        const opponent = side && opponentOf(session.players[side].level);
        const { winner } = session.info?.position ?? {};
        if (opponent && winner && isMine) return winner === side ? `${opponent.name} beat you` : `You beat ${opponent.name}`;
        // A phone has no other line for it.
        if (session.isOver) return sentence(session, isMine);
        if (!opponent || this.line.length === 1) return this.title;
        return isMine ? `Your game against ${opponent.name}` : `${sideName(lookOf(session.rules), this.page.me)} against ${opponent.name}`;
    }

    showPlayers() {
        const { session, playView, isMine, friend } = this.page;
        const side = playView.engineSide;
        const { winner, status } = session.info?.position ?? {};
        /** @type {Mood} */
        const mood = session.thinking ? "thinking" : status === "won" && side ? (winner === side ? "glad" : "beaten") : "calm";
        const heading = this.page.place !== "play" ? this.gameOnBoard() : friend.isOn ? friend.sentence : undefined;
        const made = this.line.length - 1;
        const line = this.page.place !== "play" ? (made ? moves(Math.ceil(made / 2)) : "No move yet") : friend.isOn ? friend.about : playView.about;
        playView.show(mood, line, heading, friend.isOn ? { initial: friend.friendName.replace(/^Your /, "")[0]?.toUpperCase() ?? "", side: other(friend.side) } : null, heading !== this.title && !(friend.isOn && !session.cursor && friend.mustChoose && friend.friendName === "Your friend"));
        this.page.end.show(isMine, this.page.isFresh, this.page.panels?.review ?? null, this.page.place === "play" && !this.page.friend.isOn && !link.state && session.cursor === session.history.length - 1);
    }
}
