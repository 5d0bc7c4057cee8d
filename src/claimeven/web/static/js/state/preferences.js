/** Small choices that the browser remembers; a browser that remembers nothing is no error. */

/** What was kept under a name, null if nothing. @param {string} name @returns {string | null} */
export function load(name) {
  try {
    return window.localStorage.getItem(`claimeven-${name}`);
  } catch {
    return null;
  }
}

/** Keep a choice, where the browser allows it. @param {string} name @param {string} value */
export function save(name, value) {
  try {
    window.localStorage.setItem(`claimeven-${name}`, value);
  } catch {
    // Then it is chosen again next time.
  }
}
