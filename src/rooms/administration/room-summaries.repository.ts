import { Injectable } from '@nestjs/common';
import type { User } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { textFromStored } from '../../platform/database/stored-text.js';
import { usersById, withUsers } from '../../users/user.rows.js';
import type { Role, RoomTypeName } from '../membership/membership.js';

/** A room as operators see it. */
export interface RoomSummary {
  readonly id: string;
  readonly type: RoomTypeName;
  readonly name: string;
  readonly creator: string | null;
  readonly members: number;
  readonly last_seq: number;
  readonly created_at: string;
}

export interface MemberSummary {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
  readonly permissions: readonly string[];
  readonly joined_at: string;
}

interface Row extends Omit<RoomSummary, 'creator' | 'created_at'> {
  readonly creator_id: number | null;
  readonly created_at: Date;
}

interface MemberRow extends Omit<MemberSummary, 'id' | 'username' | 'joined_at'> {
  readonly user_id: number;
  readonly joined_at: Date;
}

/** @param ofRoom limits the members to those of one room, so that only its worker is asked */
const summary = (ofRoom = ''): string => `
  SELECT r.id, r.type, r.name, r.creator_id, r.last_seq, r.created_at,
    (SELECT count(*)::int FROM room_members m WHERE m.room_id = r.id${ofRoom}) AS members
  FROM rooms r`;

const ALL = `${summary()} ORDER BY r.id`;
const ONE = `${summary(' AND m.room_id = $1')} WHERE r.id = $1`;

/** Raw SQL, because it counts members and messages. */
@Injectable()
export class RoomSummariesRepository {
  constructor(private readonly source: DataSource) {}

  /** Every room, the oldest first. */
  async all(): Promise<RoomSummary[]> {
    const rows = await this.source.query<Row[]>(ALL);
    return this.summaries(rows);
  }

  async one(id: string): Promise<RoomSummary | undefined> {
    const rows = await this.source.query<Row[]>(ONE, [id]);
    return (await this.summaries(rows))[0];
  }

  async countMessages(id: string): Promise<number> {
    const [row] = await this.source.query<[{ count: number }]>(
      'SELECT count(*)::int AS count FROM messages WHERE room_id = $1',
      [id],
    );
    return row.count;
  }

  async members(id: string): Promise<MemberSummary[]> {
    const rows = await this.source.query<MemberRow[]>(
      `SELECT user_id, role, permissions, joined_at FROM room_members
       WHERE room_id = $1 ORDER BY joined_seq, user_id`,
      [id],
    );
    return (await withUsers(this.source, rows)).map((row) => ({
      id: row.user_id,
      username: row.user.username,
      role: row.role,
      permissions: row.permissions,
      joined_at: row.joined_at.toISOString(),
    }));
  }

  private async summaries(rows: readonly Row[]): Promise<RoomSummary[]> {
    const users = await usersById(
      this.source,
      rows.map(({ creator_id }) => creator_id),
    );
    return rows.map((row) => toSummary(row, row.creator_id === null ? undefined : users.get(row.creator_id)));
  }
}

const toSummary = (row: Row, creator: User | undefined): RoomSummary => ({
  id: row.id,
  type: row.type,
  name: textFromStored(row.name),
  creator: creator?.username ?? null,
  members: row.members,
  last_seq: row.last_seq,
  created_at: row.created_at.toISOString(),
});
