import { Injectable } from '@nestjs/common';
import type { NotifyLevel } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { isInRoom } from '../../messages/threads/thread-sql.js';
import { WHOLE_ROOM } from '../../messages/mentions/mention.entity.js';
import { roomLevel } from '../../notification-levels/level-sql.js';
import { listBytes } from '../../../platform/collections/list-bytes.js';
import { readPage } from '../../messages/reading/message-page.js';
import { measuredColumn } from '../../messages/reading/measured-messages.js';
import type { Measured } from '../../messages/reading/measured-messages.js';
import { grouped } from '../../../platform/collections/groups.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import { json, outer, statement, typed } from '../../../platform/database/statement.js';
import type { RowOf, Types, ValuesOf } from '../../../platform/database/statement.js';
import type { CountedMessage, MemberState, MessageMention, RoomMessages } from './room-backlog.js';

/**
 * A user, a room, and the lowest id of the messages of which the user may have a receipt above the marks; null: there
 * are no such messages.
 */
export type AskedMember = readonly [userId: number, roomId: string, lowestId: string | null];

/** The number of newest messages that are counted, of a room and of all rooms together. */
const MOST_COUNTED = 10_000;
const MOST_COUNTED_TOGETHER = 40_000;
/** The messages of all rooms together may take as much as this many answers. */
const ANSWERS = 4;

/** Raw SQL, because each room is read as of one moment, and each membership after the messages of its room. */
@Injectable()
export class RoomBacklogRepository {
  private readonly mostBytes: number;

  constructor(
    private readonly source: DataSource,
    limits: Limits,
  ) {
    this.mostBytes = ANSWERS * listBytes(limits.answerBytes);
  }

  /**
   * The newest messages of these rooms, for nobody in particular: only {@link memberStates} tell who may read them.
   * Rooms with too many bytes are left out.
   * @param marks by room, the number after which messages are counted
   * @param userIds of those who ask
   * @param perRoom the number of messages to show
   */
  async read(marks: ReadonlyMap<string, number>, userIds: readonly number[], perRoom: number): Promise<RoomMessages[]> {
    const mostCounted = Math.min(MOST_COUNTED, Math.floor(MOST_COUNTED_TOGETHER / marks.size));
    const rows = await BACKLOGS.rows(this.source, {
      rooms: [...marks.keys()],
      marks: [...marks.values()],
      shown: perRoom,
      counted: mostCounted,
      mentioned: [WHOLE_ROOM, ...userIds],
    });
    const named = grouped(rows.filter(isOfMessage), ({ room_id }) => room_id);
    const page = await readPage(this.source, [...named.values()].flat(), undefined, { mostBytes: this.mostBytes });
    const read = grouped(page.rows, ({ row }) => row.room_id);
    return rows.filter(isOfRoom).flatMap((row): RoomMessages[] => {
      const { room_id: roomId, last_seq: lastSeq } = row;
      const [asked, shown] = [named.get(roomId) ?? [], read.get(roomId) ?? []];
      if (shown.length < asked.length) return [];
      const { counted, mentions } = row;
      if (mentions.length === mostCounted) return [];
      return [
        {
          roomId,
          lastSeq,
          counted,
          mentions,
          after: counted.length < mostCounted ? (marks.get(roomId) ?? 0) : lowest(counted.map(([seq]) => seq)) - 1,
          shown: shown.flatMap(({ message }) => message ?? []),
          shownFrom: asked.length < perRoom ? 0 : lowest(asked.map(({ seq }) => seq)),
        },
      ];
    });
  }

  /** The memberships that exist. */
  async memberStates(asked: readonly AskedMember[]): Promise<readonly MemberState[]> {
    return MEMBER_STATES.rows(this.source, {
      users: asked.map(([userId]) => userId),
      rooms: asked.map(([, roomId]) => roomId),
      lowest: asked.map(([, , lowestId]) => lowestId),
    });
  }
}

const lowest = (numbers: readonly number[]): number => Math.min(...numbers);

type Places = Readonly<Record<'rooms' | 'marks', string>>;

/** The mark of the room `r`. */
const markOf = ({ rooms, marks }: Places): string => `(${marks}::bigint[])[array_position(${rooms}::uuid[], r.id)]`;

/** Messages `m` of the room `r` above its mark, the newest first. */
const aboveMark = (places: Places, condition = ''): string => `
  messages m WHERE m.room_id = r.id${onWorkers(`m.room_id = ANY (${places.rooms})`)} AND NOT m.is_deleted
    AND ${isInRoom('m')} AND m.seq > ${markOf(places)} ${condition}
  ORDER BY m.seq DESC`;

/** Mentions `n` of these users above the mark of the room `r`. */
const mentionsAboveMark = (places: Places, users: string): string => `
  mentions n
  JOIN messages m ON m.room_id = n.room_id${onWorkers(`m.room_id = ANY (${places.rooms})`)} AND m.id = n.message_id
  WHERE n.room_id = r.id${onWorkers(`n.room_id = ANY (${places.rooms})`)} AND n.user_id = ANY (${users})
    AND NOT m.is_deleted AND ${isInRoom('m')} AND n.seq > ${markOf(places)}`;

