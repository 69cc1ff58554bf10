import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { Permitted } from '../moderation/shown-texts.js';
import { DerivedRows } from '../../platform/database/distribution/derived-rows.js';
import { statement, typed } from '../../platform/database/statement.js';
import type { ValuesOf } from '../../platform/database/statement.js';
import { storedJson, storedText } from '../../platform/database/stored-text.js';
import { roomChangeTypes, toChangeRecord } from './change-log/change-record.js';
import type { ChangeRecord } from './change-log/change-record.js';
import type { EndingRoom } from './holds/unheld-room.js';
import type { RoomTypeName } from './membership/membership.js';
import { freeExternalIds } from './product/room-external-ids.repository.js';
import { Room } from './room.entity.js';
import type { RoomGrant } from './room.policy.js';
import { GIVEN_COLUMNS, SETTINGS_COLUMNS, settingsColumns, settingsOf } from './room.view.js';
import type { RoomSettings } from './room.view.js';
import { freePairs, takePair } from './room-pairs.repository.js';
import type { RoomRules } from './rules/room-rules.js';
import type { RoomDraft } from './types/room-record.js';

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

/** The number of a room's creation. */
export const CREATION_SEQ = 1;

/**
 * Locks of rooms, their counters and their settings. Raw SQL: `create` writes columns that are no settings,
 * `takeNumber` counts.
 */
@Injectable()
export class RoomsRepository {
  constructor(private readonly derived: DerivedRows) {}

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
    const { type, creatorId, pairKey } = draft;
    await CREATE.rows(manager, {
      room: roomId,
      type,
      creator: creatorId,
      pair: pairKey,
      seq: CREATION_SEQ,
      ...givenSettings(draft),
    });
    await this.note(manager, roomId, CREATION_SEQ, changeRecord);
    return true;
  }

  /**
   * Locks the room until the transaction ends. Undefined: there is no such room. In SQL, because every change of a room
   * takes this lock, and `findOne` measured three times the processor time.
   */
  async lock(manager: EntityManager, id: string): Promise<LockedRoom | undefined> {
    const row = await LOCK.row(manager, { room: id });
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

  /** Of a room that the transaction has created, which has none. */
  async setRules(manager: EntityManager, { roomId }: RoomGrant<'room.create'>, rules: RoomRules): Promise<void> {
    const { slowModeSeconds, messageTtlSeconds, maxMessageLength, mediaAllowed } = rules;
    await manager.update(Room, { id: roomId }, { slowModeSeconds, messageTtlSeconds, maxMessageLength, mediaAllowed });
  }

  async setCreator(
    manager: EntityManager,
    { roomId }: RoomGrant<'room.leave' | 'room.remove_members' | 'room.restrict'>,
    creatorId: number,
  ): Promise<void> {
    await manager.update(Room, { id: roomId }, { creatorId });
  }

  /** Which of these ids are those of Channels. */
  async channelsAmong(manager: EntityManager, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rooms = await manager.find(Room, { select: { id: true }, where: { id: Any([...ids]), type: 'Channel' } });
    return new Set(rooms.map(({ id }) => id));
  }

  /** Deletes rooms with everything in them. */
  async delete(manager: EntityManager, ...ending: readonly EndingRoom[]): Promise<void> {
    const ids = ending.map(({ grant }) => grant.roomId);
    await freePairs(manager, ids);
    const externalIds = await freeExternalIds(manager, ids);
    const ended = await DELETE.rows(manager, { rooms: ids });
    await this.derived.roomsEnded(
      manager,
      ended.map((room) => ({ ...room, externalId: externalIds.get(room.roomId) })),
    );
  }

  /**
   * Takes the next number of the log of a locked room.
   * @param changed the change that takes the number
   */
  async takeNumber(manager: EntityManager, id: string, changed: Changed): Promise<RoomNumber> {
    const taking = changed.room ? TAKE_NUMBER_OF_ROOM : TAKE_NUMBER;
    const row = await taking.one(manager, { room: id, access: changed.access ? 1 : 0 });
    await this.note(manager, id, row.seq, changed.changeRecord);
    return row;
  }

  /** Notes that messages of a locked room from before a time are removed. */
  async messagesRemoved(manager: EntityManager, id: string, before: Date): Promise<void> {
    await MESSAGES_REMOVED.rows(manager, { room: id, before });
  }

  /** Writes the record of a number that was taken. */
  private async note(manager: EntityManager, roomId: string, seq: number, changeRecord: ChangeRecord): Promise<void> {
    const about = JSON.stringify(storedJson(changeRecord.payload));
    await NOTE.rows(manager, { room: roomId, seq, kind: changeRecord.type, about });
    await this.derived.numbersTaken(manager, [{ roomId, after: seq - 1, upTo: seq }]);
  }
}

