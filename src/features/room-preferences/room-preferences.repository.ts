import { Injectable } from '@nestjs/common';
import type { NotifyLevel } from '@parley/protocol';
import type { EntityManager } from 'typeorm';

import { prepared } from '../../platform/database/prepared.js';
import type { QuerySource } from '../../platform/database/query.js';
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
    const [row] = await manager.query<LockedPreferences[]>(LOCK, [roomId, userId]);
    return row;
  }

  /** Replaces the preferences, which {@link lock} has read in the same transaction. */
  async write(
    manager: EntityManager,
    { roomId, userId }: OwnRoomGrant,
    { isFavourite, archivedSeq, markedUnreadSeq, notifyLevel, mutedUntil }: RoomPreferences,
  ): Promise<void> {
    const values = [isFavourite, archivedSeq, markedUnreadSeq, notifyLevel, mutedUntil];
    await manager.query(WRITE, [roomId, userId, ...values]);
  }

  /** The preferences for the rooms of which the user is a member. */
  async of(source: QuerySource, userId: number, roomIds: readonly string[]): Promise<readonly RoomPreferences[]> {
    return source.query<RoomPreferences[]>(OF_ROOMS, [userId, roomIds]);
  }

  /** @param after undefined: the first part */
  async page(source: QuerySource, userId: number, after: string | undefined): Promise<PreferencesPage> {
    const listed = await source.query<{ id: string }[]>(LISTED, [userId, after ?? null, ROOMS_A_PART]);
    const roomIds = listed.map(({ id }) => id);
    const preferences = roomIds.length === 0 ? [] : await this.of(source, userId, roomIds);
    return { preferences, next: roomIds.length < ROOMS_A_PART ? undefined : roomIds.at(-1) };
  }
}

const COLUMNS = `s.room_id AS "roomId", s.is_favourite AS "isFavourite", s.archived_seq AS "archivedSeq",
  s.marked_unread_seq AS "markedUnreadSeq", s.notify_level AS "notifyLevel"`;

const LOCK = prepared(`
  SELECT ${COLUMNS}, s.muted_until AS "mutedUntil", r.last_seq AS "lastSeq", statement_timestamp() AS now FROM rooms r JOIN room_members s ON s.room_id = $1 AND s.user_id = $2
  WHERE r.id = $1 FOR KEY SHARE OF r FOR NO KEY UPDATE OF s`);

const WRITE = prepared(`
  UPDATE room_members
  SET is_favourite = $3, archived_seq = $4, marked_unread_seq = $5, notify_level = $6, muted_until = $7
  WHERE room_id = $1 AND user_id = $2`);

const OF_ROOMS = prepared(`
  SELECT ${COLUMNS}, CASE WHEN s.muted_until > now() THEN s.muted_until END AS "mutedUntil"
  FROM room_members s WHERE s.user_id = $1 AND s.room_id = ANY ($2) ORDER BY s.room_id`);

const LISTED = prepared(`
  SELECT room_id AS id FROM user_rooms WHERE user_id = $1 AND ($2::uuid IS NULL OR room_id > $2) ORDER BY room_id LIMIT $3`);
