/**
 * The Tree panel: options, buttons to step through the search, the drawing, and files to save.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("../state/state.js").View} View
 * @typedef {import("./controller.js").TreeController} TreeController
 * @typedef {import("./trace.js").TreeState} TreeState
 */
import { shownPosition } from "../game/game.js";
import { isOver, opponentOf } from "../game/rules.js";
import { counted, nameOf } from "../game/words.js";
import { icon, make, setAttribute, setText } from "../views/dom.js";
import { treeQuery } from "./controller.js";
import { drawTree } from "./drawing.js";
import { stepWords } from "./trace.js";

const DEPTHS = [1, 2, 3, 4, 5, 6];
const ESTIMATES = [
  ["lines", "Open runs"], ["open-ends", "Open ends"], ["strict", "Runs with room for four"], ["windows", "Windows of four"],
];
const FILES = [
  { format: "text", extension: "txt", title: "Save as text" },
  { format: "svg", extension: "svg", title: "Save as SVG" },
];
const BOUNDS_WORDS = "≤ means at most and ≥ at least, where the search did not need the exact value.";
/** Pixels that a node keeps from the top and the bottom of the box. */
const SCROLL_MARGIN = 24;

/**
 * @param {HTMLElement} place
 * @param {Store} store
 * @param {TreeController} controller
 * @returns {View}
 */
export function createTreePanel(place, store, controller) {
  const options = createOptions(store);
  const links = createLinks();
  const stepper = createStepper(controller);
  const drawing = createDrawing(controller);
  const reason = make("p");
  const empty = make("div", { class: "card", id: "no-tree" }, reason);
  const body = make("div", { class: "stack" }, stepper.element, drawing.element);
  const settings = make("div", { class: "row fields" }, ...options.elements, ...links.elements);
  place.append(make("div", { class: "card tight" }, settings), empty, body);

  return {
    update(state) {
      if (state.tab !== "tree") return;
      const query = treeQuery(state);
      const tree = query !== null && state.tree?.query === query ? state.tree : null;
      options.update(state);
      links.update(query, tree !== null);
      empty.hidden = tree !== null;
      body.hidden = tree === null;
      setText(reason, emptyWords(state));
      if (!tree) return;
      stepper.update(state, tree);
      drawing.update(state, tree);
    },
  };
}

/** Return why there is no tree. @param {State} state */
function emptyWords(state) {
  if (state.game.start.variant !== "four") return "The search tree is drawn for Connect Four. Choose it above to see one.";
  if (isOver(shownPosition(state.game))) return "The game is over: there is nothing to search. Go back a move.";
  return state.errors.tree ? `No tree. ${state.errors.tree.message}` : "Building the tree …";
}

/** The box with the drawing. @param {TreeController} controller */
function createDrawing(controller) {
  const box = make("div", { class: "treebox", id: "treebox", tabindex: "-1" });
  /** @type {TreeState | null} */
  let drawn = null;
  return {
    element: box,
    /** @param {State} state @param {TreeState} tree */
    update(state, tree) {
      if (tree === drawn) return;
      const focusedPath = box.querySelector(":focus")?.getAttribute("data-path") ?? null;
      box.replaceChildren(drawTree(tree, shownPosition(state.game).player, ({ path }) => controller.toggleNode(path)));
      const isOtherStep = drawn?.steps === tree.steps && drawn.step !== tree.step;
      drawn = tree;
      if (focusedPath !== null) {
        /** @type {SVGElement | null} */ (box.querySelector(`[data-path="${focusedPath}"]`))?.focus();
      }
      const current = box.querySelector(".node.current");
      if (!current) return;
      scrollBox(box, current);
      // If hardly any of the box is in the window, the page scrolls as well, but only when a person steps.
      if (isOtherStep) current.scrollIntoView({ block: "nearest" });
    },
  };
}

/**
 * Scroll a box, and nothing else, so that an element is in the visible part of it.
 *
 * @param {HTMLElement} box
 * @param {Element} element
 */
