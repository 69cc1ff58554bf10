import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { textFromStored } from '../../platform/database/stored-text.js';
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

type Row = Omit<RoomSummary, 'created_at'> & { readonly created_at: Date };
type MemberRow = Omit<MemberSummary, 'joined_at'> & { readonly joined_at: Date };

const SUMMARY = `
  SELECT r.id, r.type, r.name, u.username AS creator, r.last_seq, r.created_at,
    (SELECT count(*)::int FROM room_members m WHERE m.room_id = r.id) AS members
  FROM rooms r LEFT JOIN users u ON u.id = r.creator_id`;

/** Raw SQL, because it joins users, to which the entities of rooms have no relation, and counts members and messages. */
@Injectable()
export class RoomSummariesRepository {
  constructor(private readonly source: DataSource) {}

  /** Every room, the oldest first. */
  async all(): Promise<RoomSummary[]> {
    const rows = await this.source.query<Row[]>(`${SUMMARY} ORDER BY r.id`);
    return rows.map(toSummary);
  }

  async one(id: string): Promise<RoomSummary | undefined> {
    const [row] = await this.source.query<Row[]>(`${SUMMARY} WHERE r.id = $1`, [id]);
    return row && toSummary(row);
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
      `SELECT u.id, u.username, m.role, m.permissions, m.joined_at
       FROM room_members m JOIN users u ON u.id = m.user_id
       WHERE m.room_id = $1 ORDER BY m.joined_seq, u.id`,
      [id],
    );
    return rows.map((row) => ({
      id: row.id,
      username: row.username,
      role: row.role,
      permissions: row.permissions,
      joined_at: row.joined_at.toISOString(),
    }));
  }
}

const toSummary = (row: Row): RoomSummary => ({
  id: row.id,
  type: row.type,
  name: textFromStored(row.name),
  creator: row.creator,
  members: row.members,
  last_seq: row.last_seq,
  created_at: row.created_at.toISOString(),
});
