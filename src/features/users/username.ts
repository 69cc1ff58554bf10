import { OF_USERNAME, usernameKey } from '@parley/protocol/text';

const ALLOWED = new RegExp(`^${OF_USERNAME}+$`, 'u');
/** The names that {@link placeholderName} returns. */
const RESERVED = /^deleted-\d+$/;

export const MAX_USERNAME_LENGTH = 150;
export const MAX_KEY_LENGTH = 300;

/** The name in a deleted user's row, so that the user's messages keep a sender. */
export const placeholderName = (id: number): string => `deleted-${String(id)}`;

/** @returns the fault of a username, or undefined if it is valid */
export function usernameFault(username: string): string | undefined {
  const key = usernameKey(username);
  if (username === '') return 'This field may not be blank.';
  if (length(username) > MAX_USERNAME_LENGTH || length(key) > MAX_KEY_LENGTH) {
    return `Ensure this field has no more than ${String(MAX_USERNAME_LENGTH)} characters.`;
  }
  if (!ALLOWED.test(username) || !ALLOWED.test(key)) {
    return 'A username may contain only letters, digits and @ . + - _';
  }
  if (RESERVED.test(key)) return 'This username is reserved for deleted users.';
  return undefined;
}

/** In code points, as PostgreSQL counts. */
const length = (text: string): number => Array.from(text).length;
