/**
 * At most one request at a time, for what is wanted now: another wish aborts the one under way.
 *
 * @typedef {import("./api.js").Call} Call
 */
import { ApiError, isAbort } from "./api.js";

/**
 * @param {(words: string | null, code: string | null) => void} onTrouble is called with why an answer is late or missing, with null when all is well
 */
export function createDesk(onTrouble) {
  /** @type {string | null} */
  let wanted = null;
  let controller = new AbortController();

  return {
    /** What is being worked on, or was answered last. */
    wanted: () => wanted,
    /**
     * Start ``work`` unless it is the wish already at work.
     *
     * @param {string} key
     * @param {(call: Call) => Promise<void>} work
     */
    want(key, work) {
      if (key === wanted) return;
      wanted = key;
      controller.abort();
      onTrouble(null, null);
      controller = new AbortController();
      const { signal } = controller;
      work({ signal, onWait: (words) => onTrouble(words, words && "busy") }).catch((/** @type {unknown} */ error) => {
        if (isAbort(error) || signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        onTrouble(error.message, error.code);
      });
    },
    /** Stop whatever is under way, and forget it: the same wish would start again. */
    stop() {
      if (wanted === null) return;
      wanted = null;
      controller.abort();
      onTrouble(null, null);
    },
  };
}
