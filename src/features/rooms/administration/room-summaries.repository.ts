import { Injectable } from '@nestjs/common';
import type { User } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import { textFromStored } from '../../../platform/database/stored-text.js';
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
  /** The beginning of a legal hold; null: there is none. */
  readonly held_at: string | null;
  readonly hold_reason: string | null;
  /** 0: messages are kept permanently; null: as long as in other rooms of its type. */
  readonly retention_days: number | null;
}

/** A room with what its leaders have set. */
export interface RoomDetail extends RoomSummary {
  readonly description: string;
  readonly is_public: boolean;
  readonly group_locked: boolean;
  readonly join_approval_required: boolean;
  /** Null: as many as the deployment permits. */
  readonly max_members: number | null;
  /** The seconds that a member waits between two messages; 0: none. */
  readonly slow_mode_seconds: number;
  /** The seconds after which a message is deleted; null: never. */
  readonly message_ttl_seconds: number | null;
  /** Null: as many as the deployment permits. */
  readonly max_message_length: number | null;
  readonly media_allowed: boolean;
  /** Whether one of the two users of a OneToOneChat blocks the other. */
  readonly is_closed: boolean;
  readonly updated_at: string;
}

export interface MemberSummary {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
  readonly permissions: readonly string[];
  readonly joined_at: string;
}

interface Row extends Omit<RoomSummary, 'creator' | 'created_at' | 'held_at'> {
  readonly creator_id: number | null;
  readonly created_at: Date;
  readonly held_at: Date | null;
}

type Settings = Omit<RoomDetail, keyof RoomSummary | 'updated_at'>;
type DetailRow = Row & Settings & { readonly updated_at: Date };

export interface MemberRow extends Omit<MemberSummary, 'id' | 'username' | 'joined_at'> {
  readonly user_id: number;
  readonly joined_at: Date;
}

const SETTINGS = `r.description, r.is_public, r.group_locked, r.join_approval_required, r.max_members,
    r.slow_mode_seconds, r.message_ttl_seconds, r.max_message_length, r.media_allowed, r.is_closed, r.updated_at`;

/**
 * @param ofRooms limits the members to those of the rooms, so that only their workers are asked
 * @param more further columns
 */
const summary = (ofRooms: string, more = ''): string => `
  SELECT r.id, r.type, r.name, r.creator_id, r.last_seq, r.created_at, r.held_at, r.hold_reason, r.retention_days,
    (SELECT count(*)::int FROM room_members m WHERE m.room_id = r.id${ofRooms}) AS members${more}
  FROM rooms r`;

const ONE = `${summary(' AND m.room_id = $1')} WHERE r.id = $1`;
const DETAIL = `${summary(' AND m.room_id = $1', `, ${SETTINGS}`)} WHERE r.id = $1`;
const SOME = `${summary(onWorkers('m.room_id = ANY ($1)'))} WHERE r.id = ANY ($1)`;

/** Raw SQL, because it counts members and messages. */
@Injectable()
export class RoomSummariesRepository {
  constructor(private readonly source: DataSource) {}

  async one(id: string): Promise<RoomSummary | undefined> {
    const rows = await this.source.query<Row[]>(ONE, [id]);
    return (await this.summaries(rows))[0];
  }

  async detail(id: string): Promise<RoomDetail | undefined> {
    const [row] = await this.source.query<DetailRow[]>(DETAIL, [id]);
    if (!row) return undefined;
    const [room] = await this.summaries([row]);
    return room && { ...room, ...settingsOf(row) };
  }

  /** Those of these rooms that exist, in the order of the ids. */
  async some(ids: readonly string[]): Promise<RoomSummary[]> {
    if (ids.length === 0) return [];
    const rooms = await this.summaries(await this.source.query<Row[]>(SOME, [ids]));
    const byId = new Map(rooms.map((room) => [room.id, room]));
    return ids.flatMap((id) => byId.get(id) ?? []);
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
    return (await withUsers(this.source, rows)).map(toMemberSummary);
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
  held_at: row.held_at?.toISOString() ?? null,
  hold_reason: row.hold_reason === null ? null : textFromStored(row.hold_reason),
  retention_days: row.retention_days,
});

const settingsOf = (row: DetailRow): Settings & Pick<RoomDetail, 'updated_at'> => ({
  description: textFromStored(row.description),
  is_public: row.is_public,
  group_locked: row.group_locked,
  join_approval_required: row.join_approval_required,
  max_members: row.max_members,
  slow_mode_seconds: row.slow_mode_seconds,
  message_ttl_seconds: row.message_ttl_seconds,
  max_message_length: row.max_message_length,
  media_allowed: row.media_allowed,
  is_closed: row.is_closed,
  updated_at: row.updated_at.toISOString(),
});

export const toMemberSummary = (row: MemberRow & { readonly user: User }): MemberSummary => ({
  id: row.user_id,
  username: row.user.username,
  role: row.role,
  permissions: row.permissions,
  joined_at: row.joined_at.toISOString(),
});
