/**
 * Pseudo-random numbers in [0, 1). The same seed gives the same numbers, so that a failure can be repeated.
 * (Mulberry32.)
 *
 * @param {number} seed any integer
 * @returns {() => number}
 */
export function randomFrom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
