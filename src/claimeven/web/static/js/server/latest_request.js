/**
 * At most one request at a time: a newer request aborts the current one.
 *
 * @typedef {import("./http.js").RequestOptions} RequestOptions
 */

/**
 * Called when an answer is late or missing, and with null when all is well.
 *
 * @callback OnError
 * @param {string | null} message
 * @param {string | null} code
 * @returns {void}
 */
import { ApiError, UNREACHABLE, isAbort, sleep } from "./http.js";

/** Milliseconds until an unreachable server is tried again. */
const RETRY_INTERVAL = 3000;

/** @param {OnError} onError */
export function createLatestRequest(onError) {
  /** @type {string | null} */
  let currentKey = null;
  let controller = new AbortController();

  /**
   * Run the work, again and again while the server is unreachable.
   *
   * @param {(options: RequestOptions) => Promise<void>} work
   * @param {AbortSignal} signal
   */
  const run = async (work, signal) => {
    /** @type {RequestOptions} */
    const options = { signal, onWait: (message) => onError(message, message === null ? null : "busy") };
    let pause = 0;
    while (true) {
      try {
        if (pause > 0) await sleep(pause, signal);
        await work(options);
        return;
      } catch (error) {
        if (isAbort(error) || signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        onError(error.message, error.code);
        if (error.code !== UNREACHABLE) return;
        pause = RETRY_INTERVAL;
      }
    }
  };

  return {
    /** The key of the current request, or of the last one that was answered. */
    key: () => currentKey,
    /**
     * Abort the current request and start this one, unless they have the same key.
     *
     * @param {string} key
     * @param {(options: RequestOptions) => Promise<void>} work
     */
    start(key, work) {
      if (key === currentKey) return;
      currentKey = key;
      controller.abort();
      onError(null, null);
      controller = new AbortController();
      void run(work, controller.signal);
    },
    /** Abort the current request and forget its key, so that the same request would start again. */
    stop() {
      if (currentKey === null) return;
      currentKey = null;
      controller.abort();
      onError(null, null);
    },
  };
}
