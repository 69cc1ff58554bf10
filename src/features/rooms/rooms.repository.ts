import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { Permitted } from '../moderation/shown-texts.js';
import { grouped } from '../../platform/collections/group-by.js';
import { Limits } from '../../platform/config/limits.settings.js';
import { DerivedRows } from '../../platform/database/distribution/derived-rows.js';
import type { RoomEnded } from '../../platform/database/distribution/derived-rows.js';
import { onWorkers } from '../../platform/database/distribution/worker-conditions.js';
import { storedJson, storedText, jsonFromStored, textFromStored } from '../../platform/database/stored-text.js';
import { withUsers } from '../users/user.rows.js';
import { roomChangeTypes, toChangeRecord } from './change-log/change-record.js';
import type { ChangeRecord } from './change-log/change-record.js';
import type { EndingRoom } from './holds/unheld-room.js';
import type { Role, RoomTypeName } from './membership/membership.js';
import { Room } from './room.entity.js';
import type { RoomGrant } from './room.policy.js';
import { freePairs, takePair } from './room-pairs.repository.js';
import { rulesOf } from './rules/room-rules.js';
import type { RulesRow } from './rules/room-rules.js';
import type { RoomDraft, RoomMemberView, RoomRecord } from './types/room-record.js';

export interface RoomRow extends RulesRow {
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
  readonly hidden_user_id: number | null;
  readonly hidden_seq: number | null;
  readonly is_closed: boolean;
  readonly held_at: Date | null;
  readonly last_seq: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface MemberRow {
  readonly room_id: string;
  readonly user_id: number;
  readonly role: Role;
}

type ListedMember = MemberRow & Pick<RoomMemberView, 'user'>;

type CountedRoomRow = RoomRow & { readonly member_count: number };

/** The settings that the leaders of a room can change. */
export type RoomSettings = Omit<RoomDraft, 'type' | 'creatorId' | 'pairKey' | 'memberships'>;

/** The user who has deleted a OneToOneChat, which the other one keeps, and the number of the deletion. */
export interface HiddenFrom {
  readonly userId: number;
  readonly seq: number;
}

/** The state of a locked room, on which a change decides. */
export interface LockedRoom extends RoomSettings {
  readonly id: string;
  readonly type: RoomTypeName;
  readonly creatorId: number | null;
  readonly hiddenFrom: HiddenFrom | undefined;
  readonly isClosed: boolean;
  /** Whether a legal hold is on it. */
  readonly isHeld: boolean;
}

const SETTINGS = [
  'name',
  'description',
  'avatar',
  'max_members',
  'join_approval_required',
  'group_locked',
  'is_public',
  'preferences',
];

export interface Changed {
  /** Whether the room's own data or its members change. */
  readonly room?: boolean;
  /** Whether permissions change: every grant of an older version becomes void. */
  readonly access?: boolean;
  /** The record of the change, from which it can be replayed. */
  readonly changeRecord: ChangeRecord;
}

export interface RoomNumber {
  readonly seq: number;
  readonly accessVersion: number;
}

/** A room lists its members once or, if all are leaders, twice, and a frame has further parts. */
const PARTS_OF_ANSWER = 4;

/** The number of a room's creation. */
export const CREATION_SEQ = 1;

/**
 * Raw SQL: `create` writes columns that are no settings, `takeNumber` counts; `records` reads all rooms in three
 * statements, with their counts, a part of their members, and the users of these.
 */
@Injectable()
export class RoomsRepository {
  private readonly mostMemberBytes: number;

  constructor(
    private readonly source: DataSource,
    private readonly derived: DerivedRows,
    limits: Limits,
  ) {
    this.mostMemberBytes = Math.floor(limits.answerBytes / PARTS_OF_ANSWER);
  }

