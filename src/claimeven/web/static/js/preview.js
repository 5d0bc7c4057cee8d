/**
 * The best line played out on the board, disc by disc, without touching the game.
 *
 * @typedef {import("./state.js").Store} Store
 */
import { movesLess } from "./motion.js";
import { analysisAt } from "./state.js";

const PAUSE = 520;

/** @param {Store} store */
export function bindPreview(store) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const step = () => {
    const { preview } = store.get();
    if (!preview || preview.shown >= preview.columns.length) return;
    store.set({ preview: { ...preview, shown: preview.shown + 1 } });
    timer = setTimeout(step, PAUSE);
  };
  const stop = () => {
    clearTimeout(timer);
    if (store.get().preview) store.set({ preview: null });
  };
  return {
    stop,
    /** Play the best line of the shown position out, or stop doing so. */
    toggle() {
      const state = store.get();
      const line = analysisAt(state)?.line;
      if (state.preview) stop();
      else if (line?.length) {
        store.set({ preview: { columns: line, shown: movesLess() ? line.length : 0 }, better: null });
        if (!movesLess()) step();
      } else store.set({ values: true, notice: "The best line is not known yet." });
    },
  };
}
