import { Injectable } from '@nestjs/common';
import type { User } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { partOf } from '../../../platform/collections/list-part.js';
import type { ListPart, PartOf } from '../../../platform/collections/list-part.js';
import { statement, typed } from '../../../platform/database/statement.js';
import type { RowOf } from '../../../platform/database/statement.js';
import { withUsers } from '../../users/user.rows.js';
import type { Role } from '../membership/membership.js';

/** A member as operators see one. */
export interface MemberSummary {
  readonly id: number;
  readonly username: string;
  /** The name of the member in the room; null: that of the user. */
  readonly nickname: string | null;
  readonly role: Role;
  readonly permissions: readonly string[];
  readonly joined_at: string;
}

/** The members of a room, for people who need not be members. Raw SQL: a page reads along the primary key. */
@Injectable()
export class RoomMembersRepository {
  constructor(private readonly source: DataSource) {}

  /** In the order of the ids of the users, which are the places. */
  async page(roomId: string, part: PartOf<number>): Promise<ListPart<MemberSummary, number>> {
    const rows = await MEMBERS.rows(this.source, { room: roomId, after: part.after ?? 0, limit: part.limit + 1 });
    const { items, after } = partOf(rows, part, ({ user_id }) => user_id);
    return { items: await this.summaries(items), after };
  }

  /** In the order in which they joined. */
  async all(roomId: string): Promise<MemberSummary[]> {
    const rows = await MEMBERS.rows(this.source, { room: roomId, after: 0, limit: null });
    return this.summaries(rows.toSorted((one, other) => one.joined_seq - other.joined_seq));
  }

  private async summaries(rows: readonly MemberRow[]): Promise<MemberSummary[]> {
    return (await withUsers(this.source, rows)).map(toSummary);
  }
}

const MEMBERS = statement('room_members.listed', {
  parameters: { room: 'uuid', after: 'int8', limit: 'int8 | null' },
  columns: {
    user_id: 'int4',
    nickname: 'text | null',
    role: typed<Role>('text'),
    permissions: 'text[]',
    joined_at: 'timestamptz',
    joined_seq: 'int8',
  },
  text: ({ room, after, limit }) => `
    SELECT user_id, nickname, role, permissions, joined_at, joined_seq FROM room_members
    WHERE room_id = ${room} AND user_id > ${after}::bigint ORDER BY user_id LIMIT ${limit}`,
});
type MemberRow = RowOf<typeof MEMBERS>;

const toSummary = (row: MemberRow & { readonly user: User }): MemberSummary => ({
  id: row.user_id,
  username: row.user.username,
  nickname: row.nickname,
  role: row.role,
  permissions: row.permissions,
  joined_at: row.joined_at.toISOString(),
});
