// Seeds as people type them.

import { t } from "./words.js";

/**
 * The number of 64 bits that a text says, in decimal or with `0x`; throws a sentence when it says none.
 * @param {string} text
 * @returns {bigint}
 */
export function seedOf(text) {
  const digits = westernDigits(text.trim());
  if (!/^(\d{1,20}|0x[\da-f]{1,16})$/i.test(digits) || BigInt(digits) >= 2n ** 64n) {
    throw new Error(t("seed_wrong", { seed: text.slice(0, 40) }));
  }
  return BigInt(digits);
}

/**
 * Persian and Arabic digits as those of numbers.
 * @param {string} text
 */
export function westernDigits(text) {
  return text.replace(/[\u06f0-\u06f9\u0660-\u0669]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15));
}