function scrollBox(box, element) {
  const frame = box.getBoundingClientRect();
  const target = element.getBoundingClientRect();
  const top = Math.max(frame.top, 0);
  const bottom = Math.min(frame.bottom, window.innerHeight);
  const isOutsideVertically = target.top < top + SCROLL_MARGIN || target.bottom > bottom - SCROLL_MARGIN;
  const isOutsideHorizontally = target.left < frame.left || target.right > frame.right;
  if (isOutsideVertically) box.scrollTop += target.top - top - Math.max(0, bottom - top) / 2;
  if (isOutsideHorizontally) box.scrollLeft += target.left - frame.left - frame.width / 3;
}

/** The links that save the tree. */
function createLinks() {
  const elements = FILES.map(({ format, title }) => make("a", { class: "button", id: `save-tree-${format}`, text: title }));
  return {
    elements,
    /** @param {string | null} query @param {boolean} isVisible */
    update(query, isVisible) {
      FILES.forEach(({ format, extension }, index) => {
        const link = elements[index];
        link.hidden = !isVisible;
        setAttribute(link, "href", `/api/tree?${query}&format=${format}`);
        setAttribute(link, "download", `tree.${extension}`);
      });
    },
  };
}

/** @param {Store} store */
function createOptions(store) {
  const depth = make("select", { id: "tree-depth", change: () => store.set({ treeDepth: Number(depth.value) }) },
    ...DEPTHS.map((count) => make("option", { value: count, text: counted(count, "move") })));
  const estimate = make("select", { id: "tree-estimate", change: () => store.set({ estimate: estimate.value }) },
    ...ESTIMATES.map(([id, title]) => make("option", { value: id, text: title })));
  const pruning = make("button", {
    type: "button", class: "toggle", id: "tree-pruning", text: "Pruning", click: () => store.set({ pruning: !store.get().pruning }),
  });
  return {
    elements: [
      make("div", { class: "field" }, make("label", { for: "tree-depth", text: "Look ahead" }), depth),
      make("div", { class: "field" }, make("label", { for: "tree-estimate", text: "Evaluate leaves by" }), estimate),
      pruning,
    ],
    /** @param {State} state */
    update(state) {
      depth.value = String(state.treeDepth);
      estimate.value = state.estimate;
      pruning.setAttribute("aria-pressed", String(state.pruning));
    },
  };
}

/** The buttons and the slider that step through the search. @param {TreeController} controller */
function createStepper(controller) {
  /**
   * @param {string} id
   * @param {string | Node} face
   * @param {string} label
   * @param {() => void} click
   */
  const button = (id, face, label, click) => make("button", { type: "button", id, "aria-label": label, title: label, click }, face);
  const words = make("p", { class: "stepwords", id: "step-words", "aria-live": "polite" });
  const slider = make("input", {
    type: "range", id: "tree-step", min: 0, "aria-label": "Step of the search", input: () => controller.goTo(Number(slider.value)),
  });
  const run = button("tree-run", "Play", "Step through the search", () => {
    setText(run, controller.togglePlaying() ? "Pause" : "Play");
  });
  const count = make("span", { class: "note", id: "step-count" });
  const legend = make("p", { class: "note", id: "tree-legend" });
  const buttons = make("div", { class: "row" },
    button("tree-first", icon("i-first"), "First step", () => controller.goTo(0)),
    button("tree-back", icon("i-back"), "Previous step", () => controller.move(-1)),
    run,
    button("tree-next", icon("i-next"), "Next step", () => controller.move(1)),
    button("tree-cut", "Next cut", "Go to the next cut", () => controller.nextCut()),
    button("tree-last", icon("i-last"), "The whole tree", () => controller.goTo(Infinity)), count);
  return {
    element: make("div", { class: "card stack tight" }, buttons, slider, words, legend),
    /** @param {State} state @param {TreeState} tree */
    update(state, tree) {
      slider.max = String(tree.steps.length - 1);
      slider.value = String(tree.step);
      setText(count, `${tree.step + 1} of ${tree.steps.length}`);
      setText(words, stepWords(tree.steps[tree.step], tree.first));
      setText(run, controller.isPlaying() ? "Pause" : "Play");
      setText(legend, legendWords(state));
    },
  };
}

/** @param {State} state */
function legendWords(state) {
  const { player, variant } = shownPosition(state.game);
  const alice = nameOf(player, variant);
  const bill = nameOf(opponentOf(player), variant);
  const players = `Alice plays ${alice} and wants high values, Bill plays ${bill} and wants low ones.`;
  return `${players} ${BOUNDS_WORDS} Click a node to open it.`;
}
