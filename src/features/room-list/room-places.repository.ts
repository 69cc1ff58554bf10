import { Injectable } from '@nestjs/common';
import { isWithin } from '@parley/realtime/requests';
import type { RoomLimit } from '@parley/realtime/requests';
import { DataSource } from 'typeorm';

import { isMuted } from '../notification-levels/level-sql.js';
import { ROOMS_OF_USER } from '../../platform/database/distribution/rooms-a-statement.js';
import { onWorkers } from '../../platform/database/distribution/worker-conditions.js';
import { statement } from '../../platform/database/statement.js';
import type { RowOf, Types } from '../../platform/database/statement.js';
import { isInRoom } from '../messages/threads/thread-sql.js';
import type { RoomListCursor } from './room-list.cursor.js';

export interface WantedRooms {
  /** Whether the page is of the archived rooms, or of the others. */
  readonly areArchived: boolean;
  readonly limit: number;
  /** Undefined: the first page. */
  readonly after: RoomListCursor | undefined;
  /** The rooms to which the token is limited. */
  readonly within: RoomLimit;
}

/** The order of the rooms in the list of a user. Raw SQL, because a room is measured before it is read. */
@Injectable()
export class RoomPlacesRepository {
  constructor(private readonly source: DataSource) {}

  /** The rooms of a page in their order, with their bytes. */
  async page(userId: number, { areArchived, limit, after, within }: WantedRooms): Promise<readonly PlaceRow[]> {
    const listed = await ROOMS_OF_USER.rows(this.source, { user: userId });
    const all = listed.map(({ room_id }) => room_id);
    const wanted = { user: userId, rooms: all.filter((id) => isWithin({ rooms: within }, id)), areAll: !within, limit };
    const statements = areArchived ? ARCHIVED : PRESENT;
    if (!after) return statements.first.rows(this.source, wanted);
    const { began, recent, seen, activity, roomId } = after;
    return statements.further.rows(this.source, { ...wanted, activity, after: roomId, began, recent, seen });
  }
}

const microseconds = (time: string): string => `(extract(epoch FROM ${time}) * 1000000)::bigint`;
const timeOf = (count: string): string => `('epoch'::timestamptz + ${count}::float8 * interval '1 microsecond')`;

/** The keys, times and counts of a listed room, and its creator and peer. */
const ROOM_FRAME = 1_000;

/** The bytes of a listed room without its last message. Texts are measured as if every character was escaped. */
const ROOM_BYTES = `${String(ROOM_FRAME)} + 6 * (octet_length(b.name) + octet_length(b.description))
  + coalesce(octet_length(b.avatar), 0) + octet_length(b.preferences::text)`;

/**
 * Whether the member `s` has archived the room `r`, and since its latest message if it is not muted. Few members have
 * archived it at all, so the message is looked up for these only.
 * @param rooms the place of the ids of the user's rooms
 */
const isArchived = (rooms: string): string => `(s.archived_seq IS NOT NULL AND (${isMuted('s')} OR coalesce((
  SELECT l.seq FROM messages l
  WHERE l.room_id = r.id AND l.id = r.last_message_id${onWorkers(`l.room_id = ANY (${rooms})`)}), 0) <= s.archived_seq))`;

const isPresent = (rooms: string): string => `NOT ${isArchived(rooms)}`;

const WANTED = { user: 'int4', rooms: 'uuid[]', areAll: 'bool', limit: 'int8' } as const satisfies Types;

const PLACE = {
  room_id: 'uuid',
  activity: 'int8',
  /** The time of the statement, in microseconds since 1970. */
  listed_at: 'int8',
  /** The bytes of the room as JSON, without its last message. */
  bytes: 'int4',
} as const satisfies Types;

interface Placing {
  /** The time that determines the position of a room `r`, with the latest message `m` of the room; null: its own. */
  readonly activity: string;
  /** The condition for the rooms of the page. */
  readonly from: string;
  /** The condition for the rooms `r` of the member `s` that are listed at all. */
  readonly listed: (rooms: string) => string;
}

/**
 * Reads the memberships of the user by the index that has them together, and for each the room and its latest message
 * by their keys. With the ids of the rooms as a condition, PostgreSQL would look up each membership too: they are one for
 * a token that is limited to rooms alone. It measures the rooms after LIMIT.
 */
const placed = (
  { user, rooms, areAll, limit }: Readonly<Record<keyof typeof WANTED, string>>,
  { activity, from, listed }: Placing,
): string => `
  SELECT mine.room_id, ${microseconds('mine.activity')} AS activity,
    ${microseconds('statement_timestamp()')} AS listed_at,
    (SELECT ${ROOM_BYTES} FROM rooms b WHERE b.id = mine.room_id) AS bytes
  FROM (
    SELECT s.room_id, coalesce(${activity}, r.created_at) AS activity
    FROM room_members s JOIN rooms r ON r.id = s.room_id
      LEFT JOIN messages m ON m.room_id = r.id AND m.id = r.last_message_id
    WHERE s.user_id = ${user} AND (${areAll} OR s.room_id = ANY (${rooms}))
      AND ${listed(rooms)}${onWorkers(`s.room_id = ANY (${rooms}) AND r.id = ANY (${rooms})`)}
    OFFSET 0) mine
  WHERE ${from} ORDER BY mine.activity DESC, mine.room_id DESC LIMIT ${limit}`;

/** The time of the latest message of a room `r` at the time of the first page, which is sought only if `m` is newer. */
const activityThen = (began: string): string => `CASE WHEN m.created_at > ${timeOf(began)} THEN (
    SELECT o.created_at FROM messages o
    WHERE o.room_id = r.id AND NOT o.is_deleted AND ${isInRoom('o')} AND o.created_at <= ${timeOf(began)}
    ORDER BY o.seq DESC LIMIT 1)
  ELSE m.created_at END`;

/** The statements for the first page of a list, and for further ones. */
const pages = (name: string, listed: Placing['listed']) => ({
  first: statement(`room_list.${name}.first`, {
    parameters: WANTED,
    columns: PLACE,
    isPrepared: true,
    text: (places) => placed(places, { activity: 'm.created_at', from: 'true', listed }),
  }),
  further: statement(`room_list.${name}.further`, {
    parameters: {
      ...WANTED,
      activity: 'float8',
      after: 'uuid',
      began: 'float8',
      recent: 'float8',
      seen: 'uuid[]',
    },
    columns: PLACE,
    isPrepared: true,
    text: ({ activity, after, began, recent, seen, ...wanted }) =>
      placed(wanted, {
        activity: activityThen(began),
        from: `((mine.activity, mine.room_id) < (${timeOf(activity)}, ${after}::uuid)
          OR mine.activity > ${timeOf(recent)} AND mine.activity <= ${timeOf(began)}
            AND mine.room_id <> ALL (${seen}::uuid[]))`,
        listed,
      }),
  }),
});

const PRESENT = pages('present', isPresent);
const ARCHIVED = pages('archived', isArchived);
export type PlaceRow = RowOf<typeof PRESENT.first>;
