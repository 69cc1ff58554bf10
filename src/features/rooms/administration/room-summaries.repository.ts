import { Injectable } from '@nestjs/common';
import type { User } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import { statement, typed } from '../../../platform/database/statement.js';
import type { RowOf, Types, ValuesOf } from '../../../platform/database/statement.js';
import { textFromStored } from '../../../platform/database/stored-text.js';
import { usersById } from '../../users/user.rows.js';
import type { RoomTypeName } from '../membership/membership.js';
import { RULES_COLUMNS } from '../rules/room-rules.js';

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

/** Raw SQL, because it counts members and messages. */
@Injectable()
export class RoomSummariesRepository {
  constructor(private readonly source: DataSource) {}

  async one(id: string): Promise<RoomSummary | undefined> {
    const rows = await ONE.rows(this.source, { room: id });
    return (await this.summaries(rows))[0];
  }

  async detail(id: string): Promise<RoomDetail | undefined> {
    const row = await DETAIL.row(this.source, { room: id });
    if (!row) return undefined;
    const [room] = await this.summaries([row]);
    return room && { ...room, ...settingsOf(row) };
  }

  /** Those of these rooms that exist, in the order of the ids. */
  async some(ids: readonly string[]): Promise<RoomSummary[]> {
    if (ids.length === 0) return [];
    const rooms = await this.summaries(await SOME.rows(this.source, { rooms: ids }));
    const byId = new Map(rooms.map((room) => [room.id, room]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async countMessages(id: string): Promise<number> {
    return (await COUNT_MESSAGES.one(this.source, { room: id })).count;
  }

  private async summaries(rows: readonly SummaryRow[]): Promise<RoomSummary[]> {
    const users = await usersById(
      this.source,
      rows.map(({ creator_id }) => creator_id),
    );
    return rows.map((row) => toSummary(row, row.creator_id === null ? undefined : users.get(row.creator_id)));
  }
}

const SUMMARY = {
  id: 'uuid',
  type: typed<RoomTypeName>('text'),
  name: 'text',
  creator_id: 'int4 | null',
  last_seq: 'int8',
  created_at: 'timestamptz',
  held_at: 'timestamptz | null',
  hold_reason: 'text | null',
  retention_days: 'int4 | null',
  members: 'int4',
} as const satisfies Types;
type SummaryRow = ValuesOf<typeof SUMMARY>;

const SETTINGS = {
  description: 'text',
  is_public: 'bool',
  group_locked: 'bool',
  join_approval_required: 'bool',
  max_members: 'int4 | null',
  ...RULES_COLUMNS,
  is_closed: 'bool',
  updated_at: 'timestamptz',
} as const satisfies Types;

/**
 * @param ofRooms limits the members to those of the rooms, so that only their workers are asked
 * @param more further columns
 */
const summary = (ofRooms: string, more: readonly string[] = []): string => `
  SELECT r.id, r.type, r.name, r.creator_id, r.last_seq, r.created_at, r.held_at, r.hold_reason, r.retention_days,
    (SELECT count(*)::int FROM room_members m WHERE m.room_id = r.id${ofRooms}) AS members
    ${more.map((column) => `, r.${column}`).join('')}
  FROM rooms r`;

const ONE = statement('room_summaries.one', {
  parameters: { room: 'uuid' },
  columns: SUMMARY,
  text: ({ room }) => `${summary(` AND m.room_id = ${room}`)} WHERE r.id = ${room}`,
});

const DETAIL = statement('room_summaries.detail', {
  parameters: { room: 'uuid' },
  columns: { ...SUMMARY, ...SETTINGS },
  text: ({ room }) => `${summary(` AND m.room_id = ${room}`, Object.keys(SETTINGS))} WHERE r.id = ${room}`,
});

const SOME = statement('room_summaries.some', {
  parameters: { rooms: 'uuid[]' },
  columns: SUMMARY,
  text: ({ rooms }) => `${summary(onWorkers(`m.room_id = ANY (${rooms})`))} WHERE r.id = ANY (${rooms})`,
});

const COUNT_MESSAGES = statement('room_summaries.count_messages', {
  parameters: { room: 'uuid' },
  columns: { count: 'int4' },
  text: ({ room }) => `SELECT count(*)::int AS count FROM messages WHERE room_id = ${room}`,
});

const toSummary = (row: SummaryRow, creator: User | undefined): RoomSummary => ({
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

const settingsOf = (row: RowOf<typeof DETAIL>): Omit<RoomDetail, keyof RoomSummary> => ({
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
