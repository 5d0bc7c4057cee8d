/**
 * Selectors: functions of the state that recompute only when a field they read has changed.
 *
 * @typedef {import("./state.js").State} State
 */

/**
 * Return a memoised function of the state. The type of `compute` allows it to read the named fields only, so the list
 * cannot be incomplete.
 *
 * @template {keyof State} Field
 * @template Result
 * @param {readonly Field[]} fields
 * @param {(state: Pick<State, Field>) => Result} compute
 * @returns {(state: Pick<State, Field>) => Result}
 */
export function createSelector(fields, compute) {
  /**
   * Results of earlier states: a change is often compared with the state before it.
   *
   * @type {WeakMap<object, {result: Result}>}
   */
  const results = new WeakMap();
  /** @type {{state: Pick<State, Field>, result: Result} | null} */
  let latest = null;

  return (state) => {
    const known = results.get(state);
    if (known) return known.result;
    const previous = latest;
    const isUnchanged = previous !== null && fields.every((field) => state[field] === previous.state[field]);
    const current = isUnchanged ? previous : { state, result: compute(state) };
    latest = current;
    results.set(state, current);
    return current.result;
  };
}
