// A few words beside a tapped element.

/** The gap between both, and to the edges of the window, in pixels. */
const GAP = { cell: 10, edge: 8 };

/**
 * Puts a bubble above its subject, or below where there is no room, within the window.
 *
 * @param {HTMLElement} bubble
 * @param {DOMRect} at The subject.
 * @param {DOMRect} frame The box in which the bubble is placed.
 */
export function pointAt(bubble, at, frame) {
    const { width, height } = bubble.getBoundingClientRect();
    const middle = at.left + at.width / 2;
    const left = Math.max(GAP.edge, Math.min(middle - width / 2, innerWidth - width - GAP.edge));
    const isBelow = at.top - height - GAP.cell < GAP.edge;
    bubble.classList.toggle("below", isBelow);
    bubble.style.left = `${left - frame.left}px`;
    bubble.style.top = `${(isBelow ? at.bottom + GAP.cell : at.top - height - GAP.cell) - frame.top}px`;
    bubble.style.setProperty("--tip", `${middle - left}px`);
}
