import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { textFromStored } from '../database/index.js';
import type { ProvenToken } from './proven-token.js';

/** A user, and the log-in that a token belongs to, as they are now. */
export interface Standing {
  readonly user: {
    readonly id: number;
    readonly username: string;
    readonly firstName: string;
    readonly lastName: string;
  };
  readonly isActive: boolean;
  readonly tokensValidAfter: Date | null;
  readonly roomsVersion: number;
  /** Undefined if there is none, or it was revoked. */
  readonly login: { readonly jtiHash: string } | undefined;
}

interface Row {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly is_active: boolean;
  readonly deleted_at: Date | null;
  readonly tokens_valid_after: Date | null;
  readonly rooms_version: number;
  readonly jti_hash: string | null;
}

@Injectable()
export class StandingRepository {
  constructor(private readonly source: DataSource) {}

  /** One statement, whatever the token: it is paid at every handshake. */
  async of({ user, login }: ProvenToken): Promise<Standing | undefined> {
    const [column, name] = 'id' in user ? ['id', user.id] : ['username_key', user.usernameKey];
    const [row] = await this.source.query<Row[]>(
      `SELECT u.id, u.username, u.first_name, u.last_name, u.is_active, u.deleted_at, u.tokens_valid_after,
         u.rooms_version, t.jti_hash
       FROM users u
       LEFT JOIN refresh_tokens t ON t.family = $2 AND t.user_id = u.id AND t.revoked_at IS NULL
       WHERE u.${column} = $1`,
      [name, login?.family ?? null],
    );
    return row && standingOf(row);
  }
}

const standingOf = (row: Row): Standing => ({
  user: {
    id: row.id,
    username: row.username,
    firstName: textFromStored(row.first_name),
    lastName: textFromStored(row.last_name),
  },
  isActive: row.is_active && row.deleted_at === null,
  tokensValidAfter: row.tokens_valid_after,
  roomsVersion: row.rooms_version,
  login: row.jti_hash === null ? undefined : { jtiHash: row.jti_hash },
});
