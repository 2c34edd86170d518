// Elements in one expression.

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element with attributes, handlers (functions) and children; attributes that are null or false are left out.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
    const element = document.createElement(tag);
    fill(element, props, children);
    return element;
}

/**
 * The same for SVG.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, props = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    fill(element, props, children);
    return element;
}

/**
 * @param {Element} element
 * @param {Record<string, unknown>} props
 * @param {Child[]} children
 */
function fill(element, props, children) {
    for (const [name, value] of Object.entries(props)) {
        if (typeof value === "function") {
            element.addEventListener(name, /** @type {EventListener} */ (value));
        } else if (value !== null && value !== undefined && value !== false) {
            element.setAttribute(name, value === true ? "" : String(value));
        }
    }
    element.append(...children.filter(child => child || child === "").map(child => /** @type {Node | string} */ (child)));
}

/**
 * The element of this id, of this class.
 *
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function byId(id, kind) {
    const element = document.getElementById(id);
    if (!(element instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
    return element;
}

/**
 * A labelled control.
 *
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function field(label, control, hint) {
    return h("label", { class: "field" }, h("span", { class: "field-name" }, label), control, hint && h("small", {}, hint));
}

/**
 * A menu.
 *
 * @param {[value: string, text: string][]} options
 * @param {string} value
 * @param {(value: string) => void} onChange
 * @param {Record<string, unknown>} [props]
 */
export function select(options, value, onChange, props = {}) {
    const menu = h("select", { ...props, change: () => onChange(menu.value) });
    menu.append(...options.map(([option, text]) => h("option", { value: option }, text)));
    menu.value = value;
    return menu;
}

/**
 * A number with bounds; a value outside them is brought back when it is left.
 *
 * @param {number} value
 * @param {number} min
 * @param {number} max
 * @param {(value: number) => void} onChange
 * @param {Record<string, unknown>} [props]
 */
export function number(value, min, max, onChange, props = {}) {
    const input = h("input", {
        type: "number", inputmode: "numeric", value, min, max, ...props,
        change: () => {
            const wanted = Math.round(Number(input.value));
            const taken = Math.min(max, Math.max(min, Number.isFinite(wanted) ? wanted : value));
            input.value = String(taken);
            onChange(taken);
        },
    });
    return input;
}

/**
 * Draws a place anew; the focus stays on the control with the same `data-key`, or goes to another one if that has gone.
 *
 * @param {Element} place
 * @param {() => void} draw
 * @param {() => Element | null} [instead]
 */
export function keepFocus(place, draw, instead = () => null) {
    const active = document.activeElement;
    const key = place.contains(active) ? active?.getAttribute("data-key") : null;
    draw();
    const kept = key && (place.querySelector(`[data-key="${key}"]:not([hidden])`) ?? instead());
    if (kept instanceof HTMLElement) kept.focus({ preventScroll: true });
}

/**
 * Keys that move one step, with the direction of each. With Alt, Ctrl or ⌘ they belong to the browser.
 *
 * @param {KeyboardEvent} event
 * @returns {[dx: number, dy: number] | null}
 */
export function arrow(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return null;
    switch (event.key) {
        case "ArrowLeft": return [-1, 0];
        case "ArrowRight": return [1, 0];
        case "ArrowUp": return [0, -1];
        case "ArrowDown": return [0, 1];
        default: return null;
    }
}

/** Whether the page is as narrow as a phone. */
export const isPhone = () => matchMedia("(max-width: 599.98px)").matches;
