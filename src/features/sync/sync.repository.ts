import { Injectable } from '@nestjs/common';
import { MAX_LISTED_MEMBERS } from '@parley/protocol';
import type { MemberMark } from '@parley/protocol';
import { isWithin } from '@parley/realtime/requests';

import type { StoredMessage } from '../messages/message.view.js';
import { readPage } from '../messages/reading/message-page.js';
import { measuredColumn } from '../messages/reading/measured-messages.js';
import type { Measured } from '../messages/reading/measured-messages.js';
import { onWorkers } from '../../platform/database/distribution/worker-conditions.js';
import { json, statement } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import type { Snapshot } from '../../platform/database/unit-of-work.js';
import type { OwnRoomsGrant } from '../rooms/room.policy.js';
import type { RoomSyncState } from './page-plan.js';
import { isAbove } from '../messages/named-messages-sql.js';

/** A position among all changes of a user's rooms, which are ordered by room, sequence number and message. */
export interface ChangePlace {
  readonly roomId: string;
  readonly number: number;
  readonly messageId: string;
}

/** A changed message, and the sequence number of the change. */
export interface MessageChange extends ChangePlace {
  /** Null: its row has been deleted. */
  readonly message: StoredMessage | null;
}

/** Changes that fit on a page, and the place of the one after them. */
export interface FittingChanges {
  readonly changes: readonly MessageChange[];
  /** Undefined: these are all. */
  readonly beyond: ChangePlace | undefined;
  /** Whether the first of them alone exceeds the bytes. */
  readonly isLarge: boolean;
}

/** The maximum number and bytes of changes. */
export interface ChangeLimit {
  readonly most: number;
  readonly mostBytes: number;
  /** The first change is shown with at most this many bytes. */
  readonly mostBytesOfFirst: number;
}

/** A sequence number of a room. */
export interface LogNumber {
  readonly roomId: string;
  readonly number: number;
}

/**
 * The changes that a client can miss. Every statement is limited to rooms of which the user is a member in its
 * snapshot, and its cost does not depend on the length of the rooms. Both need raw SQL.
 */
@Injectable()
export class SyncRepository {
  /**
   * The user's rooms in the order of their ids, at most `most`; fewer only if these are all. In a distributed database
   * the list of the user's rooms may be ahead of the rooms, so that rooms of it are left out, and others read instead.
   * @param from the lowest id
   */
  async syncStates(
    { manager }: Snapshot,
    { userId, rooms: limit }: OwnRoomsGrant,
    from: string,
    most: number,
  ): Promise<RoomSyncState[]> {
    if (limit) {
      const rooms = [...limit].filter((id) => id >= from);
      return (await SYNC_STATES.rows(manager, { user: userId, rooms, most: MAX_LISTED_MEMBERS })).slice(0, most);
    }
    const states: RoomSyncState[] = [];
    let listed = 0;
    let ids: string[];
    do {
      const rows = await LISTED_ROOMS.rows(manager, { user: userId, from, most, passed: listed });
      ids = rows.map(({ id }) => id);
      listed += ids.length;
      if (ids.length > 0) {
        states.push(...(await SYNC_STATES.rows(manager, { user: userId, rooms: ids, most: MAX_LISTED_MEMBERS })));
      }
    } while (ids.length === most && states.length < most);
    return states.slice(0, most);
  }

  /** The rooms of which the user is not a member, or for which the token is not. @param roomIds in lower case */
  async notIn({ manager }: Snapshot, { userId, rooms }: OwnRoomsGrant, roomIds: readonly string[]): Promise<string[]> {
    if (roomIds.length === 0) return [];
    const rows = await MEMBERSHIPS.rows(manager, { user: userId, rooms: roomIds });
    const own = new Set(rows.map(({ id }) => id).filter((id) => isWithin({ rooms }, id)));
    return roomIds.filter((id) => !own.has(id));
  }

  /**
   * The messages with changes of these sequence numbers, in their current state and in this order. A reply contains its
   * parent, so it is returned with changes of the parent too; with several changes, the highest number counts.
   * @param after the last change of the previous page; undefined: from the first
   */
  async changes(
    { manager }: Snapshot,
    { userId }: OwnRoomsGrant,
    numbers: readonly LogNumber[],
    after: ChangePlace | undefined,
    limit: ChangeLimit,
  ): Promise<FittingChanges> {
    if (numbers.length === 0) return NO_CHANGES;
    const rows = await CHANGES.rows(manager, {
      user: userId,
      rooms: numbers.map(({ roomId }) => roomId),
      numbers: numbers.map(({ number }) => number),
      room: after?.roomId ?? NO_ID,
      number: after?.number ?? 0,
      message: after?.messageId ?? NO_ID,
      limit: limit.most + 1,
    });
    return fittingChanges(manager, userId, rows, limit);
  }

