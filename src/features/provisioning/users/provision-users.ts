import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound, Refusal } from '@parley/protocol';
import { usernameKey } from '@parley/protocol/text';

import { AuditRepository } from '../../audit/audit.repository.js';
import { toEach } from '../../audit/audited-act.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { isKeyTaken } from '../../../platform/database/failures.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { customFault } from '../../people/profile-fields.js';
import { UserKindsService } from '../../users/kinds/user-kinds.service.js';
import { faultsOf } from '../../users/new-user.js';
import { MakeProductUser } from '../../users/product/make-product-user.js';
import { usernamesFrom } from '../../users/product/product-usernames.js';
import type { Authority } from '../../users/roles/authority.js';
import type { User } from '../../users/user.entity.js';
import { UserEditsService } from '../../users/user-edits.service.js';
import { UsersRepository } from '../../users/users.repository.js';
import type { AccountFields, ProfileFields } from '../../users/users.repository.js';
import { activeHolderOf, UsersService } from '../../users/users.service.js';
import { VerifiedAddressesRepository } from '../../users/verified-addresses.repository.js';
import { Avatars } from '../../uploads/claims/avatars.js';
import { ownAvatar } from '../../uploads/upload-grant.js';
import type { UserState } from './product-user.js';

export interface Provisioned {
  readonly user: User;
  readonly isNew: boolean;
}

/** What {@link ProvisionUsers.putAll} has done with a state: the user, or why it is refused. */
export type Outcome = Provisioned | Refusal;

/** The user may be made, or deleted, by another request again and again. */
const MOST_ATTEMPTS = 10;

/** The fields whose names differ on the wire. */
const WIRE_NAMES = new Map([
  ['firstName', 'first_name'],
  ['lastName', 'last_name'],
]);

/**
 * Makes the users of a product, or brings them to the state that its backend names, by the same acts as operators. The
 * unique id in the database decides, so that two requests at once make one user. The same state again changes nothing
 * and sends nothing. Names are not compared with those that look like them: they are the product's.
 */
@Injectable()
export class ProvisionUsers {
  constructor(
    private readonly repository: UsersRepository,
    private readonly addresses: VerifiedAddressesRepository,
    private readonly users: UsersService,
    private readonly maker: MakeProductUser,
    private readonly edits: UserEditsService,
    private readonly kinds: UserKindsService,
    private readonly avatars: Avatars,
    private readonly limits: Limits,
    private readonly work: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws Refusal 4004 */
  async find(externalId: string): Promise<User> {
    const [user] = await this.repository.byExternalIds([externalId]);
    if (!user) throw notFound('No such user.');
    return user;
  }

  /**
   * @param inactive what becomes of a user who is not active
   * @throws Refusal 4002, 4003, 4005 if the username is taken, or the user is not active and refused
   */
  async put(authority: Authority, state: UserState, inactive: 'changed' | 'refused' = 'changed'): Promise<Provisioned> {
    this.check(state);
    for (let attempts = 1; attempts <= MOST_ATTEMPTS; attempts += 1) {
      const [found] = await this.repository.byExternalIds([state.externalId]);
      const user = found ? await this.update(authority, found, state, inactive) : await this.make(authority, state);
      if (user) return { user, isNew: !found };
    }
    throw conflict('The user is made and deleted by other requests at once.');
  }

  /**
   * Each state by itself, in their order: of one id twice the later one holds. Users who are new are made together, in
   * one statement.
   */
  async putAll(authority: Authority, states: readonly UserState[]): Promise<Outcome[]> {
    const made = await this.makeAll(authority, await this.firstOfNew(states));
    const outcomes: Outcome[] = [];
    for (const state of states) {
      const user = made.get(state);
      outcomes.push(user ? { user, isNew: true } : await this.put(authority, state).catch(refusalOnly));
    }
    return outcomes;
  }

  private async firstOfNew(states: readonly UserState[]): Promise<UserState[]> {
    const present = new Set((await this.repository.byExternalIds(states.map(idOf))).map((user) => user.externalId));
    const first = new Map<string, UserState>();
    for (const state of states) if (!first.has(state.externalId)) first.set(state.externalId, state);
    return [...first.values()].filter((state) => !present.has(state.externalId) && this.faultsIn(state) === undefined);
  }

  /** Users whose names are taken are missing: they need another one, or are refused. */
  private async makeAll(authority: Authority, states: readonly UserState[]): Promise<ReadonlyMap<UserState, User>> {
    if (states.length === 0) return new Map();
    const wanted = states.map((state) => ({ state, user: newUser(state, nameOf(state)) }));
    const ids = await this.users.createFree(
      wanted.map(({ user }) => user),
      (work, made) => this.recordMade(authority, work, made),
    );
    const isMade = ({ user }: (typeof wanted)[number]): boolean => ids.has(usernameKey(user.username));
    const made = await this.byId(wanted.filter(isMade).map(({ state }) => state.externalId));
    return new Map(
      wanted.filter(isMade).flatMap(({ state }) => {
        const user = made.get(state.externalId);
        return user ? [[state, user] as const] : [];
      }),
    );
  }

  private async byId(externalIds: readonly string[]): Promise<ReadonlyMap<string | null, User>> {
    const users = await this.repository.byExternalIds(externalIds);
    return new Map(users.map((user) => [user.externalId, user]));
  }

  /** @returns undefined if another request has made the user meanwhile */
  private make(authority: Authority, state: UserState): Promise<User | undefined> {
    return this.maker.make(newUser(state, state.username), (work, made) => this.recordMade(authority, work, made));
  }

  private async recordMade(authority: Authority, { manager }: Work, made: readonly number[]): Promise<void> {
    const actor = await authority.permit(manager, 'users.create');
    await this.audit.record(manager, actor, ...toEach(made, { action: 'users.create' }));
  }

  /** @returns undefined if the user was deleted since it was found */
  private async update(
    authority: Authority,
    found: User,
    state: UserState,
    inactive: 'changed' | 'refused',
  ): Promise<User | undefined> {
    if (!this.differs(found, state)) return found;
    try {
      return await this.work.transaction(async (work) => {
        const user = await this.repository.lock(work.manager, found.id);
        if (user?.externalId !== state.externalId) return undefined;
        if (inactive === 'refused') activeHolderOf(user);
        await this.bring(work, authority, user, state);
        return user;
      });
    } catch (error) {
      if (isKeyTaken(error)) throw conflict(`The username ${state.username ?? ''} is taken.`);
      throw error;
    }
  }

  private differs(user: User, state: UserState): boolean {
    return (
      Object.keys(this.changesOf(user, state)).length > 0 ||
      isOther(state.language, user.language) ||
      isOther(state.kind, kindOf(user)) ||
      isOther(state.isActive, user.isActive)
    );
  }

  /** Brings a locked user to the state, with one entry of the audit log for each act. */
  private async bring(work: Work, authority: Authority, user: User, state: UserState): Promise<void> {
    const { manager } = work;
    const subjectId = user.id;
    const changes = this.changesOf(user, state);
    const fields = Object.keys(changes).map((field) => WIRE_NAMES.get(field) ?? field);
    if (isOther(state.language, user.language)) {
      await this.repository.setLanguage(manager, subjectId, state.language ?? null);
      user.language = state.language ?? null;
      fields.push('language');
    }
    if (fields.length > 0) {
      const actor = await authority.permit(manager, 'users.rename', subjectId);
      await this.write(work, user, changes);
      await this.audit.record(manager, actor, { action: 'users.update', subjectId, details: { fields } });
    }
    if (isOther(state.kind, kindOf(user))) {
      const actor = await authority.permit(manager, 'users.set_kind', subjectId);
      await this.kinds.setLocked(work, user, { kind: state.kind, until: undefined });
      user.guestUntil = null;
      const details = { kind: state.kind, guest_until: null };
      await this.audit.record(manager, actor, { action: 'users.set_kind', subjectId, details });
    }
    if (isOther(state.isActive, user.isActive)) await this.setActive(work, authority, user, state.isActive);
  }

  private async write(
    { manager }: Work,
    user: User,
    changes: Partial<Omit<AccountFields, 'usernameKey' | 'usernameSkeleton'> & ProfileFields>,
  ): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    // The address of a product is not known to be the user's until the user has confirmed it.
    if (changes.email !== undefined) await this.addresses.replace(manager, user.id, null);
    if (changes.avatar !== undefined) await this.avatars.replace(manager, ownAvatar(user.id), user.avatar, changes);
    const { username } = changes;
    const named = username === undefined ? {} : { usernameKey: usernameKey(username), usernameSkeleton: null };
    await this.edits.writeLocked(manager, user, { ...changes, ...named });
  }

