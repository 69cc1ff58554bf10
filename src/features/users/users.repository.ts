import { Injectable } from '@nestjs/common';
import type { AddPolicy } from '@parley/protocol';
import { Any, DataSource, In, IsNull, Raw } from 'typeorm';
import type { EntityManager, QueryDeepPartialEntity } from 'typeorm';
import { usernameKey } from '@parley/protocol/text';

import { statement } from '../../platform/database/statement.js';
import { storedText } from '../../platform/database/stored-text.js';
import { ranksUpTo } from './roles/deployment-role.js';
import type { Rank } from './roles/deployment-role.js';
import { User } from './user.entity.js';
import { VerifiedAddressesRepository } from './verified-addresses.repository.js';

export type NewUserRow = Pick<
  User,
  | 'username'
  | 'usernameSkeleton'
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'passwordHash'
  | 'isBot'
  | 'isGuest'
  | 'guestUntil'
> &
  Partial<Pick<User, 'externalId' | 'avatar' | 'custom' | 'language' | 'isActive' | 'deactivatedBy'>>;

interface HashChange {
  readonly from: string;
  readonly to: string;
}

/** `verified`: an operator vouches for them. */
export type NewAddresses = 'verified' | 'unverified';

/** The key of any text, also of one that can be no username and that the database would refuse. */
export const searchedKey = (text: string): string => storedText(usernameKey(text));

/** The lowest rank: nobody of it deactivates users, and each higher one may activate the guest again. */
const ENDED = 'user' satisfies Rank;

const SET_NOW = (): string => 'clock_timestamp()';
/** The fields of a user that an operator may change. */
export type AccountFields = Pick<
  User,
  'username' | 'usernameKey' | 'usernameSkeleton' | 'email' | 'firstName' | 'lastName'
>;

/** Whether a user is a guest, and until when. */
export type KindFields = Pick<User, 'isGuest' | 'guestUntil'>;

export type ProfileFields = Pick<User, 'firstName' | 'lastName' | 'avatar' | 'status' | 'custom'>;

/** Deleted users are not found, except by `anybody` and `byId`. */
@Injectable()
export class UsersRepository {
  constructor(
    private readonly source: DataSource,
    private readonly addresses: VerifiedAddressesRepository,
  ) {}

  find(username: string): Promise<User | null> {
    return this.source.manager.findOneBy(User, { usernameKey: searchedKey(username), deletedAt: IsNull() });
  }

  /** Finds deleted users too, by their placeholder names. */
  findAny(username: string): Promise<User | null> {
    return this.source.manager.findOneBy(User, { usernameKey: searchedKey(username) });
  }

  /** Finds deleted users too. */
  byId(id: number): Promise<User> {
    return this.source.manager.findOneByOrFail(User, { id });
  }

  /** The users of a product, also inactive ones, in any order. */
  byExternalIds(ids: readonly string[], manager: EntityManager = this.source.manager): Promise<User[]> {
    return manager.findBy(User, { externalId: Any(ids.map(storedText)) });
  }

  active(ids: readonly number[], manager: EntityManager = this.source.manager): Promise<User[]> {
    return manager.findBy(User, { id: Any(ids), isActive: true });
  }

  /** @returns the keys that users have already */
  async taken(keys: readonly string[]): Promise<Set<string>> {
    const users = await this.source.manager.find(User, {
      select: { id: true, usernameKey: true },
      where: { usernameKey: Any(keys) },
    });
    return new Set(users.map((user) => user.usernameKey));
  }

  /** @returns usernames by their skeletons, of those skeletons that users have already */
  async lookAlikes(skeletons: readonly string[]): Promise<Map<string, string>> {
    const users = await this.source.manager.find(User, {
      select: { id: true, username: true, usernameSkeleton: true },
      where: { usernameSkeleton: Any(skeletons) },
    });
    return new Map(users.map(({ username, usernameSkeleton }) => [usernameSkeleton ?? '', username]));
  }

  /**
   * @param addresses whether their addresses count as verified, unless somebody has them
   * @returns the ids by key; a user whose username or external id is taken, or who looks like another, is missing
   */
  async insert(
    manager: EntityManager,
    users: readonly NewUserRow[],
    addresses: NewAddresses,
  ): Promise<Map<string, number>> {
    const rows = users.map(({ custom = null, ...user }) => ({
      ...user,
      // TypeORM's type of a JSON column accepts no `unknown` values.
      custom: custom as Record<string, object> | null,
      usernameKey: usernameKey(user.username),
    }));
    const result = await manager
      .createQueryBuilder()
      .insert()
      .into(User)
      .values(rows)
      .orIgnore()
      .returning(['id', 'usernameKey'])
      .updateEntity(false)
      .execute();
    const ids = new Map(
      (result.raw as { id: number; username_key: string }[]).map((row) => [row.username_key, row.id]),
    );
    if (addresses === 'verified') await this.addresses.add(manager, withAddresses(rows, ids));
    return ids;
  }

  /** Locks a user until the transaction ends, also an inactive one. */
  lock(manager: EntityManager, id: number): Promise<User | null> {
    return manager.findOne(User, { where: { id, deletedAt: IsNull() }, lock: { mode: 'for_no_key_update' } });
  }

