/** The bytes of an answer beside the entries of its list. */
const ENVELOPE = 4_096;

/**
 * The bytes that the entries of a list may take.
 * @param answerBytes the maximum size of an answer
 */
export const listBytes = (answerBytes: number): number => answerBytes - ENVELOPE;
