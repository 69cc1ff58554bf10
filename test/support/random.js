/**
 * Numbers from 0 up to 1, by chance: the same ones for the same seed, so that what went wrong once can be seen again.
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
