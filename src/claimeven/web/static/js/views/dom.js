/**
 * Helpers that create and find elements.
 *
 * @typedef {Record<string, string | number | boolean | null | ((event: any) => void)>} Attributes of a new element
 * @typedef {Node | string | null} Child null is omitted
 */

const SVG = "http://www.w3.org/2000/svg";

/** Return the element with an id, which must exist. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}

/**
 * Create an HTML element. Functions become event listeners, `text` becomes its text, and null omits an attribute.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * Create an SVG element, with attributes as for `make`.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/** Create an icon of the page's sprite. @param {string} id */
export function icon(id) {
  return draw("svg", { "aria-hidden": "true" }, draw("use", { href: `#${id}` }));
}

/** @param {Element} element @param {Attributes} attributes @param {Child[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "text") element.textContent = String(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null));
}

/**
 * Replace the content of an element; the focus stays on the element with the same id.
 *
 * @param {Element} element
 * @param {...Node} children
 */
export function replaceContent(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement?.id : "";
  element.replaceChildren(...children);
  if (focused) document.getElementById(focused)?.focus();
}

/**
 * Set an attribute, or remove it.
 *
 * @param {Element} element
 * @param {string} name
 * @param {string | boolean | null} value
 */
export function setAttribute(element, name, value) {
  if (value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

/**
 * Set the text of an element if it differs, so that a screen reader reads only changes.
 *
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
