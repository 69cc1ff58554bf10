import type { User } from '../user.entity.js';

/**
 * Whether a user may have access now: the time of a guest may be over before its timer has deactivated the guest. Each
 * log-in, each exchange of a refresh token and each check of a token asks this, or {@link haveAccess}.
 */
export const hasAccess = ({ isActive, guestUntil }: Pick<User, 'isActive' | 'guestUntil'>): boolean =>
  isActive && (guestUntil?.getTime() ?? Infinity) > Date.now();

/** {@link hasAccess} as an SQL condition on a row of users. */
export const haveAccess = (users: string): string =>
  `(${users}.is_active AND (${users}.guest_until IS NULL OR ${users}.guest_until > now()))`;
