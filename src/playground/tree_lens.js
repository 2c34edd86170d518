// The size at which a picture is seen, and which part of it: buttons, wheel, two fingers, dragging.

/** How small and how large a picture may be drawn. */
const [SCALE_MIN, SCALE_MAX] = [0.05, 2];
/** Room that the frame and the names of the layers take, in pixels. */
const PADDING = 78;

/** A lens over a picture in a frame that scrolls. */
export class Lens {
    scale = 1;
    /** Whether the wheel zooms; else it scrolls the page, and zooms with Ctrl. */
    ownsWheel = false;
    /** The distance and the scale at the start of a pinch. @type {{ apart: number, scale: number } | null} */
    pinch = null;

    /**
     * @param {HTMLElement} frame
     * @param {HTMLElement[]} parts The elements that are scaled.
     */
    constructor(frame, parts) {
        this.frame = frame;
        this.parts = parts;
        frame.addEventListener("wheel", event => {
            // A pad sends Ctrl with two fingers that move apart.
            if (!event.ctrlKey && !this.ownsWheel) return;
            event.preventDefault();
            this.zoom(this.scale * Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), event.clientX, event.clientY);
        }, { passive: false });
        frame.addEventListener("pointerdown", event => this.drag(event));
        frame.addEventListener("touchmove", event => this.onTouch(event), { passive: false });
        frame.addEventListener("touchend", () => { this.pinch = null; });
    }

    /** The width that a picture can have without scrolling. */
    get room() {
        return this.frame.clientWidth - PADDING;
    }

    /** The height that a picture can have without scrolling. */
    get high() {
        return this.frame.clientHeight - 24;
    }

    /** A mouse moves the picture by dragging it; one finger does so anyway. @param {PointerEvent} event */
    drag(event) {
        if (event.pointerType !== "mouse" || event.button !== 0) return;
        const moves = new AbortController();
        const { signal } = moves;
        addEventListener("pointermove", move => this.frame.scrollBy(-move.movementX, -move.movementY), { signal });
        for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => moves.abort(), { signal });
    }

    /** @param {TouchEvent} event */
    onTouch(event) {
        const [one, two] = event.touches;
        if (!one || !two) return;
        event.preventDefault();
        const apart = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
        this.pinch ??= { apart, scale: this.scale };
        this.zoom(this.pinch.scale * apart / this.pinch.apart, (one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2);
    }

    /** @param {number} wanted */
    set(wanted) {
        this.scale = Math.min(SCALE_MAX, Math.max(SCALE_MIN, wanted));
        for (const part of this.parts) part.style.zoom = String(this.scale);
    }

    /**
     * Scales the picture; the part at a point of the window stays there, by default at the middle.
     *
     * @param {number} wanted
     * @param {number} [x]
     * @param {number} [y]
     */
    zoom(wanted, x, y) {
        const { frame } = this;
        const box = frame.getBoundingClientRect();
        const [dx, dy] = [(x ?? box.left + box.width / 2) - box.left, (y ?? box.top + box.height / 2) - box.top];
        const before = this.scale;
        this.set(wanted);
        const by = this.scale / before;
        frame.scrollLeft = (frame.scrollLeft + dx) * by - dx;
        frame.scrollTop = (frame.scrollTop + dy) * by - dy;
    }
}
