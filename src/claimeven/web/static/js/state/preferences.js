/** Preferences of the person: settings that the browser stores, and what the system asks for. */

const PREFIX = "claimeven-";
const REDUCED_MOTION = window.matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Return a stored setting, or null if there is none or the browser stores nothing.
 *
 * @param {string} name
 * @returns {string | null}
 */
export function loadPreference(name) {
  try {
    return window.localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Store a setting, if the browser allows it. @param {string} name @param {string} value */
export function savePreference(name, value) {
  try {
    window.localStorage.setItem(PREFIX + name, value);
  } catch {
    // The setting then lasts as long as the page is open.
  }
}

/** True when the system asks for less motion. */
export function prefersReducedMotion() {
  return REDUCED_MOTION.matches;
}
