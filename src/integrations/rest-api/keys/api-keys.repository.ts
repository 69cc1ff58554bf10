import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { ApiKeyRow } from './api-key.entity.js';

export type NewApiKeyRow = Pick<ApiKeyRow, 'id' | 'name' | 'prefix' | 'keyHash' | 'scopes' | 'userId' | 'expiresAt'>;

/** A key as operators see it. */
export interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly username: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

@Injectable()
export class ApiKeysRepository {
  constructor(private readonly source: DataSource) {}

  /** Whether a user is active. An active user stays so until the transaction ends. */
  async lockActive(manager: EntityManager, userId: number): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'SELECT id FROM users WHERE id = $1 AND is_active AND deleted_at IS NULL FOR SHARE',
      [userId],
    );
    return rows.length > 0;
  }

  async insert(manager: EntityManager, key: NewApiKeyRow): Promise<void> {
    await manager.insert(ApiKeyRow, key);
  }

  /** The oldest first. */
  all(): Promise<ListedKey[]> {
    return this.source.query(
      `SELECT k.id, k.name, k.prefix, k.scopes, u.username, k.created_at AS "createdAt", k.expires_at AS "expiresAt",
         k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt"
       FROM api_keys k LEFT JOIN users u ON u.id = k.user_id
       ORDER BY k.id`,
    );
  }

  /** @returns the key's user, and whether the key was valid until now; undefined if there is no such key */
  async revoke(
    manager: EntityManager,
    id: string,
  ): Promise<{ readonly userId: number | null; readonly wasGood: boolean } | undefined> {
    const [key] = await manager.query<{ user_id: number | null; revoked_at: Date | null }[]>(
      'SELECT user_id, revoked_at FROM api_keys WHERE id = $1 FOR UPDATE',
      [id],
    );
    if (!key) return undefined;
    await manager.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL', [id]);
    return { userId: key.user_id, wasGood: key.revoked_at === null };
  }

  /** Skips keys that another node is updating at the same time. */
  async used(ids: readonly string[]): Promise<void> {
    await this.source.query(
      `UPDATE api_keys SET last_used_at = now()
       WHERE id IN (SELECT id FROM api_keys WHERE id = ANY ($1) ORDER BY id FOR UPDATE SKIP LOCKED)`,
      [ids],
    );
  }
}