  /** Locks an active user until the transaction ends. */
  lockActive(manager: EntityManager, id: number): Promise<User | null> {
    return manager.findOne(User, { where: { id, isActive: true }, lock: { mode: 'for_no_key_update' } });
  }

  /** Changes what others see of a user. @returns the new version of the profile */
  async changeProfile(
    manager: EntityManager,
    id: number,
    changes: Partial<ProfileFields & AccountFields> | KindFields,
  ): Promise<number> {
    const result = await manager
      .createQueryBuilder()
      .update(User)
      .set({
        ...changes,
        profileVersion: () => 'profile_version + 1',
        profileChangedAt: () => 'statement_timestamp()',
      } as QueryDeepPartialEntity<User>)
      .where({ id })
      .returning('profile_version')
      .execute();
    const [row] = result.raw as [{ profile_version: number }];
    return row.profile_version;
  }

  async setEmail(manager: EntityManager, id: number, email: string | null): Promise<void> {
    await manager.update(User, { id }, { email });
  }

  async setLanguage(manager: EntityManager, id: number, language: string | null): Promise<void> {
    await manager.update(User, { id }, { language });
  }

  /** @param addPolicy null: the default of the deployment */
  async setAddPolicy(manager: EntityManager, id: number, addPolicy: AddPolicy | null): Promise<void> {
    await manager.update(User, { id }, { addPolicy });
  }

  async setPasswordHash(manager: EntityManager, id: number, passwordHash: string): Promise<void> {
    await manager.update(User, { id }, { passwordHash, passwordSetAt: SET_NOW });
  }

  /** @returns false if the password was changed meanwhile, or the user may not log in any more */
  async replacePasswordHash(manager: EntityManager, id: number, { from, to }: HashChange): Promise<boolean> {
    const active = { id, passwordHash: from, isActive: true, deletedAt: IsNull() };
    const { affected } = await manager.update(User, active, { passwordHash: to, passwordSetAt: SET_NOW });
    return affected === 1;
  }

  /** Replaces the hash of the same password, unless the password was changed meanwhile. */
  async renewPasswordHash(id: number, { from, to }: HashChange): Promise<void> {
    await this.source.manager.update(User, { id, passwordHash: from }, { passwordHash: to });
  }

  /** @param by the rank of who does it; that of somebody who has done it before stays if it is as high */
  async deactivate(manager: EntityManager, id: number, by: Rank): Promise<void> {
    const user = { id, deletedAt: IsNull() };
    await manager.update(
      User,
      [
        { ...user, isActive: true },
        { ...user, deactivatedBy: In(ranksUpTo(by)) },
      ],
      {
        isActive: false,
        deactivatedBy: by,
      },
    );
  }

  /** @param by the rank of who does it @returns false if somebody of a higher rank has deactivated the user */
  async activate(manager: EntityManager, id: number, by: Rank): Promise<boolean> {
    const user = { id, deletedAt: IsNull() };
    const { affected } = await manager.update(
      User,
      [
        { ...user, deactivatedBy: IsNull() },
        { ...user, deactivatedBy: In(ranksUpTo(by)) },
      ],
      { isActive: true, deactivatedBy: null },
    );
    return affected === 1;
  }

  async setGuestUntil(manager: EntityManager, id: number, guestUntil: Date | null): Promise<void> {
    await manager.update(User, { id }, { guestUntil });
  }

  /** Deactivates a guest whose time is over. @returns false if there is nothing to end */
  async endGuest(manager: EntityManager, id: number): Promise<boolean> {
    const ended = {
      id,
      isGuest: true,
      isActive: true,
      guestUntil: Raw((column) => `${column} <= statement_timestamp()`),
    };
    const { affected } = await manager.update(User, ended, { isActive: false, deactivatedBy: ENDED });
    return affected === 1;
  }

  /** Activates a guest whom only the end of the time has deactivated. */
  async reviveGuest(manager: EntityManager, id: number): Promise<void> {
    const ended = { id, isActive: false, deactivatedBy: ENDED, deletedAt: IsNull() };
    await manager.update(User, ended, { isActive: true, deactivatedBy: null });
  }

  /**
   * Invalidates every token issued until now, also those of another issuer. The user's row is updated first: a
   * concurrent log-in locks it, so that either its token is revoked here or it sees this change. The log-ins are raw
   * SQL, because their entity belongs to a feature that imports this one.
   */
  async endLogIns(manager: EntityManager, id: number): Promise<void> {
    await manager.update(User, { id }, { tokensValidAfter: () => 'clock_timestamp()' });
    await END_LOG_INS.changes(manager, { user: id });
  }
}

const withAddresses = (
  rows: readonly { readonly usernameKey: string; readonly email: string | null }[],
  ids: ReadonlyMap<string, number>,
) =>
  rows.flatMap(({ usernameKey, email }) => {
    const id = ids.get(usernameKey);
    return id === undefined || email === null ? [] : [{ id, email }];
  });

const END_LOG_INS = statement('users.end_log_ins', {
  parameters: { user: 'int4' },
  columns: {},
  text: ({ user }) => `UPDATE refresh_tokens SET revoked_at = now() WHERE user_id = ${user} AND revoked_at IS NULL`,
});
