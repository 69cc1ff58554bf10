/**
 * Options of an LRU cache of at most so many entries, which takes memory as it fills. With `max`, it would allocate the
 * memory of all entries when it is made: milliseconds of each start for every 10,000.
 */
export const mostEntries = (most: number): { readonly maxSize: number; readonly sizeCalculation: () => number } => ({
  maxSize: most,
  sizeCalculation: () => 1,
});
