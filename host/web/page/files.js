// Files that come into the page and go out of it.

import { t } from "./words.js";

/**
 * Offers bytes to be saved.
 * @param {string} name
 * @param {Uint8Array | string} content
 */
export function saveFile(name, content) {
  const blob = new Blob([/** @type {BlobPart} */ (content)], { type: "application/octet-stream" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName(name);
  link.click();
  // The browser reads the blob after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * A name that every system takes.
 * @param {string} name
 */
export function fileName(name) {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[.-]+/, "").slice(0, 80) || "file";
}

/**
 * The bytes of a file of at most so many bytes.
 * @param {File} file
 * @param {number} most
 */
export async function readFile(file, most) {
  if (file.size > most) {
    throw new Error(t("file_too_large", { name: file.name, size: file.size, most }));
  }
  return new Uint8Array(await file.arrayBuffer());
}

/**
 * Lets files be dropped on an element.
 * @param {HTMLElement} element
 * @param {(file: File) => void} take
 */
export function takeDrops(element, take) {
  const over = (/** @type {boolean} */ on) => element.classList.toggle("drop-over", on);
  element.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) {
      event.preventDefault();
      over(true);
    }
  });
  element.addEventListener("dragleave", () => over(false));
  element.addEventListener("drop", (event) => {
    over(false);
    const file = event.dataTransfer?.files[0];
    if (file) {
      event.preventDefault();
      take(file);
    }
  });
}

/**
 * A file's name without its ending.
 * @param {string} name
 */
export function nameOfFile(name) {
  return name.replace(/\.[^.]*$/, "").slice(0, 64) || "own";
}
