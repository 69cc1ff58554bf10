import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { MemberRole, RoomMember } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { userFromRow } from '../users/index.js';
import type { UserRow } from '../users/index.js';
import { listPart } from './list-part.js';
import type { ListPart } from './list-part.js';
import type { RoomGrant } from './room.policy.js';

/** Members go by the number of the room's log under which they joined, and by their ids. */
export const MEMBERS_GO_BY = 2;

interface MemberRow extends UserRow {
  readonly role: MemberRole;
  readonly permissions: readonly string[];
  readonly joined_at: Date;
  readonly joined_seq: number;
}

/** Of a part in which nobody is, the asker's own seat is still there. */
type Row = MemberRow | { readonly id: null };

/** In the order of an index, from anywhere in it. Whoever is in no seat when it is read is shown nothing. */
const MEMBERS = `
  SELECT part.* FROM room_members own LEFT JOIN LATERAL (
    SELECT u.id, u.username, u.first_name, u.last_name, m.permissions, m.joined_at, m.joined_seq,
      CASE WHEN r.creator_id = u.id AND r.type <> 'OneToOneChat' THEN 'creator' ELSE m.role END AS role
    FROM room_members m JOIN users u ON u.id = m.user_id JOIN rooms r ON r.id = m.room_id
    WHERE m.room_id = $1 AND (m.joined_seq, m.user_id) > ($3::bigint, $4::bigint)
    ORDER BY m.joined_seq, m.user_id LIMIT $5) part ON true
  WHERE own.room_id = $1 AND own.user_id = $2
  ORDER BY part.joined_seq, part.id`;

/** Rooms as long lists of people, which are read in parts. */
@Injectable()
export class MemberPagesRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Members in the order of their joining. Whoever is in the room for as long as it takes to read all parts is in one
   * of them; it costs the same anywhere in the room.
   * @param after the end of the part before
   * @throws Refusal 4004 to whoever is no member any more
   */
  async members(
    { userId, roomId }: RoomGrant<'room.read'>,
    size: number,
    after: readonly number[] = [0, 0],
  ): Promise<ListPart<RoomMember>> {
    const rows = await this.source.query<Row[]>(MEMBERS, [roomId, userId, ...after, size + 1]);
    if (rows.length === 0) throw notFound('No such room.');
    const found = rows.filter((row): row is MemberRow => row.id !== null);
    return listPart(found, size, toMember, (row) => [row.joined_seq, row.id]);
  }
}

const toMember = (row: MemberRow): RoomMember => {
  const { id, username, first_name, last_name } = userFromRow(row);
  const { role, permissions } = row;
  return { id, username, first_name, last_name, role, permissions, joined_at: row.joined_at.toISOString() };
};
