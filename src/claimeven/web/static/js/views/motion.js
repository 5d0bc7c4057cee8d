/** How a disc falls. */
import { prefersReducedMotion } from "../state/preferences.js";

/**
 * Let a disc fall from a height, in units of the board, with a small bounce.
 *
 * @param {Element} disc
 * @param {number} height
 */
export function animateFall(disc, height) {
  if (prefersReducedMotion()) return;
  const bounce = Math.min(14, height / 22);
  const duration = 140 + 15.5 * Math.sqrt(height);
  disc.animate(
    [
      { transform: `translateY(${-height}px)`, easing: "cubic-bezier(.45, 0, .9, .55)" },
      { transform: "translateY(0)", offset: 0.72, easing: "cubic-bezier(.2, .7, .5, 1)" },
      { transform: `translateY(${-bounce}px)`, offset: 0.85, easing: "cubic-bezier(.5, 0, .8, .5)" },
      { transform: "translateY(0)" },
    ],
    { duration },
  );
}
