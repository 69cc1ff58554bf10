/** The bytes of an answer beside the entries of its list. */
const ENVELOPE = 4_096;

/**
 * The bytes that the entries of a list may take.
 * @param answerBytes the maximum size of an answer
 */
export const listBytes = (answerBytes: number): number => answerBytes - ENVELOPE;

const COMMA = 1;

/**
 * The first entries whose JSON fits in an answer: at least one, if there is any.
 * @param answerBytes the maximum size of an answer
 */
export function fitting<Entry>(entries: readonly Entry[], answerBytes: number): readonly Entry[] {
  let left = listBytes(answerBytes);
  const end = entries.findIndex((entry) => (left -= Buffer.byteLength(JSON.stringify(entry)) + COMMA) < 0);
  return end < 0 ? entries : entries.slice(0, Math.max(1, end));
}
