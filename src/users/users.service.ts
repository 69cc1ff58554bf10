import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import type { UnauthenticatedReason, User as WireUser } from '@parley/protocol';

import { AuditRepository } from '../audit/index.js';
import { UnitOfWork } from '../database/index.js';
import type { Work } from '../database/index.js';
import { Signals } from '../signals/index.js';
import { accessChanged } from './access-changed.signal.js';
import { toAccount } from './account.view.js';
import type { Account } from './account.view.js';
import { faultsOf, passwordFault, rowOf } from './new-user.js';
import type { NewUser } from './new-user.js';
import { Passwords } from './passwords.js';
import type { User } from './user.entity.js';
import { toUser } from './user.view.js';
import { usernameFault, usernameKey } from './username.js';
import { UsersRepository } from './users.repository.js';

/** Somebody for whom tokens may be made, as of the moment when that was checked. */
export interface TokenHolder {
  readonly id: number;
  /** Should it have changed when the tokens are made, they must not be. */
  readonly tokensValidAfter: Date | null;
}

/** What operators do with users, and the check of a log-in. What ends a user's access reaches open sockets too. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly unitOfWork: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws Refusal 4003 if a field is at fault, 4005 if the name is taken */
  async create(user: NewUser): Promise<{ id: number; username: string }> {
    const faults = faultsOf(user);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const row = rowOf(user, await this.passwords.hashIfAny(user.password));
    return this.unitOfWork.run(async (work) => {
      const id = (await this.users.insert(work.manager, [row])).get(usernameKey(row.username));
      if (id === undefined) throw conflict(`The username ${user.username} is taken.`);
      await this.record(work, 'users.create', id);
      return { id, username: row.username };
    });
  }

  async all(): Promise<Account[]> {
    return (await this.users.all()).map(toAccount);
  }

  /** @throws Refusal 4004 */
  async idOf(username: string): Promise<number> {
    return (await this.find(username)).id;
  }

  /**
   * A user, or by the name of the placeholder somebody who is deleted.
   * @throws Refusal 4004
   */
  async anybody(
    username: string,
  ): Promise<{ readonly id: number; readonly username: string; readonly isDeleted: boolean }> {
    const user = await this.users.anybody(username);
    if (!user) throw notFound(`No such user: ${username}.`);
    return { id: user.id, username: user.username, isDeleted: user.deletedAt !== null };
  }

  /**
   * Somebody who can log in by this name, as others see them. Whoever is not active is not there.
   * @throws Refusal 4004
   */
  async seen(username: string): Promise<WireUser> {
    const user = await this.named(username);
    if (!user?.isActive) throw notFound('No such user.');
    return toUser(user);
  }

  /** @throws Refusal 4004, and 4005 if the user is not active */
  async tokenHolder(username: string): Promise<TokenHolder> {
    const user = await this.find(username);
    if (!user.isActive) throw conflict(`The user ${user.username} is not active.`);
    return holderOf(user);
  }

  /**
   * In the same time whatever is wrong: undefined for an unknown name, a wrong password and an inactive user. A hash that
   * was imported takes its own time, once: whoever logs in by it has one of ours from then on.
   */
  async logIn(username: string, password: string): Promise<TokenHolder | undefined> {
    const user = await this.named(username);
    const matched = await this.passwords.matches(password, user?.passwordHash ?? null);
    if (!matched || !user?.isActive) return undefined;
    await this.renewHash(user, password);
    return holderOf(user);
  }

  /**
   * Ends every log-in of the user.
   * @throws Refusal 4003, 4004
   */
  async setPassword(username: string, password: string): Promise<void> {
    const fault = passwordFault(password);
    if (fault !== undefined) throw invalid({ password: [fault] });
    const { id } = await this.find(username);
    const passwordHash = await this.passwords.hash(password);
    await this.unitOfWork.run(async (work) => {
      await this.users.setPasswordHash(work.manager, id, passwordHash);
      await this.endLogIns(work, id);
      await this.record(work, 'users.set_password', id);
    });
  }

  /** @throws Refusal 4004 */
  async revokeTokens(username: string): Promise<void> {
    const { id } = await this.find(username);
    await this.unitOfWork.run(async (work) => {
      await this.endLogIns(work, id);
      await this.record(work, 'tokens.revoke', id);
    });
  }

  /** @throws Refusal 4004 */
  async activate(username: string): Promise<void> {
    const { id } = await this.find(username);
    await this.unitOfWork.run(async (work) => {
      await this.users.setActive(work.manager, id, true);
      await this.record(work, 'users.activate', id);
    });
  }

  /** @throws Refusal 4004 */
  async deactivate(username: string): Promise<void> {
    const { id } = await this.find(username);
    await this.unitOfWork.run(async (work) => {
      await this.users.setActive(work.manager, id, false);
      await this.closeSockets(work, id, 'user_inactive');
      await this.record(work, 'users.deactivate', id);
    });
  }

  private async renewHash({ id, passwordHash }: User, password: string): Promise<void> {
    if (passwordHash === null || !this.passwords.isImported(passwordHash)) return;
    await this.users.renewPasswordHash(id, { from: passwordHash, to: await this.passwords.hash(password) });
  }

  private record({ manager }: Work, action: string, subjectId: number): Promise<void> {
    return this.audit.record(manager, 'operator', { action, subjectId });
  }

  private async endLogIns(work: Work, id: number): Promise<void> {
    await this.users.endLogIns(work.manager, id);
    await this.closeSockets(work, id, 'token_invalid');
  }

  private closeSockets({ manager }: Work, userId: number, reason: UnauthenticatedReason): Promise<void> {
    return this.signals.announce(manager, accessChanged, { userId, reason });
  }

  /** Of a text that can be no username, nobody is asked. */
  private async named(username: string): Promise<User | null> {
    return usernameFault(username) === undefined ? this.users.find(username) : null;
  }

  private async find(username: string): Promise<User> {
    const user = await this.users.find(username);
    if (!user) throw notFound(`No such user: ${username}.`);
    return user;
  }
}

const holderOf = ({ id, tokensValidAfter }: User): TokenHolder => ({ id, tokensValidAfter });
