import { Injectable } from '@nestjs/common';

import { Config } from '../platform/config/config.js';
import { caselessSkeleton, isOfOneScript, isVisible } from './confusable-names.js';
import { faultsOf, passwordFault } from './new-user.js';
import type { NewUser } from './new-user.js';

export interface RuleOptions {
  /** Accepts weak passwords and confusable names, which an operator decides. */
  readonly force: boolean;
}

/** The rules for one operation, with the data that they need. */
export interface LoadedRules {
  /** @returns `{field: [reasons]}`; empty if the user can be created */
  faultsOf(user: NewUser): Record<string, string[]>;
  /** @returns the fault of a password that is to be set, or undefined if it is valid */
  passwordFault(password: string): string | undefined;
  /** The form in which the username must be unique; null if it need not be. */
  skeletonOf(username: string): string | null;
}

/**
 * What is required of a user, username or password that is created. It is not required at a log-in: present users and
 * their passwords remain valid.
 */
@Injectable()
export class NewUserRules {
  constructor(private readonly config: Config) {}

  /** Loads lists of a megabyte, which the service itself does not need. */
  async load({ force }: RuleOptions): Promise<LoadedRules> {
    if (force) return { faultsOf, passwordFault, skeletonOf: () => null };
    const [{ default: mapped }, { dictionary }] = await Promise.all([
      import('unhomoglyph'),
      import('@zxcvbn-ts/language-common'),
    ]);
    const common = new Set(dictionary['passwords-common']);
    const faultOf = (password: string): string | undefined =>
      passwordFault(password) ?? weakness(password, this.config.users.minPasswordLength, common);
    return {
      faultsOf: (user) => ({
        ...confusableFaults(user),
        ...faultsOf(user),
        ...(user.password !== undefined && listed('password', faultOf(user.password))),
      }),
      passwordFault: faultOf,
      skeletonOf: (username) => caselessSkeleton(username, mapped),
    };
  }
}

const listed = (field: string, fault: string | undefined): Record<string, string[]> =>
  fault === undefined ? {} : { [field]: [fault] };

function weakness(password: string, minLength: number, common: ReadonlySet<string>): string | undefined {
  // In code points: an emoji is one character.
  if (Array.from(password).length < minLength) {
    return `Ensure this field has at least ${String(minLength)} characters.`;
  }
  return common.has(password.toLowerCase()) ? 'This password is too common.' : undefined;
}

function confusableFaults({ username }: NewUser): Record<string, string[]> {
  if (!isVisible(username)) return listed('username', 'A username may not contain invisible characters.');
  if (!isOfOneScript(username)) return listed('username', 'A username may not mix letters of several scripts.');
  return {};
}
