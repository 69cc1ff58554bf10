import { Injectable } from '@nestjs/common';
import { conflict, invalid } from '@parley/protocol';
import { usernameKey } from '@parley/protocol/text';

import type { Work } from '../../platform/database/unit-of-work.js';
import { NewUserRules } from './new-user-rules.js';
import { PasswordListeners } from './password-listeners.js';
import { Passwords } from './passwords.js';
import { UsersRepository } from './users.repository.js';

/** The password of a user, as of the moment at which it was read. */
export interface OwnPassword {
  readonly userId: number;
  readonly usernameKey: string;
  readonly hash: string;
}

/** A password that the user knew, and the hash of the next one. */
export interface ProvenPassword {
  readonly from: string;
  readonly to: string;
}

/** The parts of the change of a password by its user. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly rules: NewUserRules,
    private readonly listeners: PasswordListeners,
  ) {}

  /** @throws Refusal 4003 about `new_password` */
  async checkNew(password: string): Promise<void> {
    const fault = await this.rules.passwordFault(password);
    if (fault !== undefined) throw invalid({ new_password: [fault] });
  }

  /** @throws Refusal 4005 for a user without a password */
  async find(userId: number): Promise<OwnPassword> {
    const { username, passwordHash: hash } = await this.users.byId(userId);
    if (hash === null) throw conflict('This user has no password. An operator can set one.');
    return { userId, usernameKey: usernameKey(username), hash };
  }

  matches({ hash }: OwnPassword, password: string): Promise<boolean> {
    return this.passwords.matches(password, hash);
  }

  /** @returns undefined if the old password is wrong */
  async prove(present: OwnPassword, oldPassword: string, newPassword: string): Promise<ProvenPassword | undefined> {
    if (!(await this.matches(present, oldPassword))) return undefined;
    return { from: present.hash, to: await this.passwords.hash(newPassword) };
  }

  /**
   * Locks the row of the user.
   * @returns false if the password was changed meanwhile, or the user may not log in any more
   */
  async replace(work: Work, userId: number, proven: ProvenPassword): Promise<boolean> {
    if (!(await this.users.replacePasswordHash(work.manager, userId, proven))) return false;
    await this.listeners.tell(work, userId);
    return true;
  }
}
