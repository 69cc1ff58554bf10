import { Injectable } from '@nestjs/common';
import type { LimitedToRooms, RoomLimit } from '@parley/realtime/requests';
import { DataSource } from 'typeorm';

import { BatchLoader } from '../../platform/async/batch-loader.js';
import { statement, typed } from '../../platform/database/statement.js';
import type { Types, ValuesOf } from '../../platform/database/statement.js';
import type { KnownRole } from '../users/roles/deployment-role.js';
import type { KnownUser } from '../users/user.signals.js';
import { haveAccess } from '../users/kinds/access.js';
import { USER_COLUMNS, userColumns, userFromRow } from '../users/user.view.js';
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
  readonly login: (LimitedToRooms & { readonly jtiHash: string; readonly proof: LogInProof }) | undefined;
}

interface Question<Name> {
  readonly user: Name;
  readonly family: string | null;
}

/**
 * Runs at every handshake: concurrent handshakes share one statement, whatever their tokens. That statement is prepared
 * and forces lookups by key, which a repository of TypeORM cannot express.
 */
@Injectable()
export class AccountStatusRepository {
  private readonly byId = loader<number>((asked) => BY_ID.rows(this.source, asked));
  private readonly byUsername = loader<string>((asked) => BY_USERNAME.rows(this.source, asked));
  private readonly byExternalId = loader<string>((asked) => BY_EXTERNAL_ID.rows(this.source, asked));

  constructor(private readonly source: DataSource) {}

  find({ user, login }: VerifiedToken): Promise<AccountStatus | undefined> {
    const family = login?.family ?? null;
    if ('id' in user) return this.byId.load({ user: user.id, family });
    if ('externalId' in user) return this.byExternalId.load({ user: user.externalId, family });
    return this.byUsername.load({ user: user.usernameKey, family });
  }
}

interface Asked<Name> {
  readonly names: readonly Name[];
  readonly families: readonly (string | null)[];
}

const loader = <Name>(rowsOf: (asked: Asked<Name>) => Promise<readonly AccountRow[]>) =>
  new BatchLoader<Question<Name>, AccountStatus | undefined>(async (questions) => {
    const names = questions.map(({ user }) => user);
    const families = questions.map(({ family }) => family);
    return (await rowsOf({ names, families })).map(accountStatusOf);
  });

function accountStatusOf({ id, ...row }: AccountRow): AccountStatus | undefined {
  if (id === null) return undefined;
  const proof = { isFresh: row.is_fresh === true, hasSecondFactor: row.has_second_factor === true };
  return {
    known: { user: userFromRow({ ...row, id }), version: row.profile_version },
    role: { role: row.role, version: row.role_version },
    isActive: row.is_active && row.deleted_at === null,
    tokensValidAfter: row.tokens_valid_after,
    roomsVersion: row.rooms_version,
    login: row.jti_hash === null ? undefined : { jtiHash: row.jti_hash, proof, rooms: limitOf(row.room_ids) },
  };
}

const limitOf = (ids: readonly string[] | null): RoomLimit => (ids === null ? undefined : new Set(ids));

/** In the row of a user that does not exist the id is null, and so are all others. */
const ACCOUNT = {
  ...USER_COLUMNS,
  id: 'int4 | null',
  profile_version: 'int4',
  role: typed<KnownRole['role']>('text'),
  role_version: 'int4',
  is_active: 'bool',
  deleted_at: 'timestamptz | null',
  tokens_valid_after: 'timestamptz | null',
  rooms_version: 'int4',
  // Null if there is no log-in.
  jti_hash: 'text | null',
  has_second_factor: 'bool | null',
  is_fresh: 'bool | null',
  room_ids: 'uuid[] | null',
} as const satisfies Types;
type AccountRow = ValuesOf<typeof ACCOUNT>;

/** Looks up all names in one statement, in their order. `OFFSET 0` forces lookups by key in place of a join. */
const accounts = (column: string, names: string, families: string): string => `
  SELECT u.*, t.jti_hash, t.has_second_factor, t.room_ids,
    t.authenticated_at > now() - interval '${String(FRESH_SECONDS)} seconds' AS is_fresh
  FROM unnest(${names}, ${families}::uuid[]) WITH ORDINALITY AS asked (name, family, place)
  LEFT JOIN LATERAL (
    SELECT ${userColumns()}, profile_version, role, role_version,
      ${haveAccess('users')} AS is_active, deleted_at, tokens_valid_after, rooms_version
    FROM users WHERE ${column} = asked.name OFFSET 0) u ON true
  LEFT JOIN LATERAL (
    SELECT jti_hash, authenticated_at, has_second_factor, room_ids FROM refresh_tokens
    WHERE family = asked.family AND user_id = u.id AND revoked_at IS NULL OFFSET 0) t ON true
  ORDER BY asked.place`;

const BY_ID = statement('account_status.by_id', {
  parameters: { names: 'int4[]', families: '(uuid | null)[]' },
  columns: ACCOUNT,
  isPrepared: true,
  text: ({ names, families }) => accounts('id', `${names}::int[]`, families),
});

const BY_EXTERNAL_ID = statement('account_status.by_external_id', {
  parameters: { names: 'text[]', families: '(uuid | null)[]' },
  columns: ACCOUNT,
  isPrepared: true,
  text: ({ names, families }) => accounts('external_id', `${names}::text[]`, families),
});

const BY_USERNAME = statement('account_status.by_username', {
  parameters: { names: 'text[]', families: '(uuid | null)[]' },
  columns: ACCOUNT,
  isPrepared: true,
  text: ({ names, families }) => accounts('username_key', `${names}::text[]`, families),
});
