import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import type { Profile, UnauthenticatedReason } from '@parley/protocol';

import { AuditRepository } from '../operations/audit/audit.repository.js';
import { Signals } from '../platform/cluster-signals/signals.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import type { Work } from '../platform/database/unit-of-work.js';
import { rowOf } from './new-user.js';
import type { NewUser } from './new-user.js';
import { NewUserRules } from './new-user-rules.js';
import type { RuleOptions } from './new-user-rules.js';
import { Passwords } from './passwords.js';
import type { User } from './user.entity.js';
import { accessChanged } from './user.signals.js';
import { toProfile } from './user.view.js';
import { usernameFault, usernameKey } from './username.js';
import { UsersRepository } from './users.repository.js';
import type { NewUserRow } from './users.repository.js';

/** A user as operators see it. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string | null;
  readonly is_active: boolean;
  readonly is_bot: boolean;
  readonly created_at: string;
}

const toAccount = (user: User): Account => ({
  id: user.id,
  username: user.username,
  first_name: user.firstName,
  last_name: user.lastName,
  email: user.email,
  is_active: user.isActive,
  is_bot: user.isBot,
  created_at: user.createdAt.toISOString(),
});

/** A user who may get tokens, as of the moment of the check. */
export interface TokenHolder {
  readonly id: number;
  /** No tokens may be issued if one of them has changed since. */
  readonly tokensValidAfter: Date | null;
  readonly passwordSetAt: Date | null;
}

export interface LogInResult {
  /** Undefined for an unknown name. */
  readonly userId: number | undefined;
  /** Undefined if the log-in failed. */
  readonly holder: TokenHolder | undefined;
}

/** The actions of operators on users, and the password check. The end of a user's access closes open sockets too. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly rules: NewUserRules,
    private readonly unitOfWork: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws Refusal 4003 if a field is invalid, 4005 if the username is taken or looks like another */
  async create(user: NewUser, options: RuleOptions): Promise<{ id: number; username: string }> {
    const rules = await this.rules.load(options);
    const faults = rules.faultsOf(user);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const row = rowOf(user, await this.passwords.hashIfAny(user.password), rules.skeletonOf(user.username));
    const id = await this.unitOfWork.transaction(async (work) => {
      const made = (await this.users.insert(work.manager, [row])).get(usernameKey(row.username));
      if (made !== undefined) await this.record(work, 'users.create', made);
      return made;
    });
    if (id === undefined) throw conflict(await this.reasonAgainst(row));
    return { id, username: row.username };
  }

  async all(): Promise<Account[]> {
    return (await this.users.all()).map(toAccount);
  }

  /** @throws Refusal 4004 */
  async idOf(username: string): Promise<number> {
    return (await this.find(username)).id;
  }

  /**
   * A user, or a deleted user by the placeholder name.
   * @throws Refusal 4004
   */
  async findAny(
    username: string,
  ): Promise<{ readonly id: number; readonly username: string; readonly isDeleted: boolean }> {
    const user = await this.users.findAny(username);
    if (!user) throw notFound(`No such user: ${username}.`);
    return { id: user.id, username: user.username, isDeleted: user.deletedAt !== null };
  }

  /**
   * The active user with this username, as other users see it. An inactive user is not found.
   * @throws Refusal 4004
   */
  async seen(username: string): Promise<Profile> {
    const profile = await this.profile(username);
    if (!profile) throw notFound('No such user.');
    return profile;
  }

  /** {@link seen}, or undefined if there is no such user. */
  async profile(username: string): Promise<Profile | undefined> {
    const user = await this.named(username);
    return user?.isActive ? toProfile(user) : undefined;
  }

  /** @throws Refusal 4004, and 4005 if the user is not active */
  async tokenHolder(username: string): Promise<TokenHolder> {
    const user = await this.find(username);
    if (!user.isActive) throw conflict(`The user ${user.username} is not active.`);
    return holderOf(user);
  }

  /**
   * Fails for an unknown name, a wrong password or an inactive user, always in the same time. An imported hash may take
   * another time until the first log-in replaces it.
   */
  async logIn(username: string, password: string): Promise<LogInResult> {
    const user = await this.named(username);
    const matched = await this.passwords.matches(password, user?.passwordHash ?? null);
    if (!matched || !user?.isActive) return { userId: user?.id, holder: undefined };
    await this.renewHash(user, password);
    return { userId: user.id, holder: holderOf(user) };
  }

  /**
   * Ends every log-in of the user.
   * @throws Refusal 4003, 4004
   */
  async setPassword(username: string, password: string, options: RuleOptions): Promise<void> {
    const fault = (await this.rules.load(options)).passwordFault(password);
    if (fault !== undefined) throw invalid({ password: [fault] });
    const { id } = await this.find(username);
    const passwordHash = await this.passwords.hash(password);
    await this.unitOfWork.transaction(async (work) => {
      await this.users.setPasswordHash(work.manager, id, passwordHash);
      await this.endLogIns(work, id);
      await this.record(work, 'users.set_password', id);
    });
  }

  /** @throws Refusal 4004 */
  async revokeTokens(username: string): Promise<void> {
    const { id } = await this.find(username);
    await this.unitOfWork.transaction(async (work) => {
      await this.endLogIns(work, id);
      await this.record(work, 'tokens.revoke', id);
    });
  }

  /** @throws Refusal 4004 */
  async activate(username: string): Promise<void> {
    const { id } = await this.find(username);
    await this.unitOfWork.transaction(async (work) => {
      await this.users.setActive(work.manager, id, true);
      await this.record(work, 'users.activate', id);
    });
  }

  /** @throws Refusal 4004 */
  async deactivate(username: string): Promise<void> {
    const { id } = await this.find(username);
    await this.unitOfWork.transaction(async (work) => {
      await this.users.setActive(work.manager, id, false);
      await this.closeSockets(work, id, 'user_inactive');
      await this.record(work, 'users.deactivate', id);
    });
  }

  private async reasonAgainst({ username, usernameSkeleton: skeleton }: NewUserRow): Promise<string> {
    const isTaken = (await this.users.findAny(username)) !== null;
    const twin = skeleton !== null && !isTaken && (await this.users.lookAlikes([skeleton])).get(skeleton);
    return twin ? `The username ${username} looks like ${twin}.` : `The username ${username} is taken.`;
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
    return this.signals.publish(manager, accessChanged, { userId, reason });
  }

  /** Makes no query for a text that is not a valid username. */
  private async named(username: string): Promise<User | null> {
    return usernameFault(username) === undefined ? this.users.find(username) : null;
  }

  private async find(username: string): Promise<User> {
    const user = await this.users.find(username);
    if (!user) throw notFound(`No such user: ${username}.`);
    return user;
  }
}

const holderOf = ({ id, tokensValidAfter, passwordSetAt }: User): TokenHolder => ({
  id,
  tokensValidAfter,
  passwordSetAt,
});
