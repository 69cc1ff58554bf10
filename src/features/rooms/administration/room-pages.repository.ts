import { Injectable } from '@nestjs/common';
import type { RestrictionKind } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { partOf } from '../../../platform/collections/list-part.js';
import type { ListPart, PartOf } from '../../../platform/collections/list-part.js';
import { statement, typed } from '../../../platform/database/statement.js';
import type { RowOf } from '../../../platform/database/statement.js';
import { storedText, textFromStored } from '../../../platform/database/stored-text.js';
import { usersById } from '../../users/user.rows.js';
import type { Role, RoomTypeName } from '../membership/membership.js';
import { inForce } from '../restrictions/room-restriction.entity.js';

/** Selects rooms; an undefined field does not restrict them. */
export interface RoomFilter {
  readonly type: RoomTypeName | undefined;
  /** The beginning of the name of a GroupChat or Channel, as searches compare texts. */
  readonly beginning: string | undefined;
}

/** What rooms are sorted by. The last number of a room is about the number of its messages and changes. */
export type RoomSize = 'messages' | 'members';

/** A restriction that is in force. */
export interface RestrictionSummary {
  readonly user_id: number;
  readonly username: string;
  readonly kind: RestrictionKind;
  /** Null: it has no end. */
  readonly until: string | null;
  readonly reason: string | null;
  /** The user who made it; null: an operator, or the user is gone. */
  readonly by: string | null;
  readonly created_at: string;
}

/** The rooms that a part of the whole list looks at, at most: where few are selected, it has fewer than requested. */
const MOST_SEEN = 10_000;
const BELOW_ALL = '00000000-0000-0000-0000-000000000000';
const ABOVE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Pages of rooms, and of what is in one. Raw SQL: the work of a part has a bound. */
@Injectable()
export class RoomPagesRepository {
  constructor(private readonly source: DataSource) {}

  async exists(id: string): Promise<boolean> {
    return (await EXISTS.rows(this.source, { room: id })).length > 0;
  }

  /** The ids of rooms, the newest first; a place is an id. */
  async newest({ type, beginning }: RoomFilter, part: PartOf<string>): Promise<ListPart<string, string>> {
    const before = part.after ?? ABOVE_ALL;
    const name = beginning === undefined ? null : storedText(beginning);
    const rows = await NEWEST.rows(this.source, { before, type: type ?? null, name, limit: part.limit + 1 });
    const ids = rows.map(({ id }) => id);
    if (ids.length > part.limit) return partOf(ids, part, (id) => id);
    const last = await LAST_SEEN.row(this.source, { before });
    return { items: ids, after: last?.id };
  }

  /** The ids of all rooms, the oldest first; a place is an id. */
  async oldest(part: PartOf<string>): Promise<ListPart<string, string>> {
    const rows = await OLDEST.rows(this.source, { after: part.after ?? BELOW_ALL, limit: part.limit + 1 });
    return partOf(
      rows.map(({ id }) => id),
      part,
      (id) => id,
    );
  }

  /** The ids of the largest rooms, the largest first. @param limit undefined: of all rooms */
  async largest(by: RoomSize, limit: number | undefined): Promise<string[]> {
    const rows = await LARGEST[by].rows(this.source, { limit: limit ?? null });
    return rows.map(({ id }) => id);
  }

  /** The rooms that a user is a member of, the newest first; a place is an id. */
  async ofUser(userId: number, part: PartOf<string>): Promise<ListPart<RowOf<typeof MEMBERSHIPS>, string>> {
    const before = part.after ?? ABOVE_ALL;
    const rows = await OF_USER.rows(this.source, { user: userId, before, limit: part.limit + 1 });
    const found = partOf(rows, part, ({ room_id }) => room_id);
    const ids = found.items.map(({ room_id }) => room_id);
    const memberships = await MEMBERSHIPS.rows(this.source, { user: userId, rooms: ids });
    const byRoom = new Map(memberships.map((membership) => [membership.room_id, membership]));
    return {
      items: ids.flatMap((id) => byRoom.get(id) ?? []),
      after: found.after,
    };
  }

  /** Those in force, in the order of the ids of the users, which are the places. */
  async restrictions(roomId: string, part: PartOf<number>): Promise<ListPart<RestrictionSummary, number>> {
    const rows = await RESTRICTIONS.rows(this.source, { room: roomId, after: part.after ?? 0, limit: part.limit + 1 });
    const { items, after } = partOf(rows, part, ({ user_id }) => user_id);
    const users = await usersById(
      this.source,
      items.flatMap(({ user_id, by_id }) => [user_id, by_id]),
    );
    const nameOf = (id: number | null): string | null => (id === null ? null : (users.get(id)?.username ?? null));
    return { items: items.map((row) => toRestriction(row, nameOf)), after };
  }
}

