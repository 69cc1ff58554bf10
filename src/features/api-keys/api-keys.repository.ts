import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { PartOf } from '../../platform/collections/list-part.js';
import { statement } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import { unlockedOnly } from '../../platform/database/unlocked-rows.js';
import { User } from '../users/user.entity.js';
import { ApiKeyRow } from './api-key.entity.js';

export type NewApiKeyRow = Omit<ApiKeyRow, 'createdAt' | 'revokedAt' | 'lastUsedAt'>;

/** A key as operators see it. */
export interface ApiKeyView {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  /** Null: it acts for the user that a request names. */
  readonly username: string | null;
  /** The usernames of the only users that a request may name; null: all. */
  readonly only: readonly string[] | null;
  /** The administrator who made it; null: an operator did. */
  readonly created_by: string | null;
  /** Whether it is not valid because the administrator who made it is none any more. */
  readonly is_stopped: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}

/** Of a key `k` and its maker `m`. */
export const STOPPED = `(k.maker_id IS NOT NULL AND NOT coalesce(m.is_active AND m.role = 'admin', false))`;

/**
 * `list` is raw SQL, because the entity has no relation to users to join them by; `used`, because it skips keys that
 * are locked.
 */
@Injectable()
export class ApiKeysRepository {
  constructor(private readonly source: DataSource) {}

  /** Whether a user is active. An active user stays so until the transaction ends. */
  async lockActive(manager: EntityManager, userId: number): Promise<boolean> {
    const user = await manager.findOne(User, {
      select: { id: true },
      where: { id: userId, isActive: true, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_read' },
    });
    return user !== null;
  }

  async insert(manager: EntityManager, key: NewApiKeyRow): Promise<void> {
    await manager.insert(ApiKeyRow, key);
  }

  /** The oldest first. @param after the id of the last key of the part before; undefined: the first part */
  async list({ after, limit }: PartOf<string>): Promise<ApiKeyView[]> {
    const keys = await LIST.rows(this.source, { after: after ?? null, limit });
    return keys.map(toApiKey);
  }

  /** @returns the key's user, and whether the key was valid until now; undefined if there is no such key */
  async revoke(
    manager: EntityManager,
    id: string,
  ): Promise<{ readonly userId: number | null; readonly wasGood: boolean } | undefined> {
    const key = await manager.findOne(ApiKeyRow, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!key) return undefined;
    await manager.update(ApiKeyRow, { id, revokedAt: IsNull() }, { revokedAt: () => 'now()' });
    return { userId: key.userId, wasGood: key.revokedAt === null };
  }

  /** Skips keys that another node is updating at the same time. */
  async used(ids: readonly string[]): Promise<void> {
    await USED.changes(this.source, { ids });
  }
}

const toApiKey = (key: RowOf<typeof LIST>): ApiKeyView => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  scopes: key.scopes,
  username: key.username,
  only: key.only,
  created_by: key.maker,
  is_stopped: key.stopped,
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
});

const LIST = statement('api_keys.list', {
  parameters: { after: 'uuid | null', limit: 'int8' },
  columns: {
    id: 'uuid',
    name: 'text',
    prefix: 'text',
    scopes: 'text[]',
    username: 'text | null',
    only: 'text[] | null',
    maker: 'text | null',
    stopped: 'bool',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz | null',
    revokedAt: 'timestamptz | null',
    lastUsedAt: 'timestamptz | null',
  },
  text: ({ after, limit }) => `
    SELECT k.id, k.name, k.prefix, k.scopes, u.username,
      CASE WHEN k.only_user_ids IS NOT NULL THEN
        array(SELECT o.username FROM users o WHERE o.id = ANY (k.only_user_ids) ORDER BY o.id)::text[] END AS only,
      m.username AS maker, ${STOPPED} AS stopped, k.created_at AS "createdAt", k.expires_at AS "expiresAt",
      k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt"
    FROM api_keys k LEFT JOIN users u ON u.id = k.user_id LEFT JOIN users m ON m.id = k.maker_id
    WHERE ${after}::uuid IS NULL OR k.id > ${after}
    ORDER BY k.id LIMIT ${limit}`,
});

const USED = statement('api_keys.used', {
  parameters: { ids: 'uuid[]' },
  columns: {},
  text: ({ ids }) => `
    UPDATE api_keys SET last_used_at = now()
    WHERE id IN (SELECT id FROM api_keys WHERE id = ANY (${ids}) ORDER BY id ${unlockedOnly()})`,
});
