/** A character of a username. Includes marks: Hindi words and the lower case of `İ` need them. */
export const OF_USERNAME = String.raw`[\p{L}\p{M}\p{Nd}@.+_\-]`;

/** The unique form of a username, independent of case and of Unicode forms of a letter. */
export const usernameKey = (username: string): string => username.normalize('NFKC').toLowerCase();
