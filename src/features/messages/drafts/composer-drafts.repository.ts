import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { prepared } from '../../../platform/database/prepared.js';
import type { QuerySource } from '../../../platform/database/query.js';
import { storedText, textFromStored } from '../../../platform/database/stored-text.js';
import type { DraftGrant } from '../message.policy.js';
import { placeIdOf } from './draft-place.js';
import type { DraftPlace } from './draft-place.js';

/** The text that a user is writing in a room or in a thread. Not to be confused with the `Draft` of a send. */
export interface ComposerDraft extends DraftPlace {
  readonly content: string;
  readonly updatedAt: Date;
}

interface DraftRow {
  readonly room_id: string;
  readonly place_id: string;
  readonly content: string;
  readonly updated_at: Date;
}

/** The drafts of users. Raw SQL: rows are locked, and listed from a place on. */
@Injectable()
export class ComposerDraftsRepository {
  /** Locks the membership until the transaction ends. @returns whether the user is a member */
  async lock(manager: EntityManager, { roomId, userId }: DraftGrant): Promise<boolean> {
    const rows = await manager.query<unknown[]>(LOCK, [roomId, userId]);
    return rows.length > 0;
  }

  /** Locks the draft. */
  async find(
    manager: EntityManager,
    { roomId, userId }: DraftGrant,
    place: DraftPlace,
  ): Promise<ComposerDraft | undefined> {
    const [row] = await manager.query<DraftRow[]>(FIND, [roomId, userId, placeIdOf(place)]);
    return row && toDraft(row);
  }

  /** Serialises the changes that the user makes to the number of drafts. @returns the number */
  async lockNumber(manager: EntityManager, { userId }: DraftGrant): Promise<number> {
    await manager.query(LOCK_USER, [userId]);
    const [row] = await manager.query<[{ count: number }]>(COUNT, [userId]);
    return row.count;
  }

  async put(
    manager: EntityManager,
    { roomId, userId }: DraftGrant,
    place: DraftPlace,
    content: string,
  ): Promise<ComposerDraft> {
    const [row] = await manager.query<[DraftRow]>(PUT, [roomId, userId, placeIdOf(place), storedText(content)]);
    return toDraft(row);
  }

  async remove(manager: EntityManager, { roomId, userId }: DraftGrant, place: DraftPlace): Promise<void> {
    await manager.query(REMOVE, [roomId, userId, placeIdOf(place)]);
  }

  /** The drafts of these places, as far as there are any. */
  async of(source: QuerySource, userId: number, places: readonly DraftPlace[]): Promise<ComposerDraft[]> {
    const roomIds = [...new Set(places.map(({ roomId }) => roomId))];
    const rows = await source.query<DraftRow[]>(NAMED, [userId, roomIds, places.map(placeIdOf)]);
    return rows.map(toDraft);
  }

  /** @param after undefined: the first part */
  async part(
    source: QuerySource,
    userId: number,
    after: DraftPlace | undefined,
    limit: number,
  ): Promise<ComposerDraft[]> {
    const place = [after?.roomId ?? null, after ? placeIdOf(after) : null];
    const rows = await source.query<DraftRow[]>(LISTED, [userId, ...place, limit]);
    return rows.map(toDraft);
  }
}

const toDraft = ({ room_id: roomId, place_id: placeId, content, updated_at: updatedAt }: DraftRow): ComposerDraft => ({
  roomId,
  threadId: placeId === roomId ? null : placeId,
  content: textFromStored(content),
  updatedAt,
});

const LOCK = prepared('SELECT user_id FROM room_members WHERE room_id = $1 AND user_id = $2 FOR KEY SHARE');

const COLUMNS = 'd.room_id, d.place_id, d.content, d.updated_at';

const FIND = prepared(`
  SELECT ${COLUMNS} FROM drafts d WHERE d.room_id = $1 AND d.user_id = $2 AND d.place_id = $3 FOR UPDATE`);

const LOCK_USER = prepared('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE');

/** Asks every part of a distributed database. */
const COUNT = prepared('SELECT count(*)::int AS count FROM drafts WHERE user_id = $1');

const PUT = prepared(`
  INSERT INTO drafts AS d (room_id, user_id, place_id, content, updated_at)
  VALUES ($1, $2, $3, $4, date_trunc('milliseconds', statement_timestamp()))
  ON CONFLICT (room_id, user_id, place_id)
    DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at
  RETURNING ${COLUMNS}`);

const REMOVE = prepared('DELETE FROM drafts WHERE room_id = $1 AND user_id = $2 AND place_id = $3');

const NAMED = prepared(`
  SELECT ${COLUMNS} FROM drafts d WHERE d.user_id = $1 AND d.room_id = ANY ($2) AND d.place_id = ANY ($3)`);

/** Asks every part of a distributed database. */
const LISTED = prepared(`
  SELECT ${COLUMNS} FROM drafts d
  WHERE d.user_id = $1 AND ($2::uuid IS NULL OR (d.room_id, d.place_id) > ($2, $3::uuid))
  ORDER BY d.room_id, d.place_id LIMIT $4`);
