/** Light or dark: what the system prefers, unless the person has chosen. */
import { setText } from "./dom.js";
import { load, save } from "../state/preferences.js";

const NEXT = /** @type {const} */ ({ auto: "light", light: "dark", dark: "auto" });
const LABELS = { auto: "Automatic", light: "Light", dark: "Dark" };

/** Make a button switch between automatic, light and dark. @param {HTMLElement} button */
export function bindTheme(button) {
  /** @param {string | null} value @returns {keyof typeof NEXT} */
  const known = (value) => (value === "light" || value === "dark" ? value : "auto");
  let theme = known(load("theme"));
  const show = () => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    setText(/** @type {Element} */ (button.querySelector(".label")), LABELS[theme]);
    button.setAttribute("aria-label", `Colours: ${LABELS[theme]}. Change.`);
  };
  button.addEventListener("click", () => {
    theme = NEXT[theme];
    save("theme", theme);
    show();
  });
  show();
}
