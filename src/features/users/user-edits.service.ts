import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import { usernameKey } from '@parley/protocol/text';

import { AuditRepository } from '../audit/audit.repository.js';
import { Signals } from '../../platform/cluster-signals/signals.js';
import { isKeyTaken } from '../../platform/database/failures.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { toAccount } from './account.js';
import type { Account } from './account.js';
import { NewUserRules } from './new-user-rules.js';
import type { LoadedRules, RuleOptions } from './new-user-rules.js';
import type { Authority } from './roles/authority.js';
import type { User } from './user.entity.js';
import { profileEdited } from './user.signals.js';
import { toUser } from './user.view.js';
import { UsersRepository } from './users.repository.js';
import type { AccountFields, ProfileFields } from './users.repository.js';
import { VerifiedAddressesRepository } from './verified-addresses.repository.js';

/** Changes of a user by an operator; an undefined field stays. */
export interface UserEdit {
  readonly username?: string | undefined;
  /** Empty: the user has none any more. */
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

const FIELDS: readonly (readonly [keyof UserEdit, wire: string])[] = [
  ['username', 'username'],
  ['email', 'email'],
  ['firstName', 'first_name'],
  ['lastName', 'last_name'],
];

/** Changes the names and the address of users, for operators and administrators. Running nodes tell all who share a room with the user. */
@Injectable()
export class UserEditsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly addresses: VerifiedAddressesRepository,
    private readonly rules: NewUserRules,
    private readonly unitOfWork: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * @throws Refusal 4002, 4003 if a field is invalid or none is given, 4004, 4005 if the new username is taken or looks like
   *   another
   */
  async edit(authority: Authority, username: string, edit: UserEdit, options: RuleOptions): Promise<Account> {
    const fields = FIELDS.filter(([field]) => edit[field] !== undefined).map(([, wire]) => wire);
    if (fields.length === 0) throw invalid('Name what to change.');
    const user = await this.users.find(username);
    if (!user) throw notFound(`No such user: ${username}.`);
    const rules = await this.rules.load(options);
    const faults = faultsOf(rules, edit, user);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const changes = changesOf(rules, edit);
    await this.requireFree(user, changes);
    return this.write(authority, user, changes, fields).catch((error: unknown) => {
      // Another user has got the name meanwhile.
      if (isKeyTaken(error)) throw conflict('The username is taken.');
      throw error;
    });
  }

  private write(
    authority: Authority,
    user: User,
    changes: Partial<AccountFields>,
    fields: readonly string[],
  ): Promise<Account> {
    return this.unitOfWork.transaction(async ({ manager }) => {
      const actor = await authority.permit(manager, 'users.rename', user.id);
      // As it is now: another change may have been committed since it was found.
      const present = (await this.users.lock(manager, user.id)) ?? user;
      if (changes.email !== undefined) await this.addresses.replace(manager, user.id, changes.email);
      await this.writeLocked(manager, present, changes);
      await this.audit.record(manager, actor, { action: 'users.update', subjectId: user.id, details: { fields } });
      return toAccount(present);
    });
  }

  /** Changes what others see of a locked user, by somebody with the right, who records it. */
  async writeLocked(
    manager: Work['manager'],
    user: User,
    changes: Partial<AccountFields & ProfileFields>,
  ): Promise<void> {
    const version = await this.users.changeProfile(manager, user.id, changes);
    Object.assign(user, changes);
    await this.signals.publish(manager, profileEdited, { user: toUser(user), version });
  }

  /** The database requires it too: this names the reason. */
  private async requireFree(
    { id }: User,
    { username, usernameSkeleton: skeleton }: Partial<AccountFields>,
  ): Promise<void> {
    if (username === undefined) return;
    const holder = await this.users.findAny(username);
    if (holder && holder.id !== id) throw conflict(`The username ${username} is taken.`);
    const twin = skeleton ? (await this.users.lookAlikes([skeleton])).get(skeleton) : undefined;
    if (twin !== undefined && (await this.users.findAny(twin))?.id !== id) {
      throw conflict(`The username ${username} looks like ${twin}.`);
    }
  }
}

/** The faults of the fields that are given: others may be older than a rule. */
function faultsOf(rules: LoadedRules, edit: UserEdit, { username }: User): Record<string, string[]> {
  const given = { ...edit, username: edit.username ?? username, email: edit.email === '' ? undefined : edit.email };
  const faults = Object.entries(rules.faultsOf(given));
  return Object.fromEntries(faults.filter(([field]) => field !== 'username' || edit.username !== undefined));
}

function changesOf(rules: LoadedRules, { username, email, firstName, lastName }: UserEdit): Partial<AccountFields> {
  return {
    ...(username !== undefined && {
      username: username.normalize('NFC'),
      usernameKey: usernameKey(username),
      usernameSkeleton: rules.skeletonOf(username),
    }),
    ...(email !== undefined && { email: email === '' ? null : email }),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
  };
}
