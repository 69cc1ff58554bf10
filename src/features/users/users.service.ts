import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound, notPermitted } from '@parley/protocol';
import type { UnauthenticatedReason } from '@parley/protocol';
import { usernameKey } from '@parley/protocol/text';

import { AuditRepository } from '../audit/audit.repository.js';
import type { AuditActor } from '../audit/audited-act.js';
import { Signals } from '../../platform/cluster-signals/signals.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { toAccount } from './account.js';
import type { Account } from './account.js';
import { rowOf } from './new-user.js';
import type { NewUser } from './new-user.js';
import { NewUserListeners } from './new-user-listeners.js';
import { NewUserRules } from './new-user-rules.js';
import type { RuleOptions } from './new-user-rules.js';
import { PasswordListeners } from './password-listeners.js';
import { Passwords } from './passwords.js';
import { hasAccess } from './kinds/access.js';
import { GuestEnds } from './kinds/guest-ends.js';
import type { Authority } from './roles/authority.js';
import type { DeploymentAction, DeploymentGrant } from './roles/deployment.policy.js';
import type { User } from './user.entity.js';
import { accessChanged } from './user.signals.js';
import { usernameFault } from './username.js';
import { UsersRepository } from './users.repository.js';
import type { NewAddresses, NewUserRow } from './users.repository.js';

/** A user who may get tokens, as of the moment of the check. */
export interface TokenHolder {
  readonly id: number;
  /** No tokens may be issued if one of them has changed since. */
  readonly tokensValidAfter: Date | null;
  readonly passwordSetAt: Date | null;
}

/** Whether a log-in, or a link, of that moment may still be used: each change of the password or end of all log-ins voids it. */
export const isUnchanged = (
  user: Pick<User, 'tokensValidAfter' | 'passwordSetAt'>,
  then: Pick<TokenHolder, 'tokensValidAfter' | 'passwordSetAt'>,
): boolean =>
  user.tokensValidAfter?.getTime() === then.tokensValidAfter?.getTime() &&
  user.passwordSetAt?.getTime() === then.passwordSetAt?.getTime();

export interface NewUserOptions extends RuleOptions {
  readonly addresses: NewAddresses;
  /** Of a password that has passed the rules before, in place of a password. */
  readonly passwordHash?: string;
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
    private readonly listeners: NewUserListeners,
    private readonly passwordListeners: PasswordListeners,
    private readonly guestEnds: GuestEnds,
    private readonly unitOfWork: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws Refusal 4002, 4003 if a field is invalid, 4005 if the username is taken or looks like another */
  create(authority: Authority, user: NewUser, options: RuleOptions): Promise<{ id: number; username: string }> {
    return this.createWith(user, { ...options, addresses: 'verified' }, async ({ manager }, subjectId) => {
      const actor = await authority.permit(manager, 'users.create');
      await this.audit.record(manager, actor, { action: 'users.create', subjectId });
    });
  }

  /**
   * @param then runs in the transaction that makes the user, and records who did it
   * @throws as {@link create}
   */
  async createWith(
    user: NewUser,
    { addresses, passwordHash, ...options }: NewUserOptions,
    then: (work: Work, id: number) => Promise<void>,
  ): Promise<{ id: number; username: string }> {
    const rules = await this.rules.load(options);
    const faults = rules.faultsOf(user);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const hash = passwordHash ?? (await this.passwords.hashIfAny(user.password));
    const row = rowOf(user, hash, rules.skeletonOf(user.username));
    const made = await this.insert([row], addresses, (work, ids) => then(work, ids[0] ?? 0));
    const id = made.get(usernameKey(row.username));
    if (id === undefined) throw conflict(await this.reasonAgainst(row));
    return { id, username: row.username };
  }

  /**
   * Creates those of the users whose usernames and external ids are free, in one transaction. Their addresses count as
   * unverified.
   * @param users that an operator may create with `force`, and who have no passwords
   * @param then as of {@link createWith}, for those who are made; not called if nobody is
   * @returns the ids by the keys of the usernames
   */
  createFree(
    users: readonly NewUser[],
    then: (work: Work, ids: readonly number[]) => Promise<void>,
  ): Promise<ReadonlyMap<string, number>> {
    return this.insert(
      users.map((user) => rowOf(user, null, null)),
      'unverified',
      then,
    );
  }

  private async insert(
    rows: readonly NewUserRow[],
    addresses: NewAddresses,
    then: (work: Work, ids: readonly number[]) => Promise<void>,
  ): Promise<ReadonlyMap<string, number>> {
    const made = await this.unitOfWork.transaction(async (work) => {
      const ids = await this.users.insert(work.manager, rows, addresses);
      for (const { username, guestUntil } of rows) {
        const id = ids.get(usernameKey(username));
        if (guestUntil && id !== undefined) await this.guestEnds.expect(work, id, guestUntil);
      }
      if (ids.size > 0) await then(work, [...ids.values()]);
      return ids;
    });
    const people = rows
      .filter(({ isBot, isGuest, isActive }) => !isBot && !isGuest && isActive !== false)
      .flatMap(({ username }) => made.get(usernameKey(username)) ?? []);
    if (people.length > 0) await this.listeners.tell(people);
    return made;
  }

