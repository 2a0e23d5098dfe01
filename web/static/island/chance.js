// Chance that is the same each time: what is drawn by it looks grown, and never changes under anybody's eyes.

/**
 * Numbers from 0 to 1 by a name, one after the other.
 *
 * Hashed and stirred as in FNV-1a and xorshift (Marsaglia, Xorshift RNGs, 2003).
 *
 * @param {string} name
 * @returns {() => number}
 */
export function chanceOf(name) {
  let state = [...name].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