const OF_ROOM = {
  last_seq: 'int8',
  counted: json<readonly CountedMessage[]>(),
  mentions: json<readonly MessageMention[]>(),
} as const satisfies Types;

const OF_MESSAGE = { message_id: 'uuid', created_at: 'timestamptz', seq: 'int8' } as const satisfies Types;

/** One row for each room, and one for each message to show. The counts only read an index. */
const BACKLOGS = statement('room_backlog.read', {
  parameters: { rooms: 'uuid[]', marks: 'int8[]', shown: 'int8', counted: 'int8', mentioned: 'int4[]' },
  columns: { room_id: 'uuid', ...outer(OF_ROOM), ...outer(OF_MESSAGE), measured: json<Measured | null>() },
  isPrepared: true,
  text: ({ shown, counted, mentioned, ...places }) => `
    SELECT newest.*, ${measuredColumn('newest', `ANY (${places.rooms})`)} FROM (
      SELECT r.id AS room_id, r.last_seq, (
          SELECT coalesce(json_agg(json_build_array(c.seq, c.sender_id, c.id, c.is_silent) ORDER BY c.seq DESC), '[]')
          FROM (SELECT m.seq, m.sender_id, m.id, m.is_silent FROM ${aboveMark(places)} LIMIT ${counted}) c) AS counted, (
          SELECT coalesce(json_agg(json_build_array(c.seq, c.user_id)), '[]')
          FROM (SELECT n.seq, n.user_id FROM ${mentionsAboveMark(places, mentioned)} LIMIT ${counted}) c) AS mentions,
        NULL::uuid AS message_id, NULL::timestamptz AS created_at, NULL::bigint AS seq
      FROM rooms r WHERE r.id = ANY (${places.rooms})
      UNION ALL
      SELECT r.id, NULL, NULL, NULL, sent.id, sent.created_at, sent.seq
      FROM rooms r CROSS JOIN LATERAL (
        SELECT m.id, m.created_at, m.seq FROM ${aboveMark(places, 'AND m.is_silent IS NOT TRUE')} LIMIT ${shown}) sent
      WHERE r.id = ANY (${places.rooms})) newest
    ORDER BY newest.created_at DESC NULLS FIRST, newest.seq DESC`,
});
type Row = RowOf<typeof BACKLOGS>;

const isOfRoom = (row: Row): row is Row & ValuesOf<typeof OF_ROOM> => row.message_id === null;
const isOfMessage = (row: Row): row is Row & ValuesOf<typeof OF_MESSAGE> => row.message_id !== null;

/**
 * A reply in a thread alone is pending for some members only: each reads such replies alone.
 * The sub-selects have a limit, so that PostgreSQL looks up rows and reads no table. It names no rooms: a distributed
 * database asks all its servers, on which the rooms of many users are.
 */
const MEMBER_STATES = statement('room_backlog.member_states', {
  parameters: { users: 'int4[]', rooms: 'uuid[]', lowest: '(uuid | null)[]' },
  columns: {
    user_id: 'int4',
    room_id: 'uuid',
    delivered_seq: 'int8',
    read_seq: 'int8',
    room_level: typed<NotifyLevel | null>('text | null'),
    has_exceptions: 'bool',
  },
  isPrepared: true,
  text: ({ users, rooms, lowest }) => `
    SELECT s.user_id, s.room_id, s.delivered_seq, s.read_seq, ${roomLevel('s')} AS room_level,
      coalesce((
        SELECT e.message_id FROM receipts e
        WHERE e.room_id = s.room_id AND e.user_id = s.user_id AND e.message_id >= asked.lowest_id LIMIT 1), (
        SELECT n.id FROM notifications n WHERE n.user_id = s.user_id AND n.room_id = s.room_id LIMIT 1), (
        SELECT t.id FROM thread_members f JOIN messages t ON t.room_id = f.room_id AND t.thread_id = f.thread_id
        WHERE f.user_id = s.user_id AND f.room_id = s.room_id AND f.is_following
          AND t.seq > s.delivered_seq AND NOT ${isInRoom('t')} LIMIT 1), (
        SELECT t.id FROM mentions n JOIN messages t ON t.room_id = n.room_id AND t.id = n.message_id
        WHERE n.user_id IN (s.user_id, ${String(WHOLE_ROOM)}) AND n.room_id = s.room_id
          AND n.seq > s.delivered_seq AND NOT ${isInRoom('t')} LIMIT 1)
      ) IS NOT NULL AS has_exceptions
    FROM unnest(${users}::int[], ${rooms}::uuid[], ${lowest}::uuid[]) AS asked (user_id, room_id, lowest_id)
    JOIN room_members s ON s.room_id = asked.room_id AND s.user_id = asked.user_id`,
});
