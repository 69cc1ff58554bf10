import { Injectable } from '@nestjs/common';
import type { DeploymentRole, User } from '@parley/protocol';
import { DataSource } from 'typeorm';
import { usernameKey } from '@parley/protocol/text';

import { BatchLoader } from '../../platform/async/batch-loader.js';
import { prepared } from '../../platform/database/prepared.js';
import { userColumns, userFromRow } from '../users/user.view.js';
import type { UserRow } from '../users/user.view.js';
import type { ApiKeyRow } from './api-key.entity.js';
import { STOPPED } from './api-keys.repository.js';

/** The user that a request names: by id, or by username. */
export type NamedUser = { readonly id: number } | { readonly username: string };

/** The current state of a key, and of the user that a request with it acts for. */
export interface ApiKeyStatus {
  readonly keyId: string;
  readonly scopes: readonly string[];
  readonly state: 'good' | 'revoked' | 'expired' | 'stopped with its maker';
  /** Whether the key has a user of its own. */
  readonly isBound: boolean;
  /** The only users that it may act for; null: it is not limited. */
  readonly onlyUserIds: readonly number[] | null;
  /** Undefined if there is no such active user. */
  readonly user: { readonly profile: User; readonly role: DeploymentRole; readonly roomsVersion: number } | undefined;
}

interface Question {
  readonly hash: string;
  readonly onBehalfOf: NamedUser | undefined;
}

/** The columns of the user are null if there is none. */
interface Row extends Pick<ApiKeyRow, 'scopes'>, Omit<UserRow, 'id'> {
  readonly key_id: string;
  readonly state: ApiKeyStatus['state'];
  readonly is_bound: boolean;
  readonly only_user_ids: readonly number[] | null;
  readonly id: number | null;
  readonly role: DeploymentRole;
  readonly rooms_version: number;
}

/** In the order of the parameters. A key's own user takes precedence over the user that the request names. */
const STATUSES = prepared(`
  SELECT k.id AS key_id, k.scopes, k.user_id IS NOT NULL AS is_bound, k.only_user_ids,
    CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired'
      WHEN ${STOPPED} THEN 'stopped with its maker' ELSE 'good' END AS state,
    ${userColumns('u')}, u.role, u.rooms_version
  FROM unnest($1::text[], $2::int[], $3::text[]) WITH ORDINALITY AS asked (hash, user_id, username, place)
  LEFT JOIN LATERAL (
    SELECT id, scopes, user_id, only_user_ids, maker_id, expires_at, revoked_at FROM api_keys
    WHERE key_hash = asked.hash OFFSET 0) k ON true
  LEFT JOIN LATERAL (SELECT is_active, role FROM users WHERE id = k.maker_id OFFSET 0) m ON true
  LEFT JOIN LATERAL (
    SELECT * FROM (
      SELECT ${userColumns()}, role, rooms_version, is_active, deleted_at
      FROM users WHERE id = coalesce(k.user_id, asked.user_id)
      UNION ALL
      SELECT ${userColumns()}, role, rooms_version, is_active, deleted_at
      FROM users WHERE k.user_id IS NULL AND username_key = asked.username) named
    WHERE is_active AND deleted_at IS NULL LIMIT 1) u ON k.id IS NOT NULL
  ORDER BY asked.place`);

/**
 * Looks up keys. Every request needs one lookup, so concurrent lookups share one prepared statement, which forces
 * lookups by key: a repository of TypeORM cannot express it.
 */
@Injectable()
export class ApiKeyStatusRepository {
  private readonly statuses: BatchLoader<Question, ApiKeyStatus | undefined>;

  constructor(source: DataSource) {
    this.statuses = new BatchLoader(async (questions) => {
      const rows = await source.query<(Row | { readonly key_id: null })[]>(STATUSES, [
        questions.map(({ hash }) => hash),
        questions.map(({ onBehalfOf }) => (onBehalfOf && 'id' in onBehalfOf ? onBehalfOf.id : null)),
        questions.map(({ onBehalfOf }) =>
          onBehalfOf && 'username' in onBehalfOf ? usernameKey(onBehalfOf.username) : null,
        ),
      ]);
      return rows.map((row) => (row.key_id === null ? undefined : statusOf(row)));
    });
  }

  /** @returns undefined if there is no such key */
  find(hash: string, onBehalfOf: NamedUser | undefined): Promise<ApiKeyStatus | undefined> {
    return this.statuses.load({ hash, onBehalfOf });
  }
}

const statusOf = (row: Row): ApiKeyStatus => ({
  keyId: row.key_id,
  scopes: row.scopes,
  state: row.state,
  isBound: row.is_bound,
  onlyUserIds: row.only_user_ids,
  user:
    row.id === null
      ? undefined
      : { profile: userFromRow({ ...row, id: row.id }), role: row.role, roomsVersion: row.rooms_version },
});
