import { Injectable } from '@nestjs/common';
import type { ScheduledMessage, ScheduleRefusal } from '@parley/protocol';
import type { EntityManager } from 'typeorm';

import { Backoff } from '../../platform/async/backoff.js';
import { statement } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import type { ScheduledId } from './schedule-timer.js';
import { SCHEDULED_COLUMNS, scheduledColumns } from './scheduled-message.rows.js';
import { toScheduledMessage } from './scheduled-message.view.js';

/** A scheduled message that is being sent. */
export type TakenMessage = RowOf<typeof TAKE>;

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

/** In seconds. */
const BACKOFF = new Backoff(10, 3_600);

/** Scheduled messages whose time has come. Raw SQL, because the clock of the database decides. */
@Injectable()
export class ScheduledSendsRepository {
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
    return TAKE.row(manager, { user: userId, id, message: messageId });
  }

  /** Removes a message that is being sent. @returns whether it was there: another attempt may have removed it */
  async remove(manager: EntityManager, { userId, id, messageId }: TakenMessage): Promise<boolean> {
    return (await REMOVE.changes(manager, { user: userId, id, message: messageId })) > 0;
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
    const row = await REFUSE.row(manager, {
      user: userId,
      id,
      message: messageId,
      refusal: JSON.stringify(reason),
      notification: notificationId,
    });
    return row && { item: toScheduledMessage(row), refusedAt: row.refusedAt };
  }

  /** The time after so many seconds, by the clock of the database. */
  async timeAfter(manager: EntityManager, seconds: number): Promise<Date> {
    return (await TIME_AFTER.one(manager, { seconds })).time;
  }
}

/** With milliseconds, as clients receive it: a cursor has the time of its item. */
const NOW = `date_trunc('milliseconds', statement_timestamp())`;

const TAKE = statement('scheduled_sends.take', {
  parameters: { user: 'int4', id: 'uuid', message: 'uuid' },
  columns: {
    userId: 'int4',
    id: 'uuid',
    roomId: 'uuid',
    body: 'text',
    /** The id of the message, the same in each attempt. */
    messageId: 'uuid not null',
    /** When sending it is repeated, unless the message is removed before. */
    retryAt: 'timestamptz',
  },
  isPrepared: true,
  text: ({ user, id, message }) => `
    UPDATE scheduled_messages s SET message_id = coalesce(s.message_id, ${message}), attempts = s.attempts + 1
    WHERE s.user_id = ${user} AND s.id = ${id} AND s.refused_at IS NULL
    RETURNING s.user_id AS "userId", s.id, s.room_id AS "roomId", s.body, s.message_id AS "messageId",
      statement_timestamp() + ${BACKOFF.sql('s.attempts - 1')} * interval '1 second' AS "retryAt"`,
});

const REMOVE = statement('scheduled_sends.remove', {
  parameters: { user: 'int4', id: 'uuid', message: 'uuid' },
  columns: {},
  isPrepared: true,
  text: ({ user, id, message }) => `
    DELETE FROM scheduled_messages WHERE user_id = ${user} AND id = ${id} AND message_id = ${message}`,
});

/** Its version is raised: a change of its author who does not know the refusal yet fails. */
const REFUSE = statement('scheduled_sends.refuse', {
  parameters: { user: 'int4', id: 'uuid', message: 'uuid', refusal: 'text', notification: 'uuid' },
  columns: { ...SCHEDULED_COLUMNS, refusedAt: 'timestamptz not null' },
  isPrepared: true,
  text: ({ user, id, message, refusal, notification }) => `
    UPDATE scheduled_messages s
    SET refused_at = ${NOW}, refusal = ${refusal}, notification_id = ${notification}, message_id = NULL, attempts = 0,
      version = s.version + 1
    WHERE s.user_id = ${user} AND s.id = ${id} AND s.message_id = ${message} AND s.refused_at IS NULL
    RETURNING ${scheduledColumns}, s.refused_at AS "refusedAt"`,
});

const TIME_AFTER = statement('scheduled_sends.time_after', {
  parameters: { seconds: 'int4' },
  columns: { time: 'timestamptz' },
  isPrepared: true,
  text: ({ seconds }) => `SELECT statement_timestamp() + ${seconds}::int * interval '1 second' AS time`,
});
