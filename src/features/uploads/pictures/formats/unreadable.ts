/** The bytes are not a picture of their type, or a damaged one. */
export class Unreadable extends Error {}

/** Of pictures that take too much memory. */
export const TOO_MANY_PIXELS = 'too many pixels';
