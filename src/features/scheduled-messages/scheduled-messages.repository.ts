import { Injectable } from '@nestjs/common';
import type { ScheduledMessage, ScheduleRefusal } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { MessageGrant } from '../messages/message.policy.js';
import { Backoff } from '../../platform/async/backoff.js';
import { listBytes } from '../../platform/collections/list-bytes.js';
import { Limits } from '../../platform/config/limits.settings.js';
import type { TimedPlace } from '../../platform/pages/timed-place.js';
import { prepared } from '../../platform/database/prepared.js';
import type { QuerySource } from '../../platform/database/query.js';
import type { ScheduledId } from './schedule-timer.js';
import type { ScheduledRow } from './scheduled-message.entity.js';
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

/** A scheduled message that is being sent. */
export interface TakenMessage extends ScheduledId {
  readonly roomId: string;
  readonly body: string;
  /** The id of the message, the same in each attempt. */
  readonly messageId: string;
  /** When sending it is repeated, unless the message is removed before. */
  readonly retryAt: Date;
}

/** Why a message was not sent, and the notification of that. */
export interface NewRefusal {
  readonly reason: ScheduleRefusal;
  readonly notificationId: string;
}

/** A message whose sending was refused. */
export interface RefusedMessage {
  readonly item: ScheduledMessage;
  readonly refusedAt: Date;
}

/** The bytes of an item beside its text, its fields and its refusal. */
export const ITEM_FRAME_BYTES = 300;

/** In seconds. */
const BACKOFF = new Backoff(10, 3_600);

