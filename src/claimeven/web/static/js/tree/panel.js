/**
 * The panel Search tree: what tree is wanted, walking through its search, the drawing, and files to save.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").View} View
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("./controller.js").TreeDesk} TreeDesk
 */
import { icon, make, setAttribute, setText } from "../views/dom.js";
import { shown } from "../game/game.js";
import { isOver } from "../game/rules.js";
import { treeQuery } from "./controller.js";
import { stepWords } from "./trace.js";
import { drawTree } from "./drawing.js";
import { nameOf } from "../game/words.js";

const ESTIMATES = [["lines", "Open runs"], ["open-ends", "Open ends"], ["strict", "Runs with room for four"], ["windows", "Windows of four"]];
const BOUNDS = "≤ means at most and ≥ at least, where the search did not need the exact value.";

/** @param {HTMLElement} place @param {Store} store @param {TreeDesk} desk @returns {View} */
export function createTreePanel(place, store, desk) {
  const options = createOptions(store);
  const walk = createWalk(desk);
  const canvas = make("div", { class: "treebox", id: "treebox", tabindex: "-1" });
  const whyEmpty = make("p");
  const empty = make("div", { class: "card", id: "no-tree" }, whyEmpty);
  const links = ["text", "svg"].map((format) => make("a", { class: "button", id: `save-tree-${format}`, text: format === "text" ? "Save as text" : "Save as SVG" }));
  const body = make("div", { class: "stack" }, walk.element, canvas);
  place.append(make("div", { class: "card tight" }, make("div", { class: "row fields" }, ...options.elements, ...links)), empty, body);
  /** @type {import("./trace.js").TreeState | null} */
  let drawn = null;

  return {
    update(state) {
      if (state.tab !== "tree") return;
      const query = treeQuery(state);
      const tree = query !== null && state.tree?.query === query ? state.tree : null;
      options.update(state);
      for (const [index, format] of ["text", "svg"].entries()) {
        links[index].hidden = tree === null;
        setAttribute(links[index], "href", `/api/tree?${query}&format=${format}`);
        setAttribute(links[index], "download", `tree.${format === "text" ? "txt" : "svg"}`);
      }
      empty.hidden = tree !== null;
      body.hidden = tree === null;
      setText(whyEmpty, emptyWords(state));
      if (!tree) return;
      walk.update(state, tree);
      if (tree === drawn) return;
      const focused = canvas.querySelector(":focus")?.getAttribute("data-path") ?? null;
      canvas.replaceChildren(drawTree(tree, shown(state.game).player, (node) => desk.toggleNode(node.path)));
      const isStep = drawn?.steps === tree.steps && drawn.step !== tree.step;
      drawn = tree;
      if (focused !== null) /** @type {SVGElement | null} */ (canvas.querySelector(`[data-path="${focused}"]`))?.focus();
      const here = canvas.querySelector(".node.here");
      if (here) scrollTo(canvas, here);
      // Where next to nothing of the box is in the window, the page follows, too; but not before somebody walks.
      if (isStep) here?.scrollIntoView({ block: "nearest" });
    },
  };
}

/** Move what is in a box so that an element stands in the part of it that the window shows, and nothing else of the page. @param {HTMLElement} box @param {Element} element */
function scrollTo(box, element) {
  const [frame, place] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  const [top, bottom] = [Math.max(frame.top, 0), Math.min(frame.bottom, window.innerHeight)];
  if (place.top < top + 24 || place.bottom > bottom - 24) box.scrollTop += place.top - top - Math.max(0, bottom - top) / 2;
  if (place.left < frame.left || place.right > frame.right) box.scrollLeft += place.left - frame.left - frame.width / 3;
}

/** @param {State} state */
function emptyWords(state) {
  if (state.game.start.variant !== "four") return "The search tree is drawn for Connect Four. Choose it above to see one.";
  if (isOver(shown(state.game))) return "The game is over here: there is nothing to search. Go back a move.";
  return state.trouble.tree ? `No tree. ${state.trouble.tree.words}` : "Growing the tree …";
}

/** @param {Store} store */
function createOptions(store) {
  const depth = make("select", { id: "tree-depth" },
    ...[1, 2, 3, 4, 5, 6].map((count) => make("option", { value: count, text: `${count} ${count === 1 ? "move" : "moves"}` })));
  const estimate = make("select", { id: "tree-estimate" },
    ...ESTIMATES.map(([id, title]) => make("option", { value: id, text: title })));
  const pruning = make("button", { type: "button", class: "toggle", id: "tree-pruning", text: "Pruning", click: () => store.set({ pruning: !store.get().pruning }) });
  depth.addEventListener("change", () => store.set({ treeDepth: Number(depth.value) }));
  estimate.addEventListener("change", () => store.set({ estimate: estimate.value }));
  return {
    elements: [
      make("div", { class: "field" }, make("label", { for: "tree-depth", text: "Look ahead" }), depth),
      make("div", { class: "field" }, make("label", { for: "tree-estimate", text: "Leaves are valued by" }), estimate),
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

/** @param {TreeDesk} desk */
function createWalk(desk) {
  /** @param {string} id @param {string | Node} face @param {string} label @param {() => void} click */
  const button = (id, face, label, click) => make("button", { type: "button", id, "aria-label": label, title: label, click }, face);
  const words = make("p", { class: "stepwords", id: "step-words", "aria-live": "polite" });
  const slider = make("input", { type: "range", id: "tree-step", min: 0, "aria-label": "Step of the search" });
  const run = button("tree-run", "Play", "Walk through the search", () => {
    setText(run, desk.toggleWalk() ? "Pause" : "Play");
  });
  const count = make("span", { class: "note", id: "step-count" });
  slider.addEventListener("input", () => desk.goTo(Number(slider.value)));
  const legend = make("p", { class: "note", id: "tree-legend" });
  return {
    element: make("div", { class: "card stack tight" },
      make("div", { class: "row" },
        button("tree-first", icon("i-first"), "First step", () => desk.goTo(0)),
        button("tree-back", icon("i-back"), "One step back", () => desk.move(-1)),
        run,
        button("tree-next", icon("i-next"), "One step on", () => desk.move(1)),
        button("tree-cut", "Next cut", "On to the next cut", () => desk.nextCut()),
        button("tree-last", icon("i-last"), "The whole tree", () => desk.goTo(Infinity)), count),
      slider, words, legend),
    /** @param {State} state @param {import("./trace.js").TreeState} tree */
    update(state, tree) {
      slider.max = String(tree.steps.length - 1);
      slider.value = String(tree.step);
      setText(count, `${tree.step + 1} of ${tree.steps.length}`);
      setText(words, stepWords(tree.steps[tree.step], tree.first));
      setText(run, desk.isWalking() ? "Pause" : "Play");
      const { player: alice, variant } = shown(state.game);
      setText(legend, `Alice plays ${nameOf(alice, variant)} and wants large numbers, Bill plays ${nameOf(alice === 1 ? 2 : 1, variant)} and wants small ones. ${BOUNDS} Click a node to open it.`);
    },
  };
}
