import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { BatchLoader } from '../../platform/async/batch-loader.js';
import { prepared } from '../../platform/database/prepared.js';
import type { KnownRole } from '../users/roles/deployment-role.js';
import type { KnownUser } from '../users/user.signals.js';
import { userColumns, userFromRow } from '../users/user.view.js';
import type { UserRow } from '../users/user.view.js';
import { FRESH_SECONDS } from './log-ins/log-in-proof.js';
import type { LogInProof } from './log-ins/log-in-proof.js';
import type { VerifiedToken } from './tokens/verified-token.js';

/** The present state of a user, and of the log-in of a token. */
export interface AccountStatus {
  readonly known: KnownUser;
  readonly role: KnownRole;
  readonly isActive: boolean;
  readonly tokensValidAfter: Date | null;
  readonly roomsVersion: number;
  /** Undefined if there is none or it was revoked. */
  readonly login: { readonly jtiHash: string; readonly proof: LogInProof } | undefined;
}

interface Row extends UserRow {
  readonly profile_version: number;
  readonly role: KnownRole['role'];
  readonly role_version: number;
  readonly is_active: boolean;
  readonly deleted_at: Date | null;
  readonly tokens_valid_after: Date | null;
  readonly rooms_version: number;
  readonly jti_hash: string | null;
  readonly is_fresh: boolean | null;
  readonly has_second_factor: boolean | null;
}

interface NoAccount {
  readonly id: null;
}

interface Question<Name> {
  readonly user: Name;
  readonly family: string | null;
}

/** Looks up all of them in one statement, in their order. `OFFSET 0` forces lookups by key in place of a join. */
const by = (column: 'id' | 'username_key', type: 'int' | 'text'): string =>
  prepared(`
    SELECT u.*, t.jti_hash, t.has_second_factor,
      t.authenticated_at > now() - interval '${String(FRESH_SECONDS)} seconds' AS is_fresh
    FROM unnest($1::${type}[], $2::uuid[]) WITH ORDINALITY AS asked (name, family, place)
    LEFT JOIN LATERAL (
      SELECT ${userColumns()}, profile_version, role, role_version,
        is_active, deleted_at, tokens_valid_after, rooms_version
      FROM users WHERE ${column} = asked.name OFFSET 0) u ON true
    LEFT JOIN LATERAL (
      SELECT jti_hash, authenticated_at, has_second_factor FROM refresh_tokens
      WHERE family = asked.family AND user_id = u.id AND revoked_at IS NULL OFFSET 0) t ON true
    ORDER BY asked.place`);
const [BY_ID, BY_USERNAME] = [by('id', 'int'), by('username_key', 'text')];

/**
 * Runs at every handshake: concurrent handshakes share one statement, whatever their tokens. That statement is prepared
 * and forces lookups by key, which a repository of TypeORM cannot express.
 */
@Injectable()
export class AccountStatusRepository {
  private readonly byId = this.batchLoader<number>(BY_ID);
  private readonly byUsername = this.batchLoader<string>(BY_USERNAME);

  constructor(private readonly source: DataSource) {}

  find({ user, login }: VerifiedToken): Promise<AccountStatus | undefined> {
    const family = login?.family ?? null;
    return 'id' in user
      ? this.byId.load({ user: user.id, family })
      : this.byUsername.load({ user: user.usernameKey, family });
  }

  private batchLoader<Name>(statement: string): BatchLoader<Question<Name>, AccountStatus | undefined> {
    return new BatchLoader(async (questions) => {
      const names = questions.map(({ user }) => user);
      const rows = await this.source.query<(Row | NoAccount)[]>(statement, [
        names,
        questions.map(({ family }) => family),
      ]);
      return rows.map((row) => (row.id === null ? undefined : accountStatusOf(row)));
    });
  }
}

const accountStatusOf = (row: Row): AccountStatus => ({
  known: { user: userFromRow(row), version: row.profile_version },
  role: { role: row.role, version: row.role_version },
  isActive: row.is_active && row.deleted_at === null,
  tokensValidAfter: row.tokens_valid_after,
  roomsVersion: row.rooms_version,
  login:
    row.jti_hash === null
      ? undefined
      : {
          jtiHash: row.jti_hash,
          proof: { isFresh: row.is_fresh === true, hasSecondFactor: row.has_second_factor === true },
        },
});
