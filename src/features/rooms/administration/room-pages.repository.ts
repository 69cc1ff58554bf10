import { Injectable } from '@nestjs/common';
import type { RestrictionKind } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { partOf } from '../../../platform/collections/list-part.js';
import type { ListPart, PartOf } from '../../../platform/collections/list-part.js';
import { storedText, textFromStored } from '../../../platform/database/stored-text.js';
import { usersById, withUsers } from '../../users/user.rows.js';
import type { Role, RoomTypeName } from '../membership/membership.js';
import { inForce } from '../restrictions/in-force.js';
import { toMemberSummary } from './room-summaries.repository.js';
import type { MemberRow, MemberSummary } from './room-summaries.repository.js';

/** Selects rooms; an undefined field does not restrict them. */
export interface RoomFilter {
  readonly type: RoomTypeName | undefined;
  /** The beginning of the name of a GroupChat or Channel, as searches compare texts. */
  readonly beginning: string | undefined;
}

/** What rooms are sorted by. The last number of a room is about the number of its messages and changes. */
export type RoomSize = 'messages' | 'members';

/** A room of a user, and what the user is in it. */
export interface JoinedRoomRow {
  readonly id: string;
  readonly role: Role;
  readonly joinedAt: string;
}

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

interface RestrictionRow {
  readonly user_id: number;
  readonly kind: RestrictionKind;
  readonly until: Date | null;
  readonly reason: string | null;
  readonly by_id: number | null;
  readonly created_at: Date;
}

/** The rooms that a part of the whole list looks at, at most: where few are selected, it has fewer than requested. */
const MOST_SEEN = 10_000;
const BELOW_ALL = '00000000-0000-0000-0000-000000000000';
const ABOVE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const NEWEST = `
  SELECT id FROM (SELECT id, type, name FROM rooms WHERE id < $1 ORDER BY id DESC LIMIT ${String(MOST_SEEN)}) seen
  WHERE ($2::text IS NULL OR type = $2)
    AND ($3::text IS NULL OR name <> '' AND starts_with(folded_text(name), folded_text($3::text)))
  ORDER BY id DESC LIMIT $4`;

const LAST_SEEN = `SELECT id FROM rooms WHERE id < $1 ORDER BY id DESC OFFSET ${String(MOST_SEEN - 1)} LIMIT 1`;

const OLDEST = 'SELECT id FROM rooms WHERE id > $1 ORDER BY id LIMIT $2';

const LARGEST: Readonly<Record<RoomSize, string>> = {
  messages: 'SELECT id FROM rooms ORDER BY last_seq DESC, id LIMIT $1',
  members: `
    SELECT r.id FROM rooms r LEFT JOIN (SELECT room_id, count(*) AS count FROM room_members GROUP BY room_id) m
      ON m.room_id = r.id
    ORDER BY coalesce(m.count, 0) DESC, r.id LIMIT $1`,
};

const MEMBERS = `
  SELECT user_id, role, permissions, joined_at FROM room_members
  WHERE room_id = $1 AND user_id > $2::bigint ORDER BY user_id LIMIT $3`;

const RESTRICTIONS = `
  SELECT x.user_id, x.kind, x.until, x.reason, x.by_id, x.created_at FROM room_restrictions x
  WHERE x.room_id = $1 AND x.user_id > $2::bigint AND ${inForce('x')} ORDER BY x.user_id LIMIT $3`;

const OF_USER = 'SELECT room_id FROM user_rooms WHERE user_id = $1 AND room_id < $2 ORDER BY room_id DESC LIMIT $3';
const MEMBERSHIPS = 'SELECT room_id, role, joined_at FROM room_members WHERE user_id = $1 AND room_id = ANY ($2)';

/** Pages of rooms, and of what is in one. Raw SQL: the work of a part has a bound. */
@Injectable()
export class RoomPagesRepository {
  constructor(private readonly source: DataSource) {}

  async exists(id: string): Promise<boolean> {
    const rows = await this.source.query<unknown[]>('SELECT id FROM rooms WHERE id = $1', [id]);
    return rows.length > 0;
  }