  private async setActive(work: Work, authority: Authority, user: User, isActive: boolean): Promise<void> {
    const actor = await authority.permit(work.manager, 'users.deactivate', user.id);
    if (isActive) await this.users.activateLocked(work, authority, user);
    else await this.users.deactivateIn(work, authority, user.id);
    user.isActive = isActive;
    const action = isActive ? 'users.activate' : 'users.deactivate';
    await this.audit.record(work.manager, actor, { action, subjectId: user.id });
  }

  /** What differs from the state, of the names, the address and the profile. */
  private changesOf(user: User, state: UserState) {
    const { firstName, lastName, email, avatar, custom } = state;
    const username = state.username?.normalize('NFC');
    const named = { username, firstName, lastName, email, avatar };
    const changed = Object.entries(named).filter(([field, value]) => isOther(value, user[field as keyof typeof named]));
    const isCustomOther = custom !== undefined && !isDeepStrictEqual(custom, user.custom ?? {});
    return {
      ...(Object.fromEntries(changed) as Partial<Pick<User, keyof typeof named>>),
      ...(isCustomOther && { custom }),
    };
  }

  /** @throws Refusal 4003 */
  private check(state: UserState): void {
    const faults = this.faultsIn(state);
    if (faults) throw faults;
  }

  private faultsIn(state: UserState): Refusal | undefined {
    const custom = customFault(state.custom, this.limits.jsonBytes);
    const faults = { ...faultsOf(newUser(state, nameOf(state))), ...(custom !== undefined && { custom: [custom] }) };
    return Object.keys(faults).length > 0 ? invalid(faults) : undefined;
  }
}

const idOf = ({ externalId }: UserState): string => externalId;
const nameOf = ({ username, externalId }: UserState): string => username ?? usernamesFrom(externalId)[0] ?? '';
const kindOf = ({ isGuest }: User): 'guest' | 'member' => (isGuest ? 'guest' : 'member');

/** Whether a value is given, and is another one than the present. */
const isOther = <Value>(given: Value | undefined, present: Value): given is Value =>
  given !== undefined && given !== present;

const newUser = <Username extends string | undefined>(state: UserState, username: Username) => ({
  username,
  email: state.email ?? undefined,
  firstName: state.firstName,
  lastName: state.lastName,
  guest: state.kind === 'guest' ? { until: null } : undefined,
  product: {
    externalId: state.externalId,
    avatar: state.avatar ?? null,
    custom: state.custom ?? null,
    language: state.language ?? null,
    isActive: state.isActive ?? true,
    deactivatedBy: state.isActive === false ? ('moderator' as const) : null,
  },
});

function refusalOnly(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}
