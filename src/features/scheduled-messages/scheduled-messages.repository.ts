import { Injectable } from '@nestjs/common';
import type { ScheduledMessage } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { MessageGrant } from '../messages/message.policy.js';
import { listBytes } from '../../platform/collections/list-bytes.js';
import { Limits } from '../../platform/config/limits.settings.js';
import type { TimedPlace } from '../../platform/pages/timed-place.js';
import type { QuerySource } from '../../platform/database/query.js';
import { statement } from '../../platform/database/statement.js';
import { lockMembership } from '../rooms/membership/member.rows.js';
import { lockUser } from '../users/user.rows.js';
import { ScheduledMessageRow } from './scheduled-message.entity.js';
import { SCHEDULED_COLUMNS, scheduledColumns } from './scheduled-message.rows.js';
import type { ScheduledRow } from './scheduled-message.rows.js';
import type { OwnScheduledGrant } from './scheduled-message.policy.js';
import { toScheduledMessage } from './scheduled-message.view.js';

/** A part of the list, the earliest first. */
export interface ScheduledPart {
  readonly items: readonly ScheduledMessage[];
  /** The place after which the next part begins; undefined: this is the last part. */
  readonly end: TimedPlace | undefined;
  /** Whether the part is shorter than requested because of its bytes. */
  readonly truncated: boolean;
}

export interface ScheduledChange {
  /** Undefined: as before. */
  readonly body: string | undefined;
  /** Undefined: as before. */
  readonly sendAt: Date | undefined;
  /** Of the message before the change. */
  readonly version: number;
}

/** The bytes of an item beside its text, its fields and its refusal. */
export const ITEM_FRAME_BYTES = 300;

/**
 * The scheduled messages of users. Raw SQL, because the clock of the database decides, and because a part of the list
 * is measured before its texts are read.
 */
@Injectable()
export class ScheduledMessagesRepository {
  private readonly mostBytes: number;

  constructor(
    private readonly source: DataSource,
    limits: Limits,
  ) {
    this.mostBytes = listBytes(limits.answerBytes);
  }

  /** Keeps a membership until the transaction ends. Lock users after it. @returns false for a user who has left */
  async lockMembership(manager: EntityManager, { roomId, userId }: MessageGrant<'message.send'>): Promise<boolean> {
    return lockMembership(manager, { roomId, userId });
  }

  /** Serialises the additions of a user until the transaction ends. */
  async lockUser(manager: EntityManager, userId: number): Promise<void> {
    await lockUser(manager, userId);
  }

  /** @returns whether a time is at least so far ahead, and at most a year, by the clock of the database */
  async isAhead(manager: EntityManager, sendAt: Date, leastSeconds: number): Promise<boolean> {
    return (await IS_AHEAD.one(manager, { time: sendAt, least_seconds: leastSeconds })).isAhead;
  }

  /** The number of the user's scheduled messages, with those that were refused. The caller has locked the user. */
  async count(manager: EntityManager, userId: number): Promise<number> {
    return manager.countBy(ScheduledMessageRow, { userId });
  }

  async find({ userId }: OwnScheduledGrant, id: string, source: QuerySource = this.source) {
    return NAMED.row(source, { user: userId, ids: [id] });
  }

  async insert(
    manager: EntityManager,
    { userId, roomId }: MessageGrant<'message.send'>,
    { id, body, sendAt }: { readonly id: string; readonly body: string; readonly sendAt: Date },
  ): Promise<ScheduledMessage> {
    return toScheduledMessage(await INSERT.one(manager, { user: userId, id, room: roomId, body, send_at: sendAt }));
  }

  /**
   * A new time ends that it is refused.
   * @returns undefined if the message has another version, or is being sent, or does not exist
   */
  async change(
    manager: EntityManager,
    { userId }: OwnScheduledGrant,
    id: string,
    { body, sendAt, version }: ScheduledChange,
  ): Promise<ScheduledMessage | undefined> {
    const changed = { body: body ?? null, send_at: sendAt ?? null };
    const row = await CHANGE.row(manager, { user: userId, id, version, ...changed });
    return row && toScheduledMessage(row);
  }

  /** Removes a message that is not being sent. @returns undefined if there is none */
  async cancel(
    manager: EntityManager,
    { userId }: OwnScheduledGrant,
    id: string,
  ): Promise<Pick<ScheduledRow, 'roomId' | 'body'> | undefined> {
    return CANCEL.row(manager, { user: userId, id });
  }

  /** The messages of these ids, as far as they are scheduled. */
  async named(source: QuerySource, userId: number, ids: readonly string[]): Promise<readonly ScheduledMessage[]> {
    const rows = await NAMED.rows(source, { user: userId, ids });
    return rows.map(toScheduledMessage);
  }

