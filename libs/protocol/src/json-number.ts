/** Characters of a number that is written in full. An integer of 64 bits is shorter. */
export const LONGEST_NUMBER = 21;

/**
 * Whether a JSON value of a client may hold this number: it is finite and takes at most {@link LONGEST_NUMBER}
 * characters without an exponent, as the database writes it.
 */
export function isShortNumber(value: number): boolean {
  const [digits = '', exponent = '0'] = String(value).split('e');
  // JavaScript writes an exponent from 1e21 on, which is longer, and below 1e-6: then "0." and zeros precede the
  // digits.
  if (!Number.isFinite(value) || Number(exponent) > 0) return false;
  const zeros = exponent === '0' ? 0 : 1 - Number(exponent) - (digits.includes('.') ? 1 : 0);
  return digits.length + zeros <= LONGEST_NUMBER;
}
