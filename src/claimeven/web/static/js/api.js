/**
 * The server, as functions: JSON and streams, waiting while it is busy, failures in words.
 *
 * @typedef {{score: number, verdict: string, plies: number, words: string, short: string}} Value
 * @typedef {{signal: AbortSignal, onWait: (words: string | null) => void}} Call
 * @typedef {{event: string, data: any}} Message
 */

/** A request that failed, with a sentence for the person and the code of the server's error. */
export class ApiError extends Error {
  /** @param {string} message @param {string} code */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

export const GONE = "The server does not answer. Is “claimeven serve” still running?";
const LONGEST_WAIT = 30;

/** The JSON answer of a path. @param {string} path @param {Call} call @param {RequestInit} [init] @returns {Promise<any>} */
export async function getJson(path, call, init = {}) {
  const response = await ask(path, call, init);
  return guarded(() => response.json());
}

/** The events of a stream, one by one. @param {string} path @param {Call} call @returns {AsyncGenerator<Message>} */
export async function* getEvents(path, call) {
  const response = await ask(path, call, {});
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let text = "";
  let isComplete = false;
  try {
    while (true) {
      const { done, value } = await guarded(() => reader.read());
      isComplete = done;
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split("\n\n");
      text = /** @type {string} */ (blocks.pop());
      for (const block of blocks) {
        const message = parseEvent(block);
        if (message) yield message;
      }
    }
  } finally {
    if (!isComplete) reader.cancel().catch(() => {});
  }
}

/** One event of a stream; null for a line that only keeps the connection alive. @param {string} block @returns {Message | null} */
export function parseEvent(block) {
  let event = "message";
  let data = "";
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    if (line.startsWith("data:")) data += line.slice(5).trim();
  }
  return data ? { event, data: JSON.parse(data) } : null;
}

/** The response of a path, after waiting as long as the server is busy. @param {string} path @param {Call} call @param {RequestInit} init @returns {Promise<Response>} */
async function ask(path, { signal, onWait }, init) {
  while (true) {
    const response = await guarded(() => fetch(path, { ...init, signal }));
    if (response.ok) {
      onWait(null);
      return response;
    }
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

/** Network trouble as an ApiError; an aborted request stays one. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
async function guarded(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TypeError) throw new ApiError(GONE, "gone");
    throw error;
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

/** A pause that ends early, by throwing, when the request is no longer wanted. @param {number} milliseconds @param {AbortSignal} signal @returns {Promise<void>} */
function sleep(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("no longer wanted", "AbortError"));
    }, { once: true });
  });
}