const givenSettings = (settings: RoomSettings): ValuesOf<typeof GIVEN_COLUMNS> => ({
  name: storedText(settings.name),
  description: storedText(settings.description),
  avatar: settings.avatar,
  max_members: settings.maxMembers,
  join_approval_required: settings.joinApprovalRequired,
  group_locked: settings.groupLocked,
  is_public: settings.isPublic,
  posting: settings.posting,
  reactions: settings.reactions,
  preferences: JSON.stringify(storedJson(settings.preferences)),
});

const CREATE = statement('rooms.create', {
  parameters: { room: 'uuid', type: 'text', creator: 'int4', pair: 'text | null', seq: 'int8', ...GIVEN_COLUMNS },
  columns: {},
  text: ({ room, type, creator, pair, seq, ...settings }) => `
    INSERT INTO rooms (id, type, creator_id, pair_key, last_seq, change_seq, ${Object.keys(settings).join(', ')})
    VALUES (${room}, ${type}, ${creator}, ${pair}, ${seq}, ${seq}, ${Object.values(settings).join(', ')})`,
});

const LOCK = statement('rooms.lock', {
  parameters: { room: 'uuid' },
  columns: {
    type: typed<RoomTypeName>('text'),
    ...SETTINGS_COLUMNS,
    creator_id: 'int4 | null',
    hidden_user_id: 'int4 | null',
    hidden_seq: 'int8 | null',
    is_closed: 'bool',
    held_at: 'timestamptz | null',
  },
  text: ({ room }) => `
    SELECT r.type, ${settingsColumns('r')}, r.creator_id, r.hidden_user_id, r.hidden_seq, r.is_closed, r.held_at
    FROM rooms r WHERE r.id = ${room} FOR NO KEY UPDATE`,
});

const DELETE = statement('rooms.delete', {
  parameters: { rooms: 'uuid[]' },
  columns: { roomId: 'uuid', lastSeq: 'int8' },
  text: ({ rooms }) => `
    DELETE FROM rooms WHERE id = ANY (${rooms}) RETURNING id AS "roomId", last_seq AS "lastSeq"`,
});

/** @param name of the statement @param more further columns that are set */
const takingNumber = (name: string, more = '') =>
  statement(name, {
    parameters: { room: 'uuid', access: 'int4' },
    columns: { seq: 'int8', accessVersion: 'int4' },
    text: ({ room, access }) => `
      UPDATE rooms SET last_seq = last_seq + 1, access_version = access_version + ${access}::int${more}
      WHERE id = ${room} RETURNING last_seq AS seq, access_version AS "accessVersion"`,
  });

const TAKE_NUMBER = takingNumber('rooms.take_number');
const TAKE_NUMBER_OF_ROOM = takingNumber(
  'rooms.take_number_of_room',
  ', change_seq = last_seq + 1, updated_at = now()',
);

const MESSAGES_REMOVED = statement('rooms.messages_removed', {
  parameters: { room: 'uuid', before: 'timestamptz' },
  columns: {},
  text: ({ room, before }) => `
    UPDATE rooms SET messages_removed_before = greatest(messages_removed_before, ${before}) WHERE id = ${room}`,
});

const NOTE = statement('rooms.note', {
  parameters: { room: 'uuid', seq: 'int8', kind: 'text', about: 'json' },
  columns: {},
  text: ({ room, seq, kind, about }) =>
    `INSERT INTO room_changes (room_id, seq, kind, about) VALUES (${room}, ${seq}, ${kind}, ${about})`,
});
