// What a user chose the last time.

/** @typedef {import("./words.js").Language} Language */

/**
 * Keeps a choice for the next visit, where the browser lets it.
 * @param {"language" | "theme"} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(`botpit-${name}`, value);
  } catch {
    // A page opened from a file, or with storage forbidden, forgets.
  }
}

/** @param {"language" | "theme"} name */
function kept(name) {
  try {
    return localStorage.getItem(`botpit-${name}`);
  } catch {
    return null;
  }
}

/**
 * By the address (`?lang=fa`), the last choice, or the browser's languages.
 * @returns {Language}
 */
export function chosenLanguage() {
  const wanted = new URLSearchParams(location.search).get("lang") ?? kept("language") ?? navigator.language;
  return wanted.startsWith("fa") ? "fa" : "en";
}

/**
 * By the address (`?theme=dark`), the last choice, or the system.
 * @returns {"light" | "dark"}
 */
export function chosenTheme() {
  const wanted = new URLSearchParams(location.search).get("theme") ?? kept("theme");
  if (wanted === "light" || wanted === "dark") {
    return wanted;
  }
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
