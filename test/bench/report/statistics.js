/**
 * The value below which this share of the values lies, by rank.
 * @param {readonly number[]} values at least one
 * @param {number} share 0 to 1
 */
export function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** @param {readonly number[]} values at least one */
export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? NaN, sorted[sorted.length >> 1] ?? NaN];
  return (low + high) / 2;
}

/** The quotients of the pairs. @param {readonly number[]} values @param {readonly number[]} others as many */
export const ratios = (values, others) => values.map((value, index) => value / (others[index] ?? NaN));
