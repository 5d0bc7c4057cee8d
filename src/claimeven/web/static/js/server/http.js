/**
 * Requests to the server: waiting while it is busy, noticing that it is gone or frozen, failures in words.
 *
 * @typedef {import("./api.js").Problem} Problem
 */

/**
 * Who asks: whether an answer is still wanted, and what is called with words if it will be late.
 *
 * @typedef {object} Call
 * @property {AbortSignal} signal
 * @property {(words: string | null) => void} onWait
 */

/** A request that failed, with a sentence for the person and the code of the server's error. */
export class ApiError extends Error {
  /** @param {string} message @param {string} code */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

const GONE = "The server does not answer. Is “claimeven serve” still running? The page goes on asking.";
const LONGEST_WAIT = 30;
/** After so many milliseconds without an answer the server is asked how it does, again and again. */
const PULSE = 4000;
/** A server that does not even say how it does within so many milliseconds is frozen. */
const PATIENCE = 8000;

/** The response of a path, after waiting as long as the server is busy. @param {string} path @param {Call} call @param {RequestInit} init @returns {Promise<Response>} */
export async function ask(path, { signal, onWait }, init) {
  while (true) {
    const frozen = new AbortController();
    const request = { ...init, signal: AbortSignal.any([signal, frozen.signal]) };
    const response = await whileAlive(() => fetch(path, request), () => frozen.abort());
    if (response.ok) {
      onWait(null);
      return response;
    }
    /** @type {Partial<Problem>} */
    const problem = await response.json().catch(() => ({}));
    const pause = Number(response.headers.get("retry-after"));
    if (response.status !== 503 || problem.error === "limit" || !(pause > 0)) {
      throw new ApiError(sentence(problem.message ?? `The server answers ${response.status}.`), problem.error ?? "unknown");
    }
    const seconds = Math.min(Math.ceil(pause), LONGEST_WAIT);
    onWait(`The server is busy. Asking again in ${seconds} s.`);
    await sleep(seconds * 1000, signal);
  }
}

/** What work brings, as long as the server says how it does; else an ApiError "gone". An aborted request stays one. @template T @param {() => Promise<T>} work @param {() => void} [onGone] @returns {Promise<T>} */
export async function whileAlive(work, onGone = () => {}) {
  const watch = new AbortController();
  try {
    return await Promise.race([work(), feelPulse(watch.signal)]);
  } catch (error) {
    if (!isAbort(error)) onGone();
    if (error instanceof TypeError) throw new ApiError(GONE, "gone");
    throw error;
  } finally {
    watch.abort();
  }
}

/** Ask the server how it does, for as long as somebody waits; fails when it does not say. @param {AbortSignal} signal @returns {Promise<never>} */
async function feelPulse(signal) {
  while (true) {
    await sleep(PULSE, signal);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new ApiError(GONE, "gone")), PATIENCE);
    try {
      await fetch("/api/health", { signal: AbortSignal.any([signal, late.signal]) });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** True when an error only says that nobody waits any more. @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** A server's message as a sentence. @param {string} message */
export function sentence(message) {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A pause that ends early, by throwing, when nobody waits any more. @param {number} milliseconds @param {AbortSignal} signal @returns {Promise<void>} */
export function sleep(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("no longer wanted", "AbortError"));
    }, { once: true });
  });
}
