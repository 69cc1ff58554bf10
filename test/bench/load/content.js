const PADDING = 'the quick brown fox jumps over the lazy dog';
const NUMBER = /"content":"#(\d+) /;
/** A frame says its content within as many bytes. */
const WITHIN = 1_000;

/** What a message says: its number, and a sentence of the usual length. */
export const contentOf = (/** @type {number} */ number) => `#${String(number)} ${PADDING}`;

/** The number that a message says. */
export const numberIn = (/** @type {Buffer} */ frame) => Number(NUMBER.exec(frame.toString('latin1', 0, WITHIN))?.[1]);