  /** The ids of rooms, the newest first; a place is an id. */
  async newest({ type, beginning }: RoomFilter, part: PartOf<string>): Promise<ListPart<string, string>> {
    const before = part.after ?? ABOVE_ALL;
    const name = beginning === undefined ? null : storedText(beginning);
    const rows = await this.source.query<{ id: string }[]>(NEWEST, [before, type ?? null, name, part.limit + 1]);
    const ids = rows.map(({ id }) => id);
    if (ids.length > part.limit) return partOf(ids, part, (id) => id);
    const [last] = await this.source.query<{ id: string }[]>(LAST_SEEN, [before]);
    return { items: ids, after: last?.id };
  }

  /** The ids of all rooms, the oldest first; a place is an id. */
  async oldest(part: PartOf<string>): Promise<ListPart<string, string>> {
    const rows = await this.source.query<{ id: string }[]>(OLDEST, [part.after ?? BELOW_ALL, part.limit + 1]);
    return partOf(
      rows.map(({ id }) => id),
      part,
      (id) => id,
    );
  }

  /** The ids of the largest rooms, the largest first. @param limit undefined: of all rooms */
  async largest(by: RoomSize, limit: number | undefined): Promise<string[]> {
    const rows = await this.source.query<{ id: string }[]>(LARGEST[by], [limit ?? null]);
    return rows.map(({ id }) => id);
  }

  /** The rooms that a user is a member of, the newest first; a place is an id. */
  async ofUser(userId: number, part: PartOf<string>): Promise<ListPart<JoinedRoomRow, string>> {
    const rows = await this.source.query<{ room_id: string }[]>(OF_USER, [
      userId,
      part.after ?? ABOVE_ALL,
      part.limit + 1,
    ]);
    const found = partOf(rows, part, ({ room_id }) => room_id);
    const ids = found.items.map(({ room_id }) => room_id);
    const memberships = await this.source.query<{ room_id: string; role: Role; joined_at: Date }[]>(MEMBERSHIPS, [
      userId,
      ids,
    ]);
    const byRoom = new Map(memberships.map((membership) => [membership.room_id, membership]));
    return {
      items: ids.flatMap((id) => {
        const membership = byRoom.get(id);
        return membership ? [{ id, role: membership.role, joinedAt: membership.joined_at.toISOString() }] : [];
      }),
      after: found.after,
    };
  }

  /** In the order of the ids of the users, which are the places. */
  async members(roomId: string, part: PartOf<number>): Promise<ListPart<MemberSummary, number>> {
    const rows = await this.source.query<MemberRow[]>(MEMBERS, [roomId, part.after ?? 0, part.limit + 1]);
    const { items, after } = partOf(rows, part, ({ user_id }) => user_id);
    return { items: (await withUsers(this.source, items)).map(toMemberSummary), after };
  }

  /** Those in force, in the order of the ids of the users, which are the places. */
  async restrictions(roomId: string, part: PartOf<number>): Promise<ListPart<RestrictionSummary, number>> {
    const rows = await this.source.query<RestrictionRow[]>(RESTRICTIONS, [roomId, part.after ?? 0, part.limit + 1]);
    const { items, after } = partOf(rows, part, ({ user_id }) => user_id);
    const users = await usersById(
      this.source,
      items.flatMap(({ user_id, by_id }) => [user_id, by_id]),
    );
    const nameOf = (id: number | null): string | null => (id === null ? null : (users.get(id)?.username ?? null));
    return { items: items.map((row) => toRestriction(row, nameOf)), after };
  }
}

const toRestriction = (row: RestrictionRow, nameOf: (id: number | null) => string | null): RestrictionSummary => ({
  user_id: row.user_id,
  username: nameOf(row.user_id) ?? '',
  kind: row.kind,
  until: row.until?.toISOString() ?? null,
  reason: row.reason === null ? null : textFromStored(row.reason),
  by: nameOf(row.by_id),
  created_at: row.created_at.toISOString(),
});
