import { usernameKey } from '@parley/protocol/text';

import { storedText } from '../../../../src/platform/database/stored-text.js';
import { faultsOf } from '../../../../src/features/users/new-user.js';
import { hashFromDjango } from '../../../../src/features/users/passwords.js';
import { usernameFault } from '../../../../src/features/users/username.js';
import type { Correction } from '../import-report.js';
import type { Rows } from '../parley-rows.js';
import type { SourceUser } from '../source/source-rows.js';

const LARGEST_ID = 2_147_483_647;

export const canKeepId = (id: number): boolean => Number.isSafeInteger(id) && id >= 1 && id <= LARGEST_ID;

/**
 * The possible usernames, the best first: usernames that differ only in case are equal here, and some characters are
 * not allowed.
 */
export function namesOf({ id, username }: SourceUser): string[] {
  const own = username.normalize('NFC');
  return [own, `${own}_${String(id)}`, `user_${String(id)}`].filter((name) => usernameFault(name) === undefined);
}

/** The row of a user with the given username, and the changes. */
export function importedUser(source: SourceUser, username: string): { row: Rows['users']; corrections: Correction[] } {
  const { id, password, is_active, date_joined } = source;
  const asked = {
    username,
    email: source.email ?? undefined,
    firstName: source.first_name,
    lastName: source.last_name,
  };
  const faults = faultsOf(asked);
  const hash = hashFromDjango(password);
  const row = {
    id,
    username,
    username_key: usernameKey(username),
    first_name: 'first_name' in faults ? '' : storedText(source.first_name),
    last_name: 'last_name' in faults ? '' : storedText(source.last_name),
    email: 'email' in faults ? null : source.email,
    password_hash: hash ?? null,
    is_active,
    created_at: date_joined ?? new Date(),
  };
  const corrections: Correction[] = Object.keys(faults).map((field) => ({ what: `${field}_dropped` }));
  if (username !== source.username) corrections.push({ what: 'renamed', now: username });
  if (hash === undefined && hadPassword(password)) corrections.push({ what: 'password_of_unknown_kind' });
  return { row, corrections };
}

/** Django marks an unusable password with `!`. */
const hadPassword = (password: string): boolean => password !== '' && !password.startsWith('!');
