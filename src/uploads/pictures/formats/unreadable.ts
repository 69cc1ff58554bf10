/** The bytes are not a picture of their type, or a damaged one. */
export class Unreadable extends Error {}
