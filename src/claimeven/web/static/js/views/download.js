/** Files to save, and the clipboard. */

/**
 * Save bytes or text as a file.
 *
 * @param {string} name
 * @param {Blob | string} content
 * @param {string} [type]
 */
export function download(name, content, type = "text/plain") {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has started to read it by then; keeping the URL would keep its memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/**
 * Copy a text to the clipboard; returns false if the browser does not allow it.
 *
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
