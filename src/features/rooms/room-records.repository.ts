import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { grouped } from '../../platform/collections/groups.js';
import { Limits } from '../../platform/config/limits.settings.js';
import { onWorkers } from '../../platform/database/distribution/worker-conditions.js';
import { statement, typed } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import { withUsers } from '../users/user.rows.js';
import type { Role, RoomTypeName } from './membership/membership.js';
import { SETTINGS_COLUMNS, settingsColumns, settingsOf } from './room.view.js';
import type { RoomMemberView, RoomRecord } from './types/room-record.js';

/** A room lists its members once or, if all are leaders, twice, and a frame has further parts. */
const PARTS_OF_ANSWER = 4;

/** Raw SQL: all rooms are read in three statements, with their counts, a part of their members, and the users of these. */
@Injectable()
export class RoomRecordsRepository {
  private readonly mostMemberBytes: number;

  constructor(
    private readonly source: DataSource,
    limits: Limits,
  ) {
    this.mostMemberBytes = Math.floor(limits.answerBytes / PARTS_OF_ANSWER);
  }

  /** {@link records} of one room. */
  async record(id: string, mostMembers: number, manager?: EntityManager): Promise<RoomRecord | undefined> {
    const [record] = await this.records([id], mostMembers, manager);
    return record;
  }

  /**
   * The existing rooms of the ids, with their members in the order in which they joined, the creator first. A user who
   * has deleted a OneToOneChat is still one of its two.
   * @param mostMembers the maximum length of each list of members, which also ends when its users exceed the part of an
   *   answer that a room may list
   */
  async records(
    ids: readonly string[],
    mostMembers: number,
    manager: EntityManager = this.source.manager,
  ): Promise<RoomRecord[]> {
    if (ids.length === 0) return [];
    const rooms = await ROOMS.rows(manager, { rooms: ids });
    if (rooms.length === 0) return [];
    const existing = rooms.map(({ id }) => id);
    const members = await FIRST_MEMBERS.rows(manager, { rooms: existing, limit: mostMembers });
    const byRoom = grouped(members, ({ room_id }) => room_id);
    const shown = rooms.flatMap((room) => withHidden(room, byRoom.get(room.id) ?? []).slice(0, mostMembers));
    const shownByRoom = grouped(await withUsers(manager, shown), ({ room_id }) => room_id);
    return rooms.map((room) => toRecord(room, this.fitting(shownByRoom.get(room.id) ?? [])));
  }

  /** The first members, whose users fit in the part of an answer that a room may list. */
  private fitting(members: readonly ListedMember[]): readonly ListedMember[] {
    let bytes = 0;
    const end = members.findIndex(({ user }) => (bytes += bytesOf(user)) > this.mostMemberBytes);
    return end < 0 ? members : members.slice(0, end);
  }
}

const ROOMS = statement('room_records.rooms', {
  parameters: { rooms: 'uuid[]' },
  columns: {
    id: 'uuid',
    type: typed<RoomTypeName>('text'),
    ...SETTINGS_COLUMNS,
    creator_id: 'int4 | null',
    hidden_user_id: 'int4 | null',
    last_seq: 'int8',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    member_count: 'int4',
  },
  text: ({ rooms }) => `
    SELECT r.id, r.type, ${settingsColumns('r')}, r.creator_id, r.hidden_user_id, r.last_seq, r.created_at,
      r.updated_at,
      (SELECT count(*)::int FROM room_members m WHERE m.room_id = r.id${onWorkers(`m.room_id = ANY (${rooms})`)})
        + (r.hidden_user_id IS NOT NULL)::int AS member_count
    FROM rooms r WHERE r.id = ANY (${rooms})`,
});
type RoomRow = RowOf<typeof ROOMS>;

const FIRST_MEMBERS = statement('room_records.first_members', {
  parameters: { rooms: 'uuid[]', limit: 'int8' },
  columns: { room_id: 'uuid', user_id: 'int4', role: typed<Role>('text') },
  text: ({ rooms, limit }) => `
    SELECT listed.room_id, listed.user_id, listed.role FROM rooms r CROSS JOIN LATERAL (
      SELECT m.room_id, m.user_id, m.role, m.joined_seq, m.user_id IS NOT DISTINCT FROM r.creator_id AS is_creator
      FROM room_members m WHERE m.room_id = r.id${onWorkers(`m.room_id = ANY (${rooms})`)}
      ORDER BY is_creator DESC, m.joined_seq, m.user_id LIMIT ${limit}) listed
    WHERE r.id = ANY (${rooms})
    ORDER BY listed.room_id, listed.is_creator DESC, listed.joined_seq, listed.user_id`,
});
type MemberRow = RowOf<typeof FIRST_MEMBERS>;

type ListedMember = MemberRow & Pick<RoomMemberView, 'user'>;

/**
 * The members of a room with the user who has deleted it, who joined at its creation and is no member now. That user
 * may be a member again since the room was read.
 */
function withHidden(room: RoomRow, members: readonly MemberRow[]): readonly MemberRow[] {
  const { id, creator_id, hidden_user_id: userId } = room;
  if (userId === null || members.some(({ user_id }) => user_id === userId)) return members;
  const at = userId !== creator_id && members[0]?.user_id === creator_id ? 1 : 0;
  return members.toSpliced(at, 0, { room_id: id, user_id: userId, role: 'member' });
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function toRecord(room: RoomRow, rows: readonly ListedMember[]): RoomRecord {
  const members = rows.map(({ user, role }): RoomMemberView => ({ user, role }));
  return {
    ...settingsOf(room),
    id: room.id,
    type: room.type,
    createdAt: room.created_at,
    updatedAt: room.updated_at,
    lastSeq: room.last_seq,
    memberCount: room.member_count,
    creator: members.find(({ user }) => user.id === room.creator_id)?.user ?? null,
    members,
  };
}
