/** One value that is replaced as a whole, and listeners that are called at every change. */

/**
 * @template T
 * @param {T} initial
 */
export function createStore(initial) {
  let value = initial;
  let isNotifying = false;
  /** Changes that the listeners have not been called with; a listener may add one. @type {{after: T, before: T}[]} */
  const pending = [];
  /** @type {((after: T, before: T) => void)[]} */
  const listeners = [];

  function notify() {
    if (isNotifying) return;
    isNotifying = true;
    try {
      for (let change = pending.shift(); change; change = pending.shift()) {
        for (const listener of listeners) listener(change.after, change.before);
      }
    } finally {
      isNotifying = false;
    }
  }

  return {
    /** Return the current value. */
    get: () => value,
    /**
     * Replace some fields. All listeners have been called on return, unless a listener made this call.
     *
     * @param {Partial<T>} patch
     */
    set(patch) {
      const before = value;
      value = { ...value, ...patch };
      pending.push({ after: value, before });
      notify();
    },
    /**
     * Call a listener at every change. Listeners are called in the order in which they subscribed.
     *
     * @param {(after: T, before: T) => void} listener
     */
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}
