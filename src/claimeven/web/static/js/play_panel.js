/**
 * The panel Play: the opponent, who starts, a new game, swapping sides.
 *
 * @typedef {import("./state.js").View} View
 * @typedef {import("./state.js").Store} Store
 * @typedef {import("./session.js").Session} Session
 */
import { make, setText } from "./dom.js";
import { levelsOf } from "./levels.js";
import { depthIn, isForTwo, levelIn, spanIn } from "./state.js";

const STARTERS = /** @type {const} */ ([["you", "You"], ["they", "Opponent"], ["chance", "By chance"]]);

/** @param {HTMLElement} place @param {Store} store @param {Session} session @returns {View} */
export function createPlayPanel(place, store, session) {
  const select = make("select", { id: "level", "aria-describedby": "level-about" });
  const about = make("p", { class: "note", id: "level-about" });
  const depth = make("input", { type: "number", id: "depth" });
  const depthField = make("div", { class: "field" }, make("label", { for: "depth", text: "Moves to look ahead" }), depth);
  const starters = STARTERS.map(([id, title]) =>
    make("button", { type: "button", text: title, "data-starter": id, click: () => store.set({ starter: id }) }));
  const starterField = make("div", { class: "field" }, make("span", { class: "legend", id: "starter-label", text: "Who starts the next game" }),
    make("div", { class: "segmented", role: "group", "aria-labelledby": "starter-label" }, ...starters));
  const swap = make("button", { type: "button", id: "swap", click: () => session.swapSides() },
    "Swap sides");
  select.addEventListener("change", () => session.chooseOpponent(select.value));
  depth.addEventListener("change", () => {
    store.set({ depth: Math.round(Number(depth.value)) || 1 });
    depth.value = String(depthIn(store.get()));
  });
  place.append(
    make("div", { class: "card form" },
      make("div", { class: "field" }, make("label", { for: "level", text: "Opponent" }), select, about),
      depthField, starterField,
      make("div", { class: "row" },
        make("button", { type: "button", class: "primary", id: "new-game", click: () => session.restart() }, "New game"), swap)));

  return {
    update(state) {
      const level = levelIn(state);
      const levels = levelsOf(state.game.start.variant, state.players);
      const span = spanIn(state);
      if (levels.map(({ id }) => id).join() !== [...select.options].map(({ value }) => value).join()) {
        select.replaceChildren(...levels.map(({ id, title }) => make("option", { value: id, text: title })));
      }
      select.value = level.id;
      setText(about, level.about);
      depthField.hidden = span === null;
      depth.min = String(span?.least ?? 1);
      depth.max = String(span?.most ?? 1);
      if (document.activeElement !== depth) depth.value = String(depthIn(state) ?? "");
      starterField.hidden = isForTwo(state);
      swap.hidden = isForTwo(state);
      for (const button of starters) button.setAttribute("aria-pressed", String(button.dataset.starter === state.starter));
    },
  };
}
