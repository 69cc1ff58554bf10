import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { User } from './user.entity.js';
import { usernameKey } from './username.js';

export type NewUserRow = Pick<User, 'username' | 'email' | 'firstName' | 'lastName' | 'passwordHash'>;

/** Deleted users are found nowhere here, unless anybody is asked for. */
@Injectable()
export class UsersRepository {
  constructor(private readonly source: DataSource) {}

  find(username: string): Promise<User | null> {
    return this.source.manager.findOneBy(User, { usernameKey: usernameKey(username), deletedAt: IsNull() });
  }

  /** Also by the name of a placeholder. */
  anybody(username: string): Promise<User | null> {
    return this.source.manager.findOneBy(User, { usernameKey: usernameKey(username) });
  }

  /** Anybody, too. */
  byId(id: number): Promise<User> {
    return this.source.manager.findOneByOrFail(User, { id });
  }

  all(): Promise<User[]> {
    return this.source.manager.find(User, { where: { deletedAt: IsNull() }, order: { id: 'ASC' } });
  }

  active(ids: readonly number[], manager: EntityManager = this.source.manager): Promise<User[]> {
    return manager.findBy(User, { id: In([...ids]), isActive: true });
  }

  /** @returns those of the keys that some user has */
  async taken(keys: readonly string[]): Promise<Set<string>> {
    const rows = await this.source.query<{ username_key: string }[]>(
      'SELECT username_key FROM users WHERE username_key = ANY($1)',
      [keys],
    );
    return new Set(rows.map((row) => row.username_key));
  }

  /** @returns the ids by key; who is missing there has a name that was taken */
  async insert(manager: EntityManager, users: readonly NewUserRow[]): Promise<Map<string, number>> {
    const rows = users.map((user) => ({ ...user, usernameKey: usernameKey(user.username) }));
    const result = await manager
      .createQueryBuilder()
      .insert()
      .into(User)
      .values(rows)
      .orIgnore()
      .returning(['id', 'usernameKey'])
      .updateEntity(false)
      .execute();
    return new Map((result.raw as { id: number; username_key: string }[]).map((row) => [row.username_key, row.id]));
  }

  async setPasswordHash(manager: EntityManager, id: number, passwordHash: string): Promise<void> {
    await manager.update(User, { id }, { passwordHash });
  }

  /** The same password, hashed anew; nothing, where it was changed meanwhile. */
  async renewPasswordHash(id: number, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
    await this.source.manager.update(User, { id, passwordHash: from }, { passwordHash: to });
  }

  async setActive(manager: EntityManager, id: number, isActive: boolean): Promise<void> {
    await manager.update(User, { id, deletedAt: IsNull() }, { isActive });
  }

  /**
   * Every token issued until now is dead, whoever issued it. The user's row goes first: a log-in that is being made
   * holds it, so that it is either seen here or sees this.
   */
  async endLogIns(manager: EntityManager, id: number): Promise<void> {
    await manager.query('UPDATE users SET tokens_valid_after = clock_timestamp() WHERE id = $1', [id]);
    await manager.query('UPDATE refresh_tokens SET revoked_at = now() WHERE user_id = $1 AND revoked_at IS NULL', [id]);
  }
}
