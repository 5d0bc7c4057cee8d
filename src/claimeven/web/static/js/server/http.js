/**
 * Requests to the server: wait while it is busy, notice when it stops responding, and put failures into sentences.
 *
 * @typedef {import("./types.js").ErrorAnswer} ErrorAnswer
 */

/**
 * What the caller of a request passes along.
 *
 * @typedef {object} RequestOptions
 * @property {AbortSignal} signal aborts the request
 * @property {(message: string | null) => void} onWait called with a message if the answer is late, with null when it arrives
 */

/** A failed request: a sentence for the person, and the server's error code. */
export class ApiError extends Error {
  /** @param {string} message @param {string} code */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** The code of an ApiError that was raised because the server does not respond. */
export const UNREACHABLE = "unreachable";
const UNREACHABLE_MESSAGE = "The server is not responding. Is “claimeven serve” still running? The page keeps trying.";
const MAX_WAIT_SECONDS = 30;
/** Milliseconds between two health checks while an answer is awaited. */
const HEALTH_CHECK_INTERVAL = 4000;
/** A server whose health check takes longer than this many milliseconds counts as unreachable. */
const HEALTH_CHECK_TIMEOUT = 8000;

/**
 * Return the response of a path, after waiting for as long as the server is busy. Throws ApiError.
 *
 * @param {string} path
 * @param {RequestOptions} options
 * @param {RequestInit} init
 * @returns {Promise<Response>}
 */
export async function request(path, { signal, onWait }, init) {
  while (true) {
    const unreachable = new AbortController();
    const fetchOptions = { ...init, signal: AbortSignal.any([signal, unreachable.signal]) };
    const response = await whileServerResponds(() => fetch(path, fetchOptions), () => unreachable.abort());
    if (response.ok) {
      onWait(null);
      return response;
    }
    const seconds = await secondsToWait(response);
    onWait(`The server is busy. Trying again in ${seconds} s.`);
    await sleep(seconds * 1000, signal);
  }
}

/**
 * Return how long to wait before trying again; throws ApiError for a failure that waiting does not cure.
 *
 * @param {Response} response
 */
async function secondsToWait(response) {
  /** @type {Partial<ErrorAnswer>} */
  const answer = await response.json().catch(() => ({}));
  const pause = Number(response.headers.get("retry-after"));
  const isBusy = response.status === 503 && answer.error !== "limit" && pause > 0;
  if (!isBusy) {
    const message = answer.message ?? `The server answered with status ${response.status}.`;
    throw new ApiError(asSentence(message), answer.error ?? "unknown");
  }
  return Math.min(Math.ceil(pause), MAX_WAIT_SECONDS);
}

/**
 * Return the result of some work, or throw an ApiError if the server stops responding before there is one.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @param {() => void} [onFailure] called when the work fails, unless it was aborted
 * @returns {Promise<T>}
 */
export async function whileServerResponds(work, onFailure = () => {}) {
  const healthChecks = new AbortController();
  try {
    return await Promise.race([work(), checkHealth(healthChecks.signal)]);
  } catch (error) {
    if (!isAbort(error)) onFailure();
    if (error instanceof TypeError) throw new ApiError(UNREACHABLE_MESSAGE, UNREACHABLE);
    throw error;
  } finally {
    healthChecks.abort();
  }
}

/**
 * Check the server's health again and again until aborted; throws ApiError when a check gets no answer.
 *
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
async function checkHealth(signal) {
  while (true) {
    await sleep(HEALTH_CHECK_INTERVAL, signal);
    const timeout = new AbortController();
    const fail = () => timeout.abort(new ApiError(UNREACHABLE_MESSAGE, UNREACHABLE));
    const timer = setTimeout(fail, HEALTH_CHECK_TIMEOUT);
    try {
      await fetch("/api/health", { signal: AbortSignal.any([signal, timeout.signal]) });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** True for the error of an aborted request. @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Return a server's message with a capital and a full stop. @param {string} message */
export function asSentence(message) {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * Wait; throws an AbortError as soon as the signal is aborted.
 *
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function sleep(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("The request was aborted.", "AbortError"));
    }, { once: true });
  });
}
