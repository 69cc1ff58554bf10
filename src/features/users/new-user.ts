import { isOneLine, isVisible } from '@parley/protocol/text';

import { emailFault } from './email-address.js';
import type { User } from './user.entity.js';
import { usernameFault } from './username.js';
import type { NewUserRow } from './users.repository.js';

/** A user to be created by an operator. */
export interface NewUser {
  readonly username: string;
  /** Undefined: the user can log in only with tokens issued by an operator, or by another issuer. */
  readonly password?: string | undefined;
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** Whether a program acts as this user. */
  readonly isBot?: boolean | undefined;
  /** The user is a guest, perhaps until a time; undefined: a member. */
  readonly guest?: { readonly until: Date | null } | undefined;
  /** What the backend of a product gives its users; undefined: none does. */
  readonly product?: ProductFields | undefined;
}

/** What only the backend of a product gives a new user. */
export type ProductFields = Pick<User, 'externalId' | 'avatar' | 'custom' | 'language' | 'isActive' | 'deactivatedBy'>;

export const MAX_PASSWORD_LENGTH = 4_096;
export const MAX_NAME_LENGTH = 150;

/** @returns `{field: [reasons]}`; empty if the user can be created */
export function faultsOf(user: NewUser): Record<string, string[]> {
  const found = {
    username: usernameFault(user.username) ?? pathFault(user.username),
    password: user.password === undefined ? undefined : passwordFault(user.password),
    email: user.email === undefined ? undefined : emailFault(user.email),
    first_name: nameFault(user.firstName ?? ''),
    last_name: nameFault(user.lastName ?? ''),
  };
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, fault]) => (fault === undefined ? [] : [[field, [fault]]])),
  );
}

/** @param skeleton the form in which the username must be unique; null if it need not be */
export const rowOf = (user: NewUser, passwordHash: string | null, skeleton: string | null): NewUserRow => ({
  username: user.username.normalize('NFC'),
  usernameSkeleton: skeleton,
  email: user.email ?? null,
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  passwordHash,
  isBot: user.isBot ?? false,
  isGuest: user.guest !== undefined,
  guestUntil: user.guest?.until ?? null,
  ...user.product,
});

/** @returns the fault of a password, or undefined if it is valid */
export function passwordFault(password: string): string | undefined {
  if (password === '') return 'This field may not be blank.';
  if (password.length > MAX_PASSWORD_LENGTH) return tooLong(MAX_PASSWORD_LENGTH);
  return undefined;
}

/** Such a name means another folder where it is a part of a path. */
const pathFault = (username: string): string | undefined =>
  /^\.{1,2}$/.test(username) ? 'A username may not be a dot or two.' : undefined;

/** @returns the fault of a first or last name, or undefined if it is valid */
export function nameFault(name: string): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return tooLong(MAX_NAME_LENGTH);
  if (!isOneLine(name)) return 'A name must be one line of text.';
  return name === '' || isVisible(name) ? undefined : 'A name must have a visible character.';
}

const tooLong = (most: number): string => `Ensure this field has no more than ${String(most)} characters.`;