type ListedRow = ScheduledRow & { readonly listed: number };

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
    return (await manager.query<unknown[]>(LOCK_MEMBERSHIP, [roomId, userId])).length > 0;
  }

  /** Serialises the additions of a user until the transaction ends. */
  async lockUser(manager: EntityManager, userId: number): Promise<void> {
    await manager.query(LOCK_USER, [userId]);
  }

  /** @returns whether a time is at least so far ahead, and at most a year, by the clock of the database */
  async isAhead(manager: EntityManager, sendAt: Date, leastSeconds: number): Promise<boolean> {
    const [row] = await manager.query<[{ isAhead: boolean }]>(IS_AHEAD, [sendAt, leastSeconds]);
    return row.isAhead;
  }

  /** The number of the user's scheduled messages, with those that were refused. The caller has locked the user. */
  async count(manager: EntityManager, userId: number): Promise<number> {
    const [row] = await manager.query<[{ count: number }]>(COUNT, [userId]);
    return row.count;
  }

  async find({ userId }: OwnScheduledGrant, id: string, source: QuerySource = this.source) {
    const [row] = await source.query<ScheduledRow[]>(NAMED, [userId, [id]]);
    return row;
  }

  async insert(
    manager: EntityManager,
    { userId, roomId }: MessageGrant<'message.send'>,
    { id, body, sendAt }: { readonly id: string; readonly body: string; readonly sendAt: Date },
  ): Promise<ScheduledMessage> {
    const [row] = await manager.query<[ScheduledRow]>(INSERT, [userId, id, roomId, body, sendAt]);
    return toScheduledMessage(row);
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
    const [[row]] = await manager.query<[ScheduledRow[], number]>(CHANGE, [
      userId,
      id,
      version,
      body ?? null,
      sendAt ?? null,
    ]);
    return row && toScheduledMessage(row);
  }

  /** Removes a message that is not being sent. @returns undefined if there is none */
  async cancel(
    manager: EntityManager,
    { userId }: OwnScheduledGrant,
    id: string,
  ): Promise<Pick<ScheduledRow, 'roomId' | 'body'> | undefined> {
    const [[row]] = await manager.query<[Pick<ScheduledRow, 'roomId' | 'body'>[], number]>(CANCEL, [userId, id]);
    return row;
  }

  /**
   * Begins to send a message, or repeats it.
   * @param messageId the id of the message, if it is the first attempt
   * @returns undefined if it does not exist any more
   */
  async take(
    manager: EntityManager,
    { userId, id }: ScheduledId,
    messageId: string,
  ): Promise<TakenMessage | undefined> {
    const [[row]] = await manager.query<[TakenMessage[], number]>(TAKE, [userId, id, messageId]);
    return row;
  }

  /** Removes a message that is being sent. @returns whether it was there: another attempt may have removed it */
  async remove(manager: EntityManager, { userId, id, messageId }: TakenMessage): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(REMOVE, [userId, id, messageId]);
    return count > 0;
  }

  /**
   * Ends the sending of a message, which stays with the reason, for its author.
   * @returns undefined if it was not being sent any more: another attempt may have ended it
   */
  async refuse(
    manager: EntityManager,
    { userId, id, messageId }: TakenMessage,
    { reason, notificationId }: NewRefusal,
  ): Promise<RefusedMessage | undefined> {
    const [[row]] = await manager.query<[(ScheduledRow & { readonly refusedAt: Date })[], number]>(REFUSE, [
      userId,
      id,
      messageId,
      JSON.stringify(reason),
      notificationId,
    ]);
    return row && { item: toScheduledMessage(row), refusedAt: row.refusedAt };
  }

  /** The time after so many seconds, by the clock of the database. */
  async timeAfter(manager: EntityManager, seconds: number): Promise<Date> {
    const [row] = await manager.query<[{ time: Date }]>(TIME_AFTER, [seconds]);
    return row.time;
  }

  /** The messages of these ids, as far as they are scheduled. */
  async named(source: QuerySource, userId: number, ids: readonly string[]): Promise<readonly ScheduledMessage[]> {
    const rows = await source.query<ScheduledRow[]>(NAMED, [userId, ids]);
    return rows.map(toScheduledMessage);
  }

  /** A part of the list of a user, of the number and the bytes of one answer. */
  async part(
    { userId }: Pick<OwnScheduledGrant, 'userId'>,
    { after, limit }: { readonly after: TimedPlace | undefined; readonly limit: number },
    source: QuerySource = this.source,
  ): Promise<ScheduledPart> {
    const rows = await source.query<ListedRow[]>(LISTED, [
      userId,
      after?.time ?? null,
      after?.id ?? null,
      limit,
      this.mostBytes,
      ITEM_FRAME_BYTES,
    ]);
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

const COLUMNS = `
  s.id, s.room_id AS "roomId", s.body, s.send_at AS "sendAt", s.created_at AS "createdAt",
  s.updated_at AS "updatedAt", s.version, s.refusal,
  s.message_id IS NOT NULL AS "isBeingSent"`;

/** With milliseconds, as clients receive it: a cursor has the time of its item. */
const NOW = `date_trunc('milliseconds', statement_timestamp())`;

const LOCK_MEMBERSHIP = prepared('SELECT FROM room_members WHERE room_id = $1 AND user_id = $2 FOR KEY SHARE');

const LOCK_USER = prepared('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE');

const IS_AHEAD = prepared(`
  SELECT $1::timestamptz BETWEEN statement_timestamp() + $2::int * interval '1 second'
    AND statement_timestamp() + interval '1 year' AS "isAhead"`);

const COUNT = prepared('SELECT count(*)::int AS count FROM scheduled_messages WHERE user_id = $1');

const NAMED = prepared(`SELECT ${COLUMNS} FROM scheduled_messages s WHERE s.user_id = $1 AND s.id = ANY ($2)`);

const INSERT = prepared(`
  INSERT INTO scheduled_messages AS s (user_id, id, room_id, body, send_at, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, ${NOW}, ${NOW}) RETURNING ${COLUMNS}`);

const CHANGE = prepared(`
  UPDATE scheduled_messages s
  SET body = coalesce($4, s.body), send_at = coalesce($5::timestamptz, s.send_at), updated_at = ${NOW}, version = s.version + 1,
    refused_at = CASE WHEN $5::timestamptz IS NULL THEN s.refused_at END,
    refusal = CASE WHEN $5::timestamptz IS NULL THEN s.refusal END,
    notification_id = CASE WHEN $5::timestamptz IS NULL THEN s.notification_id END
  WHERE s.user_id = $1 AND s.id = $2 AND s.version = $3 AND s.message_id IS NULL RETURNING ${COLUMNS}`);

const CANCEL = prepared(`
  DELETE FROM scheduled_messages WHERE user_id = $1 AND id = $2 AND message_id IS NULL
  RETURNING room_id AS "roomId", body`);

const TAKE = prepared(`
  UPDATE scheduled_messages s SET message_id = coalesce(s.message_id, $3), attempts = s.attempts + 1
  WHERE s.user_id = $1 AND s.id = $2 AND s.refused_at IS NULL
  RETURNING s.user_id AS "userId", s.id, s.room_id AS "roomId", s.body, s.message_id AS "messageId",
    statement_timestamp() + ${BACKOFF.sql('s.attempts - 1')} * interval '1 second' AS "retryAt"`);

const REMOVE = prepared(`
  DELETE FROM scheduled_messages WHERE user_id = $1 AND id = $2 AND message_id = $3`);

/** Its version is raised: a change of its author who does not know the refusal yet fails. */
const REFUSE = prepared(`
  UPDATE scheduled_messages s SET refused_at = ${NOW}, refusal = $4, notification_id = $5, message_id = NULL, attempts = 0,
    version = s.version + 1
  WHERE s.user_id = $1 AND s.id = $2 AND s.message_id = $3 AND s.refused_at IS NULL
  RETURNING ${COLUMNS}, s.refused_at AS "refusedAt"`);

const TIME_AFTER = prepared(`SELECT statement_timestamp() + $1::int * interval '1 second' AS time`);

/** Of those that the limit permits, and one more, the first as many as their bytes permit. The first is always read. */
const LISTED = prepared(`
  SELECT ${COLUMNS}, measured.listed FROM (
    SELECT named.id, (count(*) OVER ())::int AS listed, row_number() OVER places AS place,
      sum(named.bytes) OVER places AS bytes
    FROM (
      SELECT id, send_at, octet_length(body) + coalesce(octet_length(refusal), 0) + $6::int AS bytes
      FROM scheduled_messages
      WHERE user_id = $1 AND ($3::uuid IS NULL OR (send_at, id) > ($2::timestamptz, $3::uuid))
      ORDER BY send_at, id LIMIT $4::int + 1
    ) named
    WINDOW places AS (ORDER BY named.send_at, named.id)
  ) measured JOIN scheduled_messages s ON s.user_id = $1 AND s.id = measured.id
  WHERE measured.place = 1 OR measured.place <= $4 AND measured.bytes <= $5
  ORDER BY s.send_at, s.id`);
