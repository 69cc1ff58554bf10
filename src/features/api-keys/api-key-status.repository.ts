import { Injectable } from '@nestjs/common';
import type { DeploymentRole, User } from '@parley/protocol';
import { DataSource } from 'typeorm';
import { usernameKey } from '@parley/protocol/text';

import { BatchLoader } from '../../platform/async/batch-loader.js';
import { statement, typed } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import { haveAccess } from '../users/kinds/access.js';
import { USER_COLUMNS, userColumns, userFromRow } from '../users/user.view.js';
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

/**
 * Looks up keys. Every request needs one lookup, so concurrent lookups share one prepared statement, which forces
 * lookups by key: a repository of TypeORM cannot express it.
 */
@Injectable()
export class ApiKeyStatusRepository {
  private readonly statuses: BatchLoader<Question, ApiKeyStatus | undefined>;

  constructor(source: DataSource) {
    this.statuses = new BatchLoader(async (questions) => {
      const rows = await STATUSES.rows(source, {
        hashes: questions.map(({ hash }) => hash),
        users: questions.map(({ onBehalfOf }) => (onBehalfOf && 'id' in onBehalfOf ? onBehalfOf.id : null)),
        usernames: questions.map(({ onBehalfOf }) =>
          onBehalfOf && 'username' in onBehalfOf ? usernameKey(onBehalfOf.username) : null,
        ),
      });
      return rows.map(statusOf);
    });
  }

  /** @returns undefined if there is no such key */
  find(hash: string, onBehalfOf: NamedUser | undefined): Promise<ApiKeyStatus | undefined> {
    return this.statuses.load({ hash, onBehalfOf });
  }
}

function statusOf({ key_id: keyId, id, ...row }: RowOf<typeof STATUSES>): ApiKeyStatus | undefined {
  if (keyId === null) return undefined;
  return {
    keyId,
    scopes: row.scopes,
    state: row.state,
    isBound: row.is_bound,
    onlyUserIds: row.only_user_ids,
    user:
      id === null
        ? undefined
        : { profile: userFromRow({ ...row, id }), role: row.role, roomsVersion: row.rooms_version },
  };
}

/**
 * In the order of the parameters. In the row of a key that does not exist its id is null, and so is all of it; without a
 * user the columns of the user are. A key's own user takes precedence over the user that the request names.
 */
const STATUSES = statement('api_keys.statuses', {
  parameters: { hashes: 'text[]', users: '(int4 | null)[]', usernames: '(text | null)[]' },
  columns: {
    key_id: 'uuid | null',
    scopes: 'text[]',
    is_bound: 'bool',
    only_user_ids: 'int4[] | null',
    state: typed<ApiKeyStatus['state']>('text'),
    ...USER_COLUMNS,
    id: 'int4 | null',
    role: typed<DeploymentRole>('text'),
    rooms_version: 'int4',
  },
  isPrepared: true,
  text: ({ hashes, users, usernames }) => `
    SELECT k.id AS key_id, k.scopes, k.user_id IS NOT NULL AS is_bound, k.only_user_ids,
      CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired'
        WHEN ${STOPPED} THEN 'stopped with its maker' ELSE 'good' END AS state,
      ${userColumns('u')}, u.role, u.rooms_version
    FROM unnest(${hashes}::text[], ${users}::int[], ${usernames}::text[]) WITH ORDINALITY
      AS asked (hash, user_id, username, place)
    LEFT JOIN LATERAL (
      SELECT id, scopes, user_id, only_user_ids, maker_id, expires_at, revoked_at FROM api_keys
      WHERE key_hash = asked.hash OFFSET 0) k ON true
    LEFT JOIN LATERAL (SELECT is_active, role FROM users WHERE id = k.maker_id OFFSET 0) m ON true
    LEFT JOIN LATERAL (
      SELECT * FROM (
        SELECT ${userColumns()}, role, rooms_version, ${haveAccess('users')} AS is_active, deleted_at
        FROM users WHERE id = coalesce(k.user_id, asked.user_id)
        UNION ALL
        SELECT ${userColumns()}, role, rooms_version, ${haveAccess('users')} AS is_active, deleted_at
        FROM users WHERE k.user_id IS NULL AND username_key = asked.username) named
      WHERE is_active AND deleted_at IS NULL LIMIT 1) u ON k.id IS NOT NULL
    ORDER BY asked.place`,
});