const EXISTS = statement('room_pages.exists', {
  parameters: { room: 'uuid' },
  columns: { id: 'uuid' },
  text: ({ room }) => `SELECT id FROM rooms WHERE id = ${room}`,
});

const NEWEST = statement('room_pages.newest', {
  parameters: { before: 'uuid', type: 'text | null', name: 'text | null', limit: 'int8' },
  columns: { id: 'uuid' },
  text: ({ before, type, name, limit }) => `
    SELECT id FROM (
      SELECT id, type, name FROM rooms WHERE id < ${before} ORDER BY id DESC LIMIT ${String(MOST_SEEN)}) seen
    WHERE (${type}::text IS NULL OR type = ${type})
      AND (${name}::text IS NULL OR name <> '' AND starts_with(folded_text(name), folded_text(${name}::text)))
    ORDER BY id DESC LIMIT ${limit}`,
});

const LAST_SEEN = statement('room_pages.last_seen', {
  parameters: { before: 'uuid' },
  columns: { id: 'uuid' },
  text: ({ before }) =>
    `SELECT id FROM rooms WHERE id < ${before} ORDER BY id DESC OFFSET ${String(MOST_SEEN - 1)} LIMIT 1`,
});

const OLDEST = statement('room_pages.oldest', {
  parameters: { after: 'uuid', limit: 'int8' },
  columns: { id: 'uuid' },
  text: ({ after, limit }) => `SELECT id FROM rooms WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
});

const largest = (by: RoomSize, select: string) =>
  statement(`room_pages.largest.${by}`, {
    parameters: { limit: 'int8 | null' },
    columns: { id: 'uuid' },
    text: ({ limit }) => `${select} LIMIT ${limit}`,
  });

const LARGEST: Readonly<Record<RoomSize, ReturnType<typeof largest>>> = {
  messages: largest('messages', 'SELECT id FROM rooms ORDER BY last_seq DESC, id'),
  members: largest(
    'members',
    `SELECT r.id FROM rooms r LEFT JOIN (SELECT room_id, count(*) AS count FROM room_members GROUP BY room_id) m
       ON m.room_id = r.id
     ORDER BY coalesce(m.count, 0) DESC, r.id`,
  ),
};

const OF_USER = statement('room_pages.of_user', {
  parameters: { user: 'int4', before: 'uuid', limit: 'int8' },
  columns: { room_id: 'uuid not null' },
  text: ({ user, before, limit }) => `
    SELECT room_id FROM user_rooms WHERE user_id = ${user} AND room_id < ${before}
    ORDER BY room_id DESC LIMIT ${limit}`,
});

const MEMBERSHIPS = statement('room_pages.memberships', {
  parameters: { user: 'int4', rooms: 'uuid[]' },
  columns: { room_id: 'uuid', role: typed<Role>('text'), joined_at: 'timestamptz' },
  text: ({ user, rooms }) =>
    `SELECT room_id, role, joined_at FROM room_members WHERE user_id = ${user} AND room_id = ANY (${rooms})`,
});

const RESTRICTIONS = statement('room_pages.restrictions', {
  parameters: { room: 'uuid', after: 'int8', limit: 'int8' },
  columns: {
    user_id: 'int4',
    kind: typed<RestrictionKind>('text'),
    until: 'timestamptz | null',
    reason: 'text | null',
    by_id: 'int4 | null',
    created_at: 'timestamptz',
  },
  text: ({ room, after, limit }) => `
    SELECT x.user_id, x.kind, x.until, x.reason, x.by_id, x.created_at FROM room_restrictions x
    WHERE x.room_id = ${room} AND x.user_id > ${after}::bigint AND ${inForce('x')} ORDER BY x.user_id LIMIT ${limit}`,
});

const toRestriction = (
  row: RowOf<typeof RESTRICTIONS>,
  nameOf: (id: number | null) => string | null,
): RestrictionSummary => ({
  user_id: row.user_id,
  username: nameOf(row.user_id) ?? '',
  kind: row.kind,
  until: row.until?.toISOString() ?? null,
  reason: row.reason === null ? null : textFromStored(row.reason),
  by: nameOf(row.by_id),
  created_at: row.created_at.toISOString(),
});
