import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { EntityManager } from 'typeorm';

import { storedJson, storedText, jsonFromStored, textFromStored } from '../database/index.js';
import { userFromRow } from '../users/index.js';
import type { UserRow } from '../users/index.js';
import type { Entered } from './memberships.js';
import type { RoomGrant } from './room.policy.js';
import type { Role, RoomTypeName } from './seat.js';
import type { RoomDraft, RoomMemberView, RoomRecord } from './types/room-type.js';

interface RoomRow {
  readonly id: string;
  readonly type: RoomTypeName;
  readonly name: string;
  readonly description: string;
  readonly avatar: string | null;
  readonly creator_id: number | null;
  readonly max_members: number | null;
  readonly join_approval_required: boolean;
  readonly group_locked: boolean;
  readonly is_public: boolean;
  readonly preferences: unknown;
  readonly last_seq: number;
  readonly member_count: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface MemberRow extends UserRow {
  readonly role: Role;
}

/** The number that making a room takes. */
export const CREATION_SEQ = 1;

@Injectable()
export class RoomsRepository {
  /**
   * Makes the room with its first members, or finds that there is one already.
   * @returns the list of rooms that each member has since; undefined where another room has the draft's `pairKey`
   * @throws Refusal 4004 if one of the members is no active user
   */
  async create(
    manager: EntityManager,
    _grant: RoomGrant<'room.create'>,
    id: string,
    draft: RoomDraft,
  ): Promise<Entered | undefined> {
    const userIds = draft.seats.map(({ userId }) => userId);
    await lockActive(manager, userIds);
    const made = await manager.query<unknown[]>(
      `INSERT INTO rooms (id, type, name, description, avatar, creator_id, pair_key, max_members,
         join_approval_required, group_locked, is_public, preferences, last_seq, change_seq)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
       ON CONFLICT (pair_key) DO NOTHING RETURNING id`,
      [
        id,
        draft.type,
        storedText(draft.name),
        storedText(draft.description),
        draft.avatar,
        draft.creatorId,
        draft.pairKey,
        draft.maxMembers,
        draft.joinApprovalRequired,
        draft.groupLocked,
        draft.isPublic,
        JSON.stringify(storedJson(draft.preferences)),
        CREATION_SEQ,
      ],
    );
    if (made.length === 0) return undefined;
    await manager.query(
      `INSERT INTO room_members (room_id, user_id, role, joined_seq, delivered_seq, read_seq, change_seq)
       SELECT $1, seat.user_id, seat.role, $4, $4, $4, $4 FROM unnest($2::int[], $3::text[]) AS seat (user_id, role)`,
      [id, userIds, draft.seats.map(({ role }) => role), CREATION_SEQ],
    );
    const [users] = await manager.query<[{ id: number; roomsVersion: number }[]]>(
      `UPDATE users SET rooms_version = rooms_version + 1 WHERE id = ANY ($1) RETURNING id, rooms_version AS "roomsVersion"`,
      [userIds],
    );
    return { roomId: id, users };
  }

  /** The id of the room that has this `pairKey`. */
  async idOfPair(manager: EntityManager, pairKey: string): Promise<string | undefined> {
    const [row] = await manager.query<{ id: string }[]>(`SELECT id FROM rooms WHERE pair_key = $1`, [pairKey]);
    return row?.id;
  }

  /**
   * A room with its members in the order of their joining.
   * @param mostMembers where the list of members stops
   */
  async record(manager: EntityManager, id: string, mostMembers: number): Promise<RoomRecord | undefined> {
    const [room] = await manager.query<RoomRow[]>(
      `SELECT r.*, (SELECT count(*)::int FROM room_members WHERE room_id = r.id) AS member_count
       FROM rooms r WHERE r.id = $1`,
      [id],
    );
    if (!room) return undefined;
    const members = await manager.query<MemberRow[]>(
      `SELECT u.id, u.username, u.first_name, u.last_name, m.role
       FROM room_members m JOIN users u ON u.id = m.user_id
       WHERE m.room_id = $1 ORDER BY u.id = $2 DESC, m.joined_seq, u.id LIMIT $3`,
      [id, room.creator_id, mostMembers],
    );
    return toRecord(room, members);
  }
}

/** In the order of the ids, as everything that locks users does, so that no two wait for each other. */
async function lockActive(manager: EntityManager, userIds: readonly number[]): Promise<void> {
  const rows = await manager.query<{ id: number }[]>(
    `SELECT id FROM users WHERE id = ANY ($1) AND is_active ORDER BY id FOR NO KEY UPDATE`,
    [userIds],
  );
  const found = new Set(rows.map(({ id }) => id));
  const missing = userIds.filter((id) => !found.has(id));
  if (missing.length > 0) throw notFound(`No such user: ${missing.slice(0, 10).join(', ')}.`);
}

function toRecord(room: RoomRow, rows: readonly MemberRow[]): RoomRecord {
  const members = rows.map((row): RoomMemberView => ({ user: userFromRow(row), role: row.role }));
  return {
    id: room.id,
    type: room.type,
    name: textFromStored(room.name),
    description: textFromStored(room.description),
    avatar: room.avatar,
    maxMembers: room.max_members,
    joinApprovalRequired: room.join_approval_required,
    groupLocked: room.group_locked,
    isPublic: room.is_public,
    preferences: jsonFromStored(room.preferences) as Record<string, unknown>,
    createdAt: room.created_at,
    updatedAt: room.updated_at,
    lastSeq: room.last_seq,
    memberCount: room.member_count,
    creator: members.find(({ user }) => user.id === room.creator_id)?.user ?? null,
    members,
  };
}
