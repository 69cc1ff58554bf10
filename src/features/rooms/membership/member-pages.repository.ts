import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { MemberRole, RoomMember, User } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { outer, statement, typed } from '../../../platform/database/statement.js';
import type { Types, ValuesOf } from '../../../platform/database/statement.js';
import { withUsers } from '../../users/user.rows.js';
import type { RoomGrant } from '../room.policy.js';
import { boundedPage } from '../../../platform/pages/bounded-page.js';
import type { BoundedPage, PageSize } from '../../../platform/pages/bounded-page.js';

/** A place in the list of members, which is ordered by the numbers under which they joined, then by their ids. */
export interface MemberPlace {
  readonly joinedSeq: number;
  readonly userId: number;
}

const BEFORE_ALL: MemberPlace = { joinedSeq: 0, userId: 0 };

/** Reads the members of rooms page by page. Raw SQL, because the requester is checked in the snapshot of the page. */
@Injectable()
export class MemberPagesRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Members in the order in which they joined. A user who is a member while all pages are read is in one of them. Every
   * page costs the same.
   * @param after the end of the page before
   * @throws Refusal 4004 if the requester is no longer a member
   */
  async members(
    { userId, roomId }: RoomGrant<'room.read'>,
    size: PageSize,
    after = BEFORE_ALL,
  ): Promise<BoundedPage<RoomMember, MemberPlace>> {
    const rows = await MEMBERS.rows(this.source, {
      room: roomId,
      user: userId,
      joined_seq: after.joinedSeq,
      after: after.userId,
      limit: size.entries + 1,
    });
    if (rows.length === 0) throw notFound('No such room.');
    const found = rows.filter((row): row is MemberRow => row.user_id !== null);
    return boundedPage(await withUsers(this.source, found), size, toMember, (row) => ({
      joinedSeq: row.joined_seq,
      userId: row.user_id,
    }));
  }
}

const MEMBER = {
  user_id: 'int4',
  permissions: 'text[]',
  nickname: 'text | null',
  joined_at: 'timestamptz',
  joined_seq: 'int8',
  role: typed<MemberRole>('text'),
} as const satisfies Types;
type MemberRow = ValuesOf<typeof MEMBER>;

/**
 * Reads along an index, from any position. A user who has deleted a OneToOneChat is still one of its two. A requester
 * who is not a member at the time of the read gets no rows. For an empty page the requester's own membership still
 * yields a row.
 */
const MEMBERS = statement('members.page', {
  parameters: { room: 'uuid', user: 'int4', joined_seq: 'int8', after: 'int8', limit: 'int8' },
  columns: outer(MEMBER),
  text: ({ room, user, joined_seq, after, limit }) => `
    SELECT part.* FROM room_members own LEFT JOIN LATERAL (
      SELECT m.user_id, m.permissions, m.nickname, m.joined_at, m.joined_seq,
        CASE WHEN r.creator_id = m.user_id AND r.type <> 'OneToOneChat' THEN 'creator' ELSE m.role END AS role
      FROM (
        SELECT room_id, user_id, role, permissions, nickname, joined_at, joined_seq FROM room_members
        UNION ALL
        SELECT id, hidden_user_id, 'member', '{}', NULL, created_at, 1 FROM rooms WHERE hidden_user_id IS NOT NULL
      ) m JOIN rooms r ON r.id = m.room_id
      WHERE m.room_id = ${room} AND (m.joined_seq, m.user_id) > (${joined_seq}::bigint, ${after}::bigint)
      ORDER BY m.joined_seq, m.user_id LIMIT ${limit}) part ON true
    WHERE own.room_id = ${room} AND own.user_id = ${user}
    ORDER BY part.joined_seq, part.user_id`,
});

const toMember = (row: MemberRow & { readonly user: User }): RoomMember => {
  const { nickname, role, permissions } = row;
  const joined_at = row.joined_at.toISOString();
  return { ...row.user, nickname, role, permissions, joined_at };
};
