import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { QuerySource } from '../../../platform/database/query.js';
import { statement } from '../../../platform/database/statement.js';
import type { Types, ValuesOf } from '../../../platform/database/statement.js';
import { storedText, textFromStored } from '../../../platform/database/stored-text.js';
import { lockMembership } from '../../rooms/membership/member.rows.js';
import { lockUser } from '../../users/user.rows.js';
import type { DraftGrant } from '../message.policy.js';
import { ComposerDraftRow, placeIdOf } from './composer-draft.entity.js';
import type { DraftPlace } from './composer-draft.entity.js';

/** The text that a user is writing in a room or in a thread. Not to be confused with the `Draft` of a send. */
export interface ComposerDraft extends DraftPlace {
  readonly content: string;
  readonly updatedAt: Date;
}

/** The drafts of users. Raw SQL: rows are locked, and listed from a place on. */
@Injectable()
export class ComposerDraftsRepository {
  /** Locks the membership until the transaction ends. @returns whether the user is a member */
  async lock(manager: EntityManager, grant: DraftGrant): Promise<boolean> {
    return lockMembership(manager, grant);
  }

  /** Locks the draft. */
  async find(
    manager: EntityManager,
    { roomId, userId }: DraftGrant,
    place: DraftPlace,
  ): Promise<ComposerDraft | undefined> {
    const row = await FIND.row(manager, { room: roomId, user: userId, place: placeIdOf(place) });
    return row && toDraft(row);
  }

  /** Serialises the changes that the user makes to the number of drafts. @returns the number */
  async lockNumber(manager: EntityManager, { userId }: DraftGrant): Promise<number> {
    await lockUser(manager, userId);
    return (await COUNT.one(manager, { user: userId })).count;
  }

  async put(
    manager: EntityManager,
    { roomId, userId }: DraftGrant,
    place: DraftPlace,
    content: string,
  ): Promise<ComposerDraft> {
    const draft = { room: roomId, user: userId, place: placeIdOf(place), content: storedText(content) };
    return toDraft(await PUT.one(manager, draft));
  }

  async remove(manager: EntityManager, { roomId, userId }: DraftGrant, place: DraftPlace): Promise<void> {
    await manager.delete(ComposerDraftRow, { roomId, userId, placeId: placeIdOf(place) });
  }

  /** The drafts of these places, as far as there are any. */
  async of(source: QuerySource, userId: number, places: readonly DraftPlace[]): Promise<ComposerDraft[]> {
    const roomIds = [...new Set(places.map(({ roomId }) => roomId))];
    const rows = await NAMED.rows(source, { user: userId, rooms: roomIds, places: places.map(placeIdOf) });
    return rows.map(toDraft);
  }

  /** @param after undefined: the first part */
  async part(
    source: QuerySource,
    userId: number,
    after: DraftPlace | undefined,
    limit: number,
  ): Promise<ComposerDraft[]> {
    const rows = await LISTED.rows(source, {
      user: userId,
      after_room: after?.roomId ?? null,
      after_place: after ? placeIdOf(after) : null,
      limit,
    });
    return rows.map(toDraft);
  }
}

const DRAFT_COLUMNS = {
  room_id: 'uuid',
  place_id: 'uuid',
  content: 'text',
  updated_at: 'timestamptz',
} as const satisfies Types;

type DraftRow = ValuesOf<typeof DRAFT_COLUMNS>;

const toDraft = ({ room_id: roomId, place_id: placeId, content, updated_at: updatedAt }: DraftRow): ComposerDraft => ({
  roomId,
  threadId: placeId === roomId ? null : placeId,
  content: textFromStored(content),
  updatedAt,
});

const COLUMNS = 'd.room_id, d.place_id, d.content, d.updated_at';

const FIND = statement('drafts.find', {
  parameters: { room: 'uuid', user: 'int4', place: 'uuid' },
  columns: DRAFT_COLUMNS,
  isPrepared: true,
  text: ({ room, user, place }) => `
    SELECT ${COLUMNS} FROM drafts d
    WHERE d.room_id = ${room} AND d.user_id = ${user} AND d.place_id = ${place} FOR UPDATE`,
});

/** Asks every part of a distributed database. */
const COUNT = statement('drafts.count', {
  parameters: { user: 'int4' },
  columns: { count: 'int4' },
  isPrepared: true,
  text: ({ user }) => `SELECT count(*)::int AS count FROM drafts WHERE user_id = ${user}`,
});

const PUT = statement('drafts.put', {
  parameters: { room: 'uuid', user: 'int4', place: 'uuid', content: 'text' },
  columns: DRAFT_COLUMNS,
  isPrepared: true,
  text: ({ room, user, place, content }) => `
    INSERT INTO drafts AS d (room_id, user_id, place_id, content, updated_at)
    VALUES (${room}, ${user}, ${place}, ${content}, date_trunc('milliseconds', statement_timestamp()))
    ON CONFLICT (room_id, user_id, place_id)
      DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at
    RETURNING ${COLUMNS}`,
});

const NAMED = statement('drafts.named', {
  parameters: { user: 'int4', rooms: 'uuid[]', places: 'uuid[]' },
  columns: DRAFT_COLUMNS,
  isPrepared: true,
  text: ({ user, rooms, places }) => `
    SELECT ${COLUMNS} FROM drafts d
    WHERE d.user_id = ${user} AND d.room_id = ANY (${rooms}) AND d.place_id = ANY (${places})`,
});

/** Asks every part of a distributed database. */
const LISTED = statement('drafts.listed', {
  parameters: { user: 'int4', after_room: 'uuid | null', after_place: 'uuid | null', limit: 'int8' },
  columns: DRAFT_COLUMNS,
  isPrepared: true,
  text: ({ user, after_room: afterRoom, after_place: afterPlace, limit }) => `
    SELECT ${COLUMNS} FROM drafts d
    WHERE d.user_id = ${user}
      AND (${afterRoom}::uuid IS NULL OR (d.room_id, d.place_id) > (${afterRoom}, ${afterPlace}::uuid))
    ORDER BY d.room_id, d.place_id LIMIT ${limit}`,
});
