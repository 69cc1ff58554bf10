import { createHash } from 'node:crypto';

import { OF_USERNAME } from '@parley/protocol/text';

import { usernameFault } from '../username.js';

const OTHERS = new RegExp(`(?!${OF_USERNAME}).`, 'gsu');
/** Leaves room for a hash, also where the form that is compared is longer. */
const MAX_BASE_LENGTH = 100;
const HASH_LENGTHS = [8, 16, 32] as const;

/**
 * The usernames to try for a user whom the product gives none, the best first: the id itself, as far as it can be a
 * username, and then with a hash of the id. Digits alone are no username here, because they are taken for the id of
 * a user, as in `Parley-User`.
 */
export function usernamesFrom(externalId: string): string[] {
  const hash = createHash('sha256').update(externalId).digest('hex');
  const readable = Array.from(externalId.normalize('NFC').replaceAll(OTHERS, '-')).slice(0, MAX_BASE_LENGTH).join('');
  const base = usable(readable) ? readable : usable(`user-${readable}`) ? `user-${readable}` : 'user';
  return [base, ...HASH_LENGTHS.map((length) => `${base}-${hash.slice(0, length)}`)];
}

const usable = (name: string): boolean => usernameFault(name) === undefined && !/^(\d+|\.{1,2})$/.test(name);
