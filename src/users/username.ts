/** Marks too: without them neither a Hindi word nor the small letter of `İ` could be written. */
const ALLOWED = /^[\p{L}\p{M}\p{Nd}@.+_-]+$/u;
/** What {@link placeholderName} gives out. */
const RESERVED = /^deleted-\d+$/;

export const MAX_USERNAME_LENGTH = 150;
const MAX_KEY_LENGTH = 300;

/** What two usernames must not share: the name without regard to case and to ways of writing one letter. */
export const usernameKey = (username: string): string => username.normalize('NFKC').toLowerCase();

/** The name that a deleted user's row keeps, so that what they wrote has a sender. */
export const placeholderName = (id: number): string => `deleted-${String(id)}`;

/** @returns what is wrong with a username, or undefined if nothing is */
export function usernameFault(username: string): string | undefined {
  const key = usernameKey(username);
  if (username === '') return 'This field may not be blank.';
  if (length(username) > MAX_USERNAME_LENGTH || length(key) > MAX_KEY_LENGTH) {
    return `Ensure this field has no more than ${String(MAX_USERNAME_LENGTH)} characters.`;
  }
  if (!ALLOWED.test(username) || !ALLOWED.test(key)) {
    return 'Only letters, digits and @ . + - _ may stand in a username.';
  }
  if (RESERVED.test(key)) return 'This username is kept for deleted users.';
  return undefined;
}

/** In code points, as PostgreSQL counts. */
const length = (text: string): number => Array.from(text).length;
