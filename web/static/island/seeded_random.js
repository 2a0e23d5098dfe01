// Reproducible random numbers: drawings look natural but never change between redraws.

/**
 * A generator of numbers from 0 to 1, seeded by a name.
 *
 * The seed is an FNV-1a hash; the generator is xorshift (Marsaglia, Xorshift RNGs, 2003).
 *
 * @param {string} name
 * @returns {() => number}
 */
export function seededRandom(name) {
  let state = [...name].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
