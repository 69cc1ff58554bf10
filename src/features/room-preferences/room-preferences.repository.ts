import { Injectable } from '@nestjs/common';
import type { NotifyLevel } from '@parley/protocol';
import type { EntityManager } from 'typeorm';

import type { QuerySource } from '../../platform/database/query.js';
import { statement, typed } from '../../platform/database/statement.js';
import type { Types } from '../../platform/database/statement.js';
import type { OwnRoomGrant } from './room-preference.policy.js';

/** The preferences of a member for one room. They end with the membership. */
export interface RoomPreferences {
  readonly roomId: string;
  readonly isFavourite: boolean;
  /** The room was archived when this was its latest number; null: it was not. A later message brings it back. */
  readonly archivedSeq: number | null;
  /** The member wants to see the room as unread from this number on; null: as it is. */
  readonly markedUnreadSeq: number | null;
  /** Of which messages the member is notified; null: by the level of the user. */
  readonly notifyLevel: NotifyLevel | null;
  /** The member is notified of nothing until then; null: the room is not muted for a time. */
  readonly mutedUntil: Date | null;
}

/** The preferences that are locked until the transaction ends, with the state of the room. */
export interface LockedPreferences extends RoomPreferences {
  readonly lastSeq: number;
  /** By the clock of the database. */
  readonly now: Date;
}

/** A part of the preferences of all rooms of a user, in the order of their ids. */
export interface PreferencesPage {
  readonly preferences: readonly RoomPreferences[];
  /** The id after which the next part begins; undefined: this is the last part. */
  readonly next: string | undefined;
}

/** The rooms that are looked at for one part. */
const ROOMS_A_PART = 500;

/**
 * The preferences of members, which are columns of their memberships. Raw SQL, because a row is locked with its room.
 */
@Injectable()
export class RoomPreferencesRepository {
  /** Locks the membership. @returns undefined for a non-member */
  async lock(manager: EntityManager, { roomId, userId }: OwnRoomGrant): Promise<LockedPreferences | undefined> {
    return LOCK.row(manager, { room: roomId, user: userId });
  }

  /** Replaces the preferences, which {@link lock} has read in the same transaction. */
  async write(manager: EntityManager, { roomId, userId }: OwnRoomGrant, preferences: RoomPreferences): Promise<void> {
    await WRITE.changes(manager, { ...preferences, roomId, userId });
  }

  /** The preferences for the rooms of which the user is a member. */
  async of(source: QuerySource, userId: number, roomIds: readonly string[]): Promise<readonly RoomPreferences[]> {
    return OF_ROOMS.rows(source, { user: userId, rooms: roomIds });
  }

  /** @param after undefined: the first part */
  async page(source: QuerySource, userId: number, after: string | undefined): Promise<PreferencesPage> {
    const listed = await LISTED.rows(source, { user: userId, after: after ?? null, limit: ROOMS_A_PART });
    const roomIds = listed.map(({ id }) => id);
    const preferences = roomIds.length === 0 ? [] : await this.of(source, userId, roomIds);
    return { preferences, next: roomIds.length < ROOMS_A_PART ? undefined : roomIds.at(-1) };
  }
}

const PREFERENCES = {
  isFavourite: 'bool',
  archivedSeq: 'int8 | null',
  markedUnreadSeq: 'int8 | null',
  notifyLevel: typed<NotifyLevel | null>('text | null'),
  mutedUntil: 'timestamptz | null',
} as const satisfies Types;

/** The columns of {@link PREFERENCES} but the time of the mute, and the room. */
const COLUMNS = `s.room_id AS "roomId", s.is_favourite AS "isFavourite", s.archived_seq AS "archivedSeq",
  s.marked_unread_seq AS "markedUnreadSeq", s.notify_level AS "notifyLevel"`;

const LOCK = statement('room_preferences.lock', {
  parameters: { room: 'uuid', user: 'int4' },
  columns: { roomId: 'uuid', ...PREFERENCES, lastSeq: 'int8', now: 'timestamptz' },
  isPrepared: true,
  text: ({ room, user }) => `
    SELECT ${COLUMNS}, s.muted_until AS "mutedUntil", r.last_seq AS "lastSeq", statement_timestamp() AS now
    FROM rooms r JOIN room_members s ON s.room_id = ${room} AND s.user_id = ${user}
    WHERE r.id = ${room} FOR KEY SHARE OF r FOR NO KEY UPDATE OF s`,
});

const WRITE = statement('room_preferences.write', {
  parameters: { roomId: 'uuid', userId: 'int4', ...PREFERENCES },
  columns: {},
  isPrepared: true,
  text: ({ roomId, userId, isFavourite, archivedSeq, markedUnreadSeq, notifyLevel, mutedUntil }) => `
    UPDATE room_members
    SET is_favourite = ${isFavourite}, archived_seq = ${archivedSeq}, marked_unread_seq = ${markedUnreadSeq},
      notify_level = ${notifyLevel}, muted_until = ${mutedUntil}
    WHERE room_id = ${roomId} AND user_id = ${userId}`,
});

const OF_ROOMS = statement('room_preferences.of_rooms', {
  parameters: { user: 'int4', rooms: 'uuid[]' },
  columns: { roomId: 'uuid', ...PREFERENCES },
  isPrepared: true,
  text: ({ user, rooms }) => `
    SELECT ${COLUMNS}, CASE WHEN s.muted_until > now() THEN s.muted_until END AS "mutedUntil"
    FROM room_members s WHERE s.user_id = ${user} AND s.room_id = ANY (${rooms}) ORDER BY s.room_id`,
});

const LISTED = statement('room_preferences.listed', {
  parameters: { user: 'int4', after: 'uuid | null', limit: 'int8' },
  columns: { id: 'uuid not null' },
  isPrepared: true,
  text: ({ user, after, limit }) => `
    SELECT room_id AS id FROM user_rooms WHERE user_id = ${user} AND (${after}::uuid IS NULL OR room_id > ${after})
    ORDER BY room_id LIMIT ${limit}`,
});