  /** A part of the list of a user, of the number and the bytes of one answer. */
  async part(
    { userId }: Pick<OwnScheduledGrant, 'userId'>,
    { after, limit }: { readonly after: TimedPlace | undefined; readonly limit: number },
    source: QuerySource = this.source,
  ): Promise<ScheduledPart> {
    const rows = await LISTED.rows(source, {
      user: userId,
      time: after?.time ?? null,
      after: after?.id ?? null,
      limit,
      most_bytes: this.mostBytes,
      frame: ITEM_FRAME_BYTES,
    });
    const [first] = rows;
    const listed = first?.listed ?? 0;
    const last = rows.at(-1);
    return {
      items: rows.map(toScheduledMessage),
      end: last && rows.length < listed ? { time: last.sendAt, id: last.id } : undefined,
      truncated: rows.length < Math.min(listed, limit),
    };
  }
}

/** With milliseconds, as clients receive it: a cursor has the time of its item. */
const NOW = `date_trunc('milliseconds', statement_timestamp())`;

const IS_AHEAD = statement('scheduled_messages.is_ahead', {
  parameters: { time: 'timestamptz', least_seconds: 'int4' },
  columns: { isAhead: 'bool' },
  isPrepared: true,
  text: ({ time, least_seconds: leastSeconds }) => `
    SELECT ${time}::timestamptz BETWEEN statement_timestamp() + ${leastSeconds}::int * interval '1 second'
      AND statement_timestamp() + interval '1 year' AS "isAhead"`,
});

const NAMED = statement('scheduled_messages.named', {
  parameters: { user: 'int4', ids: 'uuid[]' },
  columns: SCHEDULED_COLUMNS,
  isPrepared: true,
  text: ({ user, ids }) => `
    SELECT ${scheduledColumns} FROM scheduled_messages s WHERE s.user_id = ${user} AND s.id = ANY (${ids})`,
});

const INSERT = statement('scheduled_messages.insert', {
  parameters: { user: 'int4', id: 'uuid', room: 'uuid', body: 'text', send_at: 'timestamptz' },
  columns: SCHEDULED_COLUMNS,
  isPrepared: true,
  text: ({ user, id, room, body, send_at: sendAt }) => `
    INSERT INTO scheduled_messages AS s (user_id, id, room_id, body, send_at, created_at, updated_at)
    VALUES (${user}, ${id}, ${room}, ${body}, ${sendAt}, ${NOW}, ${NOW}) RETURNING ${scheduledColumns}`,
});

const CHANGE = statement('scheduled_messages.change', {
  parameters: {
    user: 'int4',
    id: 'uuid',
    version: 'int4',
    body: 'text | null',
    send_at: 'timestamptz | null',
  },
  columns: SCHEDULED_COLUMNS,
  isPrepared: true,
  text: ({ user, id, version, body, send_at: sendAt }) => `
    UPDATE scheduled_messages s
    SET body = coalesce(${body}, s.body), send_at = coalesce(${sendAt}::timestamptz, s.send_at), updated_at = ${NOW},
      version = s.version + 1,
      refused_at = CASE WHEN ${sendAt}::timestamptz IS NULL THEN s.refused_at END,
      refusal = CASE WHEN ${sendAt}::timestamptz IS NULL THEN s.refusal END,
      notification_id = CASE WHEN ${sendAt}::timestamptz IS NULL THEN s.notification_id END
    WHERE s.user_id = ${user} AND s.id = ${id} AND s.version = ${version} AND s.message_id IS NULL
    RETURNING ${scheduledColumns}`,
});

const CANCEL = statement('scheduled_messages.cancel', {
  parameters: { user: 'int4', id: 'uuid' },
  columns: { roomId: 'uuid', body: 'text' },
  isPrepared: true,
  text: ({ user, id }) => `
    DELETE FROM scheduled_messages WHERE user_id = ${user} AND id = ${id} AND message_id IS NULL
    RETURNING room_id AS "roomId", body`,
});

/** Of those that the limit permits, and one more, the first as many as their bytes permit. The first is always read. */
const LISTED = statement('scheduled_messages.listed', {
  parameters: {
    user: 'int4',
    time: 'timestamptz | null',
    after: 'uuid | null',
    limit: 'int4',
    most_bytes: 'int8',
    frame: 'int4',
  },
  columns: { ...SCHEDULED_COLUMNS, listed: 'int4' },
  isPrepared: true,
  text: ({ user, time, after, limit, most_bytes: mostBytes, frame }) => `
    SELECT ${scheduledColumns}, measured.listed FROM (
      SELECT named.id, (count(*) OVER ())::int AS listed, row_number() OVER places AS place,
        sum(named.bytes) OVER places AS bytes
      FROM (
        SELECT id, send_at, octet_length(body) + coalesce(octet_length(refusal), 0) + ${frame}::int AS bytes
        FROM scheduled_messages
        WHERE user_id = ${user} AND (${after}::uuid IS NULL OR (send_at, id) > (${time}::timestamptz, ${after}::uuid))
        ORDER BY send_at, id LIMIT ${limit}::int + 1
      ) named
      WINDOW places AS (ORDER BY named.send_at, named.id)
    ) measured JOIN scheduled_messages s ON s.user_id = ${user} AND s.id = measured.id
    WHERE measured.place = 1 OR measured.place <= ${limit} AND measured.bytes <= ${mostBytes}
    ORDER BY s.send_at, s.id`,
});
