const PADDING = 'the quick brown fox jumps over the lazy dog';
const NUMBER = /"content":"#(\d+) /;
/** The content is within this many bytes from the start of a frame. */
const WITHIN = 1_000;

/** The content of a message: its number, and a sentence of typical length. */
export const contentOf = (/** @type {number} */ number) => `#${String(number)} ${PADDING}`;

/** The number in the content of a message. */
export const numberIn = (/** @type {Buffer} */ frame) => Number(NUMBER.exec(frame.toString('latin1', 0, WITHIN))?.[1]);
