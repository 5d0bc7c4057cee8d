/**
 * Moves to step through on the board without touching the game: the best line, or any other that a card shows.
 *
 * @typedef {import("./state.js").Store} Store
 * @typedef {import("./state.js").Preview} Preview
 */
import { movesLess } from "../views/motion.js";
import { analysisAt } from "./state.js";

/** Milliseconds between two discs that are dropped by themselves. */
const PAUSE = 520;
/** What the best line is called while it is on the board. */
export const BEST_LINE = "Best play from here";

/** @param {Store} store */
export function bindPreview(store) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Preview} preview */
  const set = (preview) => {
    clearTimeout(timer);
    const shown = Math.max(0, Math.min(preview.shown, preview.columns.length));
    const isPlaying = preview.isPlaying && shown < preview.columns.length;
    store.set({ preview: { ...preview, shown, isPlaying }, better: null, notice: "" });
    if (isPlaying) timer = setTimeout(next, PAUSE);
  };
  const next = () => {
    const { preview } = store.get();
    if (preview?.isPlaying) set({ ...preview, shown: preview.shown + 1 });
  };
  const stop = () => {
    clearTimeout(timer);
    if (store.get().preview) store.set({ preview: null });
  };
  /** So many moves of the line that is on the board. @param {number} shown */
  const goTo = (shown) => {
    const { preview } = store.get();
    if (preview) set({ ...preview, shown, isPlaying: false });
  };

  return {
    stop,
    goTo,
    /** Some moves on, or back. @param {number} count */
    move: (count) => goTo((store.get().preview?.shown ?? 0) + count),
    /** Show so many moves of a line from the shown position. @param {string} title @param {readonly number[]} columns @param {number} shown */
    show: (title, columns, shown) => set({ title, columns, shown, isPlaying: false }),
    /** Let the moves of a line fall one after the other; all at once where less motion is wanted. @param {string} title @param {readonly number[]} columns */
    playOut: (title, columns) => set({ title, columns, shown: movesLess() ? columns.length : 1, isPlaying: true }),
    /** Play the best line of the shown position out, or leave the line that is on the board. */
    toggle() {
      const state = store.get();
      const line = analysisAt(state)?.line;
      if (state.preview) stop();
      else if (line?.length) this.playOut(BEST_LINE, line);
      else store.set({ values: true, notice: "The best line is not known yet." });
    },
  };
}

/** @typedef {ReturnType<typeof bindPreview>} PreviewDesk */
