/** Light or dark: the system's preference, unless the person has chosen one. */
import { loadPreference, savePreference } from "../state/preferences.js";
import { setText } from "./dom.js";

const NEXT = /** @type {const} */ ({ auto: "light", light: "dark", dark: "auto" });
const LABELS = { auto: "Automatic", light: "Light", dark: "Dark" };

/** Make a button cycle through automatic, light and dark. @param {HTMLElement} button */
export function bindTheme(button) {
  let theme = parseTheme(loadPreference("theme"));
  const show = () => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    setText(/** @type {Element} */ (button.querySelector(".label")), LABELS[theme]);
    button.setAttribute("aria-label", `Colours: ${LABELS[theme]}. Change.`);
  };
  button.addEventListener("click", () => {
    theme = NEXT[theme];
    savePreference("theme", theme);
    show();
  });
  show();
}

/**
 * Return a stored theme; automatic if there is none.
 *
 * @param {string | null} value
 * @returns {keyof typeof NEXT}
 */
function parseTheme(value) {
  return value === "light" || value === "dark" ? value : "auto";
}
