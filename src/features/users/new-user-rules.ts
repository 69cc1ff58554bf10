import { Injectable } from '@nestjs/common';

import { UserSettings } from './user.settings.js';
import { caselessSkeleton, isOfOneScript, isVisible } from './confusable-names.js';
import { faultsOf, passwordFault } from './new-user.js';
import type { NewUser } from './new-user.js';
import { passwordForm } from './passwords.js';

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
 * Rules for a user, username or password that is created. They do not apply to a log-in: present users and their
 * passwords remain valid.
 */
@Injectable()
export class NewUserRules {
  private common: Promise<ReadonlySet<string>> | undefined;

  constructor(private readonly settings: UserSettings) {}

  /** Loads lists of a megabyte, which the service itself needs for a change of a password only. */
  async load({ force }: RuleOptions): Promise<LoadedRules> {
    if (force) return { faultsOf, passwordFault, skeletonOf: () => null };
    const [{ default: mapped }, common] = await Promise.all([import('unhomoglyph'), this.commonPasswords()]);
    const faultOf = (password: string): string | undefined => this.faultOf(password, common);
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

  /** @returns the fault of a password that is to be set, or undefined if it is valid */
  async passwordFault(password: string): Promise<string | undefined> {
    return this.faultOf(password, await this.commonPasswords());
  }

  private faultOf(password: string, common: ReadonlySet<string>): string | undefined {
    return passwordFault(password) ?? weakness(password, this.settings.minPasswordLength, common);
  }

  private commonPasswords(): Promise<ReadonlySet<string>> {
    this.common ??= import('@zxcvbn-ts/language-common').then(
      ({ dictionary }) => new Set(dictionary['passwords-common']),
    );
    return this.common;
  }
}

const listed = (field: string, fault: string | undefined): Record<string, string[]> =>
  fault === undefined ? {} : { [field]: [fault] };

function weakness(typed: string, minLength: number, common: ReadonlySet<string>): string | undefined {
  const password = passwordForm(typed);
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