  /**
   * The newest messages of each of these rooms, at most `most` of each, newest first. The rooms are in the order of
   * their ids; if the bytes are exceeded in one of them, the rooms after it are left out.
   */
  async newest(
    { manager }: Snapshot,
    { userId }: OwnRoomsGrant,
    roomIds: readonly string[],
    limit: ChangeLimit,
  ): Promise<FittingChanges> {
    if (roomIds.length === 0) return NO_CHANGES;
    const rows = await NEWEST.rows(manager, { user: userId, rooms: roomIds, most: limit.most });
    return fittingChanges(manager, userId, rows, { ...limit, most: rows.length });
  }

  /**
   * The marks of the members, by room; of each room for the members that are listed, in the order of their user ids.
   */
  async marks(
    { manager }: Snapshot,
    { userId }: OwnRoomsGrant,
    roomIds: readonly string[],
  ): Promise<Map<string, MemberMark[]>> {
    if (roomIds.length === 0) return new Map();
    const rows = await MARKS.rows(manager, { user: userId, rooms: roomIds, most: MAX_LISTED_MEMBERS });
    const marks = new Map(roomIds.map((id) => [id, [] as MemberMark[]]));
    for (const { room_id, user_id, delivered_seq, read_seq } of rows) {
      marks.get(room_id)?.push({ user_id, delivered_seq, read_seq });
    }
    return marks;
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

const NO_CHANGES: FittingChanges = { changes: [], beyond: undefined, isLarge: false };

async function fittingChanges(
  manager: Snapshot['manager'],
  userId: number,
  all: readonly ChangeRow[],
  { most, ...bytes }: ChangeLimit,
): Promise<FittingChanges> {
  const { rows, isLarge } = await readPage(
    manager,
    all.slice(0, most),
    { userId, sees: 'history' },
    { ...bytes, beside: () => DELETED_FRAME },
  );
  const beyond = all[rows.length];
  return {
    changes: rows.map(({ row, message }) => ({ ...changePlace(row), message })),
    beyond: beyond && changePlace(beyond),
    isLarge,
  };
}

const changePlace = ({ room_id, number, message_id }: ChangeRow): ChangePlace => ({
  roomId: room_id,
  number,
  messageId: message_id,
});

/** The bytes of a message whose row has been deleted: its id, and that it is deleted. */
const DELETED_FRAME = 100;

const LISTED_ROOMS = statement('sync.listed_rooms', {
  parameters: { user: 'int4', from: 'uuid', most: 'int8', passed: 'int8' },
  columns: { id: 'uuid not null' },
  isPrepared: true,
  text: ({ user, from, most, passed }) => `
    SELECT room_id AS id FROM user_rooms WHERE user_id = ${user} AND room_id >= ${from}
    ORDER BY room_id LIMIT ${most} OFFSET ${passed}`,
});

const SYNC_STATES = statement('sync.states', {
  parameters: { user: 'int4', rooms: 'uuid[]', most: 'int8' },
  columns: { roomId: 'uuid', lastSeq: 'int8', changeSeq: 'int8', historySeq: 'int8', members: 'int4' },
  isPrepared: true,
  text: ({ user, rooms, most }) => `
    SELECT r.id AS "roomId", r.last_seq AS "lastSeq", r.change_seq AS "changeSeq", s.history_seq AS "historySeq",
      (SELECT count(*)::int FROM (
        SELECT 1 FROM room_members o
        WHERE o.room_id = r.id${onWorkers(`o.room_id = ANY (${rooms})`)} LIMIT ${most}) listed) AS members
    FROM room_members s JOIN rooms r ON r.id = s.room_id
    WHERE s.user_id = ${user} AND s.room_id = ANY (${rooms})${onWorkers(`r.id = ANY (${rooms})`)}
    ORDER BY r.id`,
});

const MEMBERSHIPS = statement('sync.memberships', {
  parameters: { user: 'int4', rooms: 'uuid[]' },
  columns: { id: 'uuid' },
  isPrepared: true,
  text: ({ user, rooms }) =>
    `SELECT room_id AS id FROM room_members WHERE user_id = ${user} AND room_id = ANY (${rooms})`,
});

/** The requested numbers `a` of rooms of which the user is a member `s`. */
const requested = ({ user, rooms, numbers }: Readonly<Record<'user' | 'rooms' | 'numbers', string>>): string => `
  unnest(${rooms}::uuid[], ${numbers}::bigint[]) AS a (room_id, number)
  JOIN room_members s ON s.room_id = a.room_id${onWorkers(`s.room_id = ANY (${rooms})`)} AND s.user_id = ${user}`;

const CHANGES = statement('sync.changes', {
  parameters: {
    user: 'int4',
    rooms: 'uuid[]',
    numbers: 'int8[]',
    room: 'uuid',
    number: 'int8',
    message: 'uuid',
    limit: 'int8',
  },
  columns: { room_id: 'uuid', message_id: 'uuid', number: 'int8', measured: json<Measured | null>() },
  isPrepared: true,
  text: ({ room, number, message, limit, ...wanted }) => {
    const among = (row: string): string => onWorkers(`${row}.room_id = ANY (${wanted.rooms})`);
    return `
    SELECT t.*, ${measuredColumn('t', `ANY (${wanted.rooms})`)} FROM (
      SELECT touched.room_id, touched.message_id, max(touched.number) AS number FROM (
        SELECT m.room_id, m.id AS message_id, a.number FROM ${requested(wanted)}
        JOIN messages m ON m.room_id = s.room_id${among('m')} AND m.change_seq = a.number
        WHERE ${isAbove('m.seq', 's.history_seq')}
        UNION ALL
        SELECT reply.room_id, reply.id, a.number FROM ${requested(wanted)}
        JOIN messages m ON m.room_id = s.room_id${among('m')} AND m.change_seq = a.number
        JOIN messages reply ON reply.room_id = m.room_id${among('reply')} AND reply.parent_id = m.id
        WHERE ${isAbove('reply.seq', 's.history_seq')}
        UNION ALL
        SELECT d.room_id, d.message_id, a.number FROM ${requested(wanted)}
        JOIN message_deletions d ON d.room_id = s.room_id${among('d')} AND d.change_seq = a.number
        WHERE ${isAbove('d.seq', 's.history_seq')}) touched
      GROUP BY touched.room_id, touched.message_id
      HAVING (touched.room_id, max(touched.number), touched.message_id)
        > (${room}::uuid, ${number}::bigint, ${message}::uuid)) t
    ORDER BY t.room_id, t.number, t.message_id LIMIT ${limit}`;
  },
});
type ChangeRow = RowOf<typeof CHANGES>;

const NEWEST = statement('sync.newest', {
  parameters: { user: 'int4', rooms: 'uuid[]', most: 'int8' },
  columns: {
    room_id: 'uuid',
    number: 'int8',
    message_id: 'uuid',
    seq: 'int8',
    measured: json<Measured | null>(),
  },
  isPrepared: true,
  text: ({ user, rooms, most }) => `
    SELECT newest.*, ${measuredColumn('newest', `ANY (${rooms})`)}
    FROM room_members s CROSS JOIN LATERAL (
      SELECT m.room_id, m.change_seq AS number, m.id AS message_id, m.seq FROM messages m
      WHERE m.room_id = s.room_id${onWorkers(`m.room_id = ANY (${rooms})`)} AND m.seq > s.history_seq
      ORDER BY m.seq DESC LIMIT ${most}) newest
    WHERE s.user_id = ${user} AND s.room_id = ANY (${rooms})
    ORDER BY newest.room_id, newest.seq DESC`,
});

const MARKS = statement('sync.marks', {
  parameters: { user: 'int4', rooms: 'uuid[]', most: 'int8' },
  columns: { room_id: 'uuid', user_id: 'int4', delivered_seq: 'int8', read_seq: 'int8' },
  isPrepared: true,
  text: ({ user, rooms, most }) => `
    SELECT member.* FROM room_members s CROSS JOIN LATERAL (
      SELECT m.room_id, m.user_id, m.delivered_seq, m.read_seq FROM room_members m
      WHERE m.room_id = s.room_id${onWorkers(`m.room_id = ANY (${rooms})`)} ORDER BY m.user_id LIMIT ${most}) member
    WHERE s.user_id = ${user} AND s.room_id = ANY (${rooms})
    ORDER BY member.room_id, member.user_id`,
});
