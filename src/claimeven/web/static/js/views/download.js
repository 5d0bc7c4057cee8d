/** Handing something over: a file to save, or a text on the clipboard. */

/** Offer bytes or text as a file. @param {string} name @param {Blob | string} content @param {string} [type] */
export function download(name, content, type = "text/plain") {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read it by then; keeping it longer would keep its memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Put a text on the clipboard; false where the browser does not allow it. @param {string} text @returns {Promise<boolean>} */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
