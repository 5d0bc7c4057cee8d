/** One value that changes as a whole, and everybody who wants to know. */

/**
 * @template T
 * @param {T} initial
 */
export function createStore(initial) {
  let value = initial;
  let telling = false;
  /** Changes that nobody has heard of yet: a listener may make one. @type {{after: T, before: T}[]} */
  const changes = [];
  /** @type {((after: T, before: T) => void)[]} */
  const listeners = [];

  function tell() {
    if (telling) return;
    telling = true;
    try {
      for (let change = changes.shift(); change; change = changes.shift()) {
        for (const listener of listeners) listener(change.after, change.before);
      }
    } finally {
      telling = false;
    }
  }

  return {
    /** What it is now. */
    get: () => value,
    /** Change some of it; everybody has heard of it when this returns, unless a listener calls it. @param {Partial<T>} patch */
    set(patch) {
      const before = value;
      value = { ...value, ...patch };
      changes.push({ after: value, before });
      tell();
    },
    /** Call the listener at every change, in order. @param {(after: T, before: T) => void} listener */
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}
