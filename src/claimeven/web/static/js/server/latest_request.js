/**
 * At most one request at a time, for what is wanted now: another wish aborts the one under way.
 *
 * @typedef {import("./http.js").Call} Call
 */
import { ApiError, isAbort, sleep } from "./http.js";

/** Milliseconds until a server that is gone is asked again. */
const AGAIN = 3000;

/**
 * @param {(words: string | null, code: string | null) => void} onTrouble is called with why an answer is late or missing, with null when all is well
 */
export function createDesk(onTrouble) {
  /** @type {string | null} */
  let wanted = null;
  let controller = new AbortController();

  /** Work until there is an answer: a server that is gone may come back. @param {(call: Call) => Promise<void>} work @param {AbortSignal} signal */
  const run = async (work, signal) => {
    for (let pause = 0; ; pause = AGAIN) {
      try {
        if (pause) await sleep(pause, signal);
        await work({ signal, onWait: (words) => onTrouble(words, words && "busy") });
        return;
      } catch (error) {
        if (isAbort(error) || signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        onTrouble(error.message, error.code);
        if (error.code !== "gone") return;
      }
    }
  };

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
      void run(work, controller.signal);
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