  /**
   * Creates the room, without members.
   * @param userIds those who become members, for the change log
   * @returns false if another room has the draft's `pairKey`, then without an effect
   */
  async create(
    manager: EntityManager,
    { roomId }: RoomGrant<'room.create'>,
    draft: Permitted<RoomDraft>,
    userIds: readonly number[],
  ): Promise<boolean> {
    const changeRecord = toChangeRecord(roomChangeTypes.created, { userIds });
    if (draft.pairKey !== null && !(await takePair(manager, draft.pairKey, roomId))) return false;
    await manager.query(
      `INSERT INTO rooms (id, type, creator_id, pair_key, last_seq, change_seq, ${SETTINGS.join(', ')})
       VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [roomId, draft.type, draft.creatorId, draft.pairKey, CREATION_SEQ, ...storedSettings(draft)],
    );
    await this.note(manager, roomId, CREATION_SEQ, changeRecord);
    return true;
  }

  /**
   * Locks the room until the transaction ends. Undefined: there is no such room. In SQL, because every change of a room
   * takes this lock, and `findOne` measured three times the processor time.
   */
  async lock(manager: EntityManager, id: string): Promise<LockedRoom | undefined> {
    const [row] = await manager.query<RoomRow[]>(`SELECT * FROM rooms WHERE id = $1 FOR NO KEY UPDATE`, [id]);
    if (!row) return undefined;
    const { hidden_user_id: userId, hidden_seq: seq } = row;
    const hiddenFrom = userId === null || seq === null ? undefined : { userId, seq };
    return {
      ...settingsOf(row),
      id,
      type: row.type,
      creatorId: row.creator_id,
      hiddenFrom,
      isClosed: row.is_closed,
      isHeld: row.held_at !== null,
    };
  }

  async update(
    manager: EntityManager,
    { roomId: id }: RoomGrant<'room.update'>,
    settings: Permitted<RoomSettings>,
  ): Promise<void> {
    // TypeORM's type of a JSON column accepts no `unknown` values.
    await manager.update(Room, { id }, { ...settings, preferences: settings.preferences as Record<string, object> });
  }

  async setCreator(
    manager: EntityManager,
    { roomId }: RoomGrant<'room.leave' | 'room.remove_members' | 'room.restrict'>,
    creatorId: number,
  ): Promise<void> {
    await manager.update(Room, { id: roomId }, { creatorId });
  }

  /** Deletes rooms with everything in them. */
  async delete(manager: EntityManager, ...ending: readonly EndingRoom[]): Promise<void> {
    const ids = ending.map(({ grant }) => grant.roomId);
    await freePairs(manager, ids);
    const statement = 'DELETE FROM rooms WHERE id = ANY ($1) RETURNING id AS "roomId", last_seq AS "lastSeq"';
    const [ended] = await manager.query<[RoomEnded[]]>(statement, [ids]);
    await this.derived.roomsEnded(manager, ended);
  }

  /**
   * Takes the next number of the log of a locked room.
   * @param changed the change that takes the number
   */
  async takeNumber(manager: EntityManager, id: string, changed: Changed): Promise<RoomNumber> {
    const [[row]] = await manager.query<[[RoomNumber]]>(
      `UPDATE rooms SET last_seq = last_seq + 1, access_version = access_version + $2::int
         ${changed.room ? ', change_seq = last_seq + 1, updated_at = now()' : ''}
       WHERE id = $1 RETURNING last_seq AS seq, access_version AS "accessVersion"`,
      [id, changed.access ? 1 : 0],
    );
    await this.note(manager, id, row.seq, changed.changeRecord);
    return row;
  }

  /** Notes that messages of a locked room from before a time are removed. */
  async messagesRemoved(manager: EntityManager, id: string, before: Date): Promise<void> {
    await manager.query(
      'UPDATE rooms SET messages_removed_before = greatest(messages_removed_before, $2) WHERE id = $1',
      [id, before],
    );
  }

  /** Writes the record of a number that was taken. */
  private async note(manager: EntityManager, roomId: string, seq: number, changeRecord: ChangeRecord): Promise<void> {
    await manager.query('INSERT INTO room_changes (room_id, seq, kind, about) VALUES ($1, $2, $3, $4)', [
      roomId,
      seq,
      ...stored(changeRecord),
    ]);
    await this.derived.numbersTaken(manager, [{ roomId, after: seq - 1, upTo: seq }]);
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
    const rooms = await manager.query<CountedRoomRow[]>(COUNTED_ROOMS, [ids]);
    if (rooms.length === 0) return [];
    const existing = rooms.map(({ id }) => id);
    const members = await manager.query<MemberRow[]>(FIRST_MEMBERS, [existing, mostMembers]);
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

const COUNTED_ROOMS = `
  SELECT r.*, (SELECT count(*)::int FROM room_members m WHERE m.room_id = r.id${onWorkers('m.room_id = ANY ($1)')})
    + (r.hidden_user_id IS NOT NULL)::int AS member_count
  FROM rooms r WHERE r.id = ANY ($1)`;

const FIRST_MEMBERS = `
  SELECT listed.room_id, listed.user_id, listed.role FROM rooms r CROSS JOIN LATERAL (
    SELECT m.room_id, m.user_id, m.role, m.joined_seq, m.user_id IS NOT DISTINCT FROM r.creator_id AS is_creator
    FROM room_members m WHERE m.room_id = r.id${onWorkers('m.room_id = ANY ($1)')}
    ORDER BY is_creator DESC, m.joined_seq, m.user_id LIMIT $2) listed
  WHERE r.id = ANY ($1)
  ORDER BY listed.room_id, listed.is_creator DESC, listed.joined_seq, listed.user_id`;

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

const stored = ({ type, payload }: ChangeRecord): unknown[] => [type, JSON.stringify(storedJson(payload))];

/** In the order of {@link SETTINGS}. A new room has no rules, which are the defaults of their columns. */
const storedSettings = (settings: RoomSettings): unknown[] => [
  storedText(settings.name),
  storedText(settings.description),
  settings.avatar,
  settings.maxMembers,
  settings.joinApprovalRequired,
  settings.groupLocked,
  settings.isPublic,
  JSON.stringify(storedJson(settings.preferences)),
];

export const settingsOf = (row: RoomRow): RoomSettings => ({
  name: textFromStored(row.name),
  description: textFromStored(row.description),
  avatar: row.avatar,
  maxMembers: row.max_members,
  joinApprovalRequired: row.join_approval_required,
  groupLocked: row.group_locked,
  isPublic: row.is_public,
  preferences: jsonFromStored(row.preferences) as RoomSettings['preferences'],
  ...rulesOf(row),
});

function toRecord(room: CountedRoomRow, rows: readonly ListedMember[]): RoomRecord {
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
