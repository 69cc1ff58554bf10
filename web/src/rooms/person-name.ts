import type { User } from '@parley/client';

/** What somebody is called on the screen. */
export const personName = ({ first_name: first, last_name: last, username }: Omit<User, 'id'>): string =>
  `${first} ${last}`.trim() || username;