  /** The faults of a user who could be created with these fields: `{field: [reasons]}`. */
  async faultsOf(user: NewUser): Promise<Readonly<Record<string, readonly string[]>>> {
    return (await this.rules.load({ force: false })).faultsOf(user);
  }

  /** @throws Refusal 4004 */
  async account(username: string): Promise<Account> {
    return toAccount(await this.find(username));
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

  /** @throws Refusal 4004, and 4005 if the user is not active */
  async tokenHolder(username: string): Promise<TokenHolder> {
    return activeHolderOf(await this.find(username));
  }

  /** @throws Refusal 4005 if the user is not active */
  async tokenHolderOf(id: number): Promise<TokenHolder & { readonly username: string }> {
    const user = await this.users.byId(id);
    return { ...activeHolderOf(user), username: user.username };
  }

  /**
   * Fails for an unknown name, a wrong password or an inactive user, always in the same time. An imported hash may take
   * another time until the first log-in replaces it.
   */
  async logIn(username: string, password: string): Promise<LogInResult> {
    const user = await this.named(username);
    const matched = await this.passwords.matches(password, user?.passwordHash ?? null);
    if (!matched || !user || !hasAccess(user)) return { userId: user?.id, holder: undefined };
    await this.renewHash(user, password);
    return { userId: user.id, holder: holderOf(user) };
  }

  /**
   * Ends every log-in of the user.
   * @throws Refusal 4002, 4003, 4004
   */
  async setPassword(authority: Authority, username: string, password: string, options: RuleOptions): Promise<void> {
    const fault = (await this.rules.load(options)).passwordFault(password);
    if (fault !== undefined) throw invalid({ password: [fault] });
    const passwordHash = await this.passwords.hash(password);
    const set = { authority, right: 'users.set_password', action: 'users.set_password' } as const;
    await this.change(username, set, async (work, id) => {
      await this.storePassword(work, id, passwordHash);
    });
  }

  /** Sets a password that has passed the rules, and ends every log-in of the user. */
  async storePassword(work: Work, id: number, passwordHash: string): Promise<void> {
    await this.users.setPasswordHash(work.manager, id, passwordHash);
    await this.passwordListeners.tell(work, id);
    await this.endLogIns(work, id);
  }

  /** @throws Refusal 4002, 4004 */
  async revokeTokens(authority: Authority, username: string): Promise<void> {
    const revoke = { authority, right: 'users.log_out', action: 'tokens.revoke' } as const;
    await this.change(username, revoke, (work, id) => this.endLogIns(work, id));
  }

  /** @throws Refusal 4002, 4004, 4005 for a guest whose time is over */
  async activate(authority: Authority, username: string): Promise<void> {
    const activate = { authority, right: 'users.deactivate', action: 'users.activate' } as const;
    await this.change(username, activate, async (work, id) => {
      const user = await this.users.lock(work.manager, id);
      if (user) await this.activateLocked(work, authority, user);
    });
  }

  /** {@link activate} of a locked user, by somebody with the right, who records it. @throws Refusal 4002, 4005 */
  async activateLocked({ manager }: Work, { rank }: Pick<Authority, 'rank'>, user: User): Promise<void> {
    if (!hasAccess({ isActive: true, guestUntil: user.guestUntil })) {
      throw conflict('The time of this guest is over: set another one, or make the guest a member.');
    }
    if (await this.users.activate(manager, user.id, rank)) return;
    throw notPermitted('An administrator or an operator has deactivated this user.');
  }

  /** @throws Refusal 4002, 4004 */
  async deactivate(authority: Authority, username: string): Promise<void> {
    const deactivate = { authority, right: 'users.deactivate', action: 'users.deactivate' } as const;
    await this.change(username, deactivate, (work, id) => this.deactivateIn(work, authority, id));
  }

  /** {@link deactivate} by somebody with the right, who records it. */
  async deactivateIn(work: Work, { rank }: Pick<Authority, 'rank'>, id: number): Promise<void> {
    await this.users.deactivate(work.manager, id, rank);
    await this.closeSockets(work, id, 'user_inactive');
  }

  /** {@link deactivate} of a reported user, in the transaction of the resolution. */
  async deactivateReported(
    work: Work,
    grant: DeploymentGrant<'users.deactivate'>,
    id: number,
    actor: AuditActor,
  ): Promise<void> {
    await this.deactivateIn(work, grant, id);
    await this.audit.record(work.manager, actor, { action: 'users.deactivate', subjectId: id });
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

  private async change(
    username: string,
    { authority, right, action }: { authority: Authority; right: DeploymentAction; action: string },
    write: (work: Work, id: number) => Promise<void>,
  ): Promise<void> {
    const { id } = await this.find(username);
    await this.unitOfWork.transaction(async (work) => {
      const actor = await authority.permit(work.manager, right, id);
      await write(work, id);
      await this.audit.record(work.manager, actor, { action, subjectId: id });
    });
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

/** @throws Refusal 4005 if the user is not active */
export function activeHolderOf(user: User): TokenHolder {
  if (!hasAccess(user)) throw conflict(`The user ${user.username} is not active.`);
  return holderOf(user);
}

const holderOf = ({ id, tokensValidAfter, passwordSetAt }: User): TokenHolder => ({
  id,
  tokensValidAfter,
  passwordSetAt,
});
