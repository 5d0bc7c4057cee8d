/**
 * The tabs of the panel; the left and right arrow keys move between them.
 *
 * @typedef {import("../state/state.js").Tab} Tab
 * @typedef {import("../state/state.js").View} View
 */
import { TABS } from "../state/state.js";
import { byId } from "./dom.js";

/** @param {(tab: Tab) => void} onTab @returns {View} */
export function createTabs(onTab) {
  const tabs = TABS.map((name) => ({ name, tab: byId(`tab-${name}`), pane: byId(`panel-${name}`) }));
  tabs.forEach(({ name, tab }, index) => {
    tab.addEventListener("click", () => onTab(name));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const next = tabs[(index + step + tabs.length) % tabs.length];
      onTab(next.name);
      next.tab.focus();
    });
  });
  return {
    update(state) {
      document.body.dataset.tab = state.tab;
      for (const { name, tab, pane } of tabs) {
        const isSelected = name === state.tab;
        tab.setAttribute("aria-selected", String(isSelected));
        tab.setAttribute("tabindex", isSelected ? "0" : "-1");
        pane.hidden = !isSelected;
      }
      byId("record").hidden = ["position", "tree", "puzzles"].includes(state.tab);
    },
  };
}
