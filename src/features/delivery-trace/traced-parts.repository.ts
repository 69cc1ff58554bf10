import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { WHOLE_ROOM } from '../messages/mentions/mention.entity.js';
import { usersById } from '../users/user.rows.js';
import type { TracedMessage } from './facts.js';
import { statement } from '../../platform/database/statement.js';

/** The parts of a message besides its text, and the part that concerns one user. */
export interface TracedParts {
  readonly isSilent: boolean;
  readonly mentionsUser: boolean;
  readonly mentionsRoom: boolean;
  /** Null: it is no reply in a thread. */
  readonly threadId: string | null;
  readonly isAlsoToRoom: boolean;
  /** Whether the user follows the thread now. */
  readonly isFollowed: boolean;
  /** Null: it is not pinned. */
  readonly pinnedAt: Date | null;
  /** The name of the user who pinned it; null if that user does not exist any more. */
  readonly pinnedBy: string | null;
  readonly hasPoll: boolean;
  readonly voters: number;
  /** Null: it has no poll, or an open one. */
  readonly closedAt: Date | null;
}

/** Raw SQL, because one statement of one room reads what a message has in several tables. */
@Injectable()
export class TracedPartsRepository {
  constructor(private readonly source: DataSource) {}

  /** @returns undefined for a message whose row is deleted */
  async find({ id, roomId }: TracedMessage, userId: number): Promise<TracedParts | undefined> {
    const row = await PARTS.row(this.source, { message: id, room: roomId, user: userId });
    if (!row) return undefined;
    const users = await usersById(this.source, [row.pinnedBy]);
    return { ...row, pinnedBy: row.pinnedBy === null ? null : (users.get(row.pinnedBy)?.username ?? null) };
  }
}

interface Place {
  readonly message: string;
  readonly room: string;
}

const mentions = ({ message, room }: Place, userId: string): string =>
  `EXISTS (SELECT FROM mentions n WHERE n.room_id = ${room} AND n.message_id = ${message} AND n.user_id = ${userId})`;

const PARTS = statement('trace.parts', {
  parameters: { message: 'uuid', room: 'uuid', user: 'int4' },
  columns: {
    isSilent: 'bool',
    mentionsUser: 'bool',
    mentionsRoom: 'bool',
    threadId: 'uuid | null',
    isAlsoToRoom: 'bool',
    isFollowed: 'bool',
    pinnedAt: 'timestamptz | null',
    pinnedBy: 'int4 | null',
    hasPoll: 'bool',
    voters: 'int4',
    closedAt: 'timestamptz | null',
  },
  text: ({ message, room, user }) => `
    SELECT m.is_silent IS TRUE AS "isSilent", ${mentions({ message, room }, user)} AS "mentionsUser",
      ${mentions({ message, room }, String(WHOLE_ROOM))} AS "mentionsRoom", m.thread_id AS "threadId",
      m.also_to_room IS TRUE AS "isAlsoToRoom",
      EXISTS (SELECT FROM thread_members f
        WHERE f.room_id = ${room} AND f.thread_id = m.thread_id AND f.user_id = ${user}
          AND f.is_following) AS "isFollowed",
      m.pinned_at AS "pinnedAt", m.pinned_by AS "pinnedBy", m.has_poll IS TRUE AS "hasPoll",
      (SELECT count(DISTINCT v.user_id)::int FROM poll_votes v
        WHERE v.room_id = ${room} AND v.message_id = ${message}) AS voters,
      (SELECT p.closed_at FROM polls p WHERE p.room_id = ${room} AND p.message_id = ${message}) AS "closedAt"
    FROM messages m WHERE m.id = ${message} AND m.room_id = ${room}`,
});
