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

/** As of RFC 3339: a date, a time and its offset from UTC. */
const MOMENT =
  /^(\d{4}-\d\d-\d\d)[Tt]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The years that the database can write, in UTC. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The time of a text with its offset from UTC.
 * @returns undefined if it has another form, or names a day that does not exist: `Date` moves 30 February to March
 */
export function momentOf(text: string): Date | undefined {
  const [, day = '', time = ''] = MOMENT.exec(text) ?? [];
  const local = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(day)) return undefined;
  return new Date(text.toUpperCase());
}

/** Whether a time can be stored. */
export const isStorable = (moment: Date): boolean => moment.getTime() >= FIRST_MS && moment.getTime() <= LAST_MS;
