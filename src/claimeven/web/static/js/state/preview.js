/**
 * Previews: moves to step through on the board without changing the game.
 *
 * @typedef {import("./state.js").Preview} Preview
 * @typedef {import("./state.js").Store} Store
 * @typedef {ReturnType<typeof createPreview>} PreviewController
 */
import { prefersReducedMotion } from "./preferences.js";
import { analysisAt } from "./selectors.js";

/** Milliseconds between two discs that follow by themselves. */
const INTERVAL = 520;
/** The title of the best line while it is on the board. */
export const BEST_LINE = "Best play from here";

/** @param {Store} store */
export function createPreview(store) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Preview} preview */
  const set = (preview) => {
    clearTimeout(timer);
    const { length } = preview.columns;
    const count = Math.max(0, Math.min(preview.count, length));
    const isPlaying = preview.isPlaying && count < length;
    store.set({ preview: { ...preview, count, isPlaying }, betterColumn: null, notice: "" });
    if (isPlaying) timer = setTimeout(playNext, INTERVAL);
  };
  const playNext = () => {
    const { preview } = store.get();
    if (preview?.isPlaying) set({ ...preview, count: preview.count + 1 });
  };
  const stop = () => {
    clearTimeout(timer);
    if (store.get().preview) store.set({ preview: null });
  };
  /** Show this many moves of the current preview. @param {number} count */
  const goTo = (count) => {
    const { preview } = store.get();
    if (preview) set({ ...preview, count, isPlaying: false });
  };
  /**
   * Drop the moves one after the other, or all at once if the system asks for less motion.
   *
   * @param {string} title
   * @param {readonly number[]} columns
   */
  const playOut = (title, columns) => {
    const count = prefersReducedMotion() ? columns.length : 1;
    set({ title, columns, count, isPlaying: true });
  };

  return {
    stop,
    goTo,
    playOut,
    /** Go forward by this many moves; back if negative. @param {number} count */
    move: (count) => goTo((store.get().preview?.count ?? 0) + count),
    /**
     * Show this many of some moves from the shown position.
     *
     * @param {string} title
     * @param {readonly number[]} columns
     * @param {number} count
     */
    show: (title, columns, count) => set({ title, columns, count, isPlaying: false }),
    /** Play out the best line of the shown position, or leave the current preview. */
    toggle() {
      const state = store.get();
      const line = analysisAt(state)?.line;
      if (state.preview) stop();
      else if (line?.length) playOut(BEST_LINE, line);
      else store.set({ values: true, notice: "The best line is not known yet." });
    },
  };
}
