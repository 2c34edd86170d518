// A few words beside a tapped element.

/** The gap between both, and to the edges of the window, in pixels. */
const GAP = { cell: 10, edge: 8 };

/**
 * Puts a bubble as wide as its text above its subject, or below where there is no room, within its frame.
 *
 * @param {HTMLElement} bubble
 * @param {DOMRect} at The subject.
 * @param {DOMRect} frame The box in which the bubble is placed.
 */
export function pointAt(bubble, at, frame) {
    const text = document.createRange();
    text.selectNodeContents(bubble);
    bubble.style.width = "";
    // Balanced lines are shorter than the room for one.
    bubble.style.width = `calc(${Math.ceil(text.getBoundingClientRect().width)}px + 2 * var(--side))`;
    const { width, height } = bubble.getBoundingClientRect();
    const middle = at.left + at.width / 2;
    const left = Math.max(GAP.edge, Math.min(Math.max(middle - width / 2, frame.left), frame.right - width, innerWidth - width - GAP.edge));
    const isBelow = at.top - height - GAP.cell < GAP.edge;
    bubble.classList.toggle("below", isBelow);
    bubble.style.left = `${left - frame.left}px`;
    bubble.style.top = `${(isBelow ? at.bottom + GAP.cell : at.top - height - GAP.cell) - frame.top}px`;
    bubble.style.setProperty("--tip", `${middle - left}px`);
}
