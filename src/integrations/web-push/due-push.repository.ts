import { Injectable } from '@nestjs/common';
import type { DoNotDisturb } from '@parley/protocol';

import { isNotified } from '../../notification-levels/level-sql.js';
import { isQuiet } from '../../notification-levels/quiet-hours.js';
import { Config } from '../../platform/config/config.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { isUsable } from './push-subscription.entity.js';
import { isOnline } from './push.entity.js';
import type { PushRequest, Recipient } from './push-request-publisher.js';
import { audiencesOf } from './pushed-messages.js';

/** A message that was just sent. */
export interface NewMessage {
  readonly id: string;
  readonly roomId: string;
  readonly seq: number;
  readonly senderId: number;
}

export interface ResolvedPushes {
  /** The number of resolved messages. */
  readonly messages: number;
  /** The number of members who get no push. */
  readonly unsent: number;
  /** The members to notify of each message, by any way. Empty unless it was requested. */
  readonly requests: readonly PushRequest[];
}

/** A message whose recipients are resolved now. */
interface LookedRow {
  readonly messageId: string;
  readonly roomId: string;
  readonly seq: number;
  /** As text, whose precision a date does not have. */
  readonly createdAt: string;
}

/** A user to notify at this hour, unless it is one at which the user gets no push. */
type FoundRecipient = Recipient & { readonly hours: DoNotDisturb | null };

interface ResolvedRow extends Pick<ResolvedPushes, 'unsent'> {
  /** Null instead of an empty list. */
  readonly requests:
    readonly (Omit<PushRequest, 'recipients'> & { readonly recipients: readonly FoundRecipient[] })[] | null;
  /** By the clock of the database. */
  readonly now: Date;
}

/** Messages that are resolved in one statement. */
const BATCH = 10;
/** Up to so many members with the same reason have a row each. For more, one row has their number. */
const MOST_NAMED = 20;

/**
 * The recipients of pushes. A new message adds one row, whatever the size of its room. Its recipients, and the reasons
 * of the other members, are resolved for many messages at once when it is due. Raw SQL: statements read
 * and write many rows, and messages are claimed with SKIP LOCKED. People and rooms have statements of their own.
 */
@Injectable()
export class DuePushRepository {
  private readonly delay: number;
  private readonly threshold: number;

  constructor({ push, sockets }: Config) {
    this.delay = push.delaySeconds;
    this.threshold = sockets.inactivityThreshold;
  }

  /**
   * Enqueues messages, whose recipients are resolved later, unless their room is deleted.
   * @param always includes messages of rooms where no other member has a browser that receives pushes
   */
  async insert(manager: Work['manager'], messages: readonly NewMessage[], always: boolean): Promise<void> {
    await manager.query(
      `INSERT INTO pushes (message_id, room_id, seq, due_at)
       SELECT n.message_id, n.room_id, n.seq, now() + make_interval(secs => $5)
       FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::int[]) AS n (message_id, room_id, seq, sender_id)
       WHERE EXISTS (SELECT FROM user_rooms m WHERE m.room_id = n.room_id) AND ($6 OR EXISTS (
         SELECT FROM user_rooms m JOIN push_subscriptions s ON s.user_id = m.user_id
         WHERE m.room_id = n.room_id AND m.user_id <> n.sender_id))`,
      [
        messages.map(({ id }) => id),
        messages.map(({ roomId }) => roomId),
        messages.map(({ seq }) => seq),
        messages.map(({ senderId }) => senderId),
        this.delay,
        always,
      ],
    );
  }

  /**
   * Resolves the recipients of due messages that no other process has locked.
   * @param options.webPush whether there is a key for Web Push
   * @param options.isWebhookWanted whether a webhook receives push requests too
   */
  async takeDue(
    manager: Work['manager'],
    { webPush, isWebhookWanted }: { webPush: boolean; isWebhookWanted: boolean },
  ): Promise<ResolvedPushes> {
    const [looked] = await manager.query<[LookedRow[], number]>(LOOKED);
    if (looked.length === 0) return { messages: 0, unsent: 0, requests: [] };
    const audiences = await audiencesOf(manager, looked);
    const seats = audiences.flatMap(({ waiting, reached, levels, mentions }, at) => [
      ...waiting.map((userId) => ({
        ...{ at, userId, isRead: false, level: levels.get(userId) ?? null, isMentioned: mentions(userId) },
      })),
      ...reached.map((userId) => ({ at, userId, isRead: true, level: null, isMentioned: false })),
    ]);
    const [row] = await manager.query<[ResolvedRow]>(RESOLVE, [
      ...[this.threshold, webPush, isWebhookWanted],
      looked.map(({ messageId }) => messageId),
      looked.map(({ roomId }) => roomId),
      looked.map(({ seq }) => seq),
      looked.map(({ createdAt }) => createdAt),
      audiences.map(({ unsent }) => unsent?.members ?? null),
      audiences.map(({ unsent }) => unsent?.reason ?? null),
      seats.map(({ at }) => at),
      seats.map(({ userId }) => userId),
      seats.map(({ isRead }) => isRead),
      seats.map(({ level }) => level),
      seats.map(({ isMentioned }) => isMentioned),
    ]);
    return { messages: looked.length, unsent: row.unsent, requests: requestsOf(row) };
  }
}

/** Without the users for whom it is a quiet hour, and without messages of which nobody is left. */
const requestsOf = ({ requests, now }: ResolvedRow): PushRequest[] =>
  (requests ?? []).flatMap(({ recipients, ...request }) => {
    const awake = recipients.filter(({ hours }) => !hours || !isQuiet(hours, now));
    return awake.length === 0 ? [] : { ...request, recipients: awake.map(({ id, username }) => ({ id, username })) };
  });

const USABLE_SUBSCRIPTIONS = `
  SELECT array_agg(s.id ORDER BY s.id) FROM push_subscriptions s WHERE s.user_id = t.user_id AND ${isUsable('s', 'u')}`;

const LOOKED = `
  DELETE FROM pushes WHERE id IN (
    SELECT id FROM pushes WHERE state = 'pending' AND user_id IS NULL AND due_at <= now()
    ORDER BY due_at, id LIMIT ${String(BATCH)} FOR UPDATE SKIP LOCKED)
  RETURNING message_id AS "messageId", room_id AS "roomId", seq, created_at::text AS "createdAt"`;

const RESOLVE = `
  WITH looked AS (
    SELECT * FROM unnest($4::uuid[], $5::uuid[], $6::bigint[], $7::timestamptz[], $8::int[], $9::text[])
      WITH ORDINALITY AS l (message_id, room_id, seq, created_at, unsent_members, unsent_reason, at)
  ), candidates AS MATERIALIZED (
    SELECT l.*, seat.user_id,
      CASE
        WHEN seat.is_read THEN 'read'
        WHEN ${isOnline('seat.user_id', '$1')} THEN 'online'
        WHEN NOT ${isNotified(`coalesce(seat.level, u.notify_level, 'all')`, 'seat.is_mentioned')} THEN 'notify_level'
      END AS reached
    FROM unnest($10::int[], $11::int[], $12::boolean[], $13::text[], $14::boolean[])
      AS seat (at, user_id, is_read, level, is_mentioned)
    JOIN looked l ON l.at = seat.at + 1
    JOIN users u ON u.id = seat.user_id AND u.is_active
  ), found AS MATERIALIZED (
    SELECT t.*, CASE WHEN t.reached IS NULL THEN (${USABLE_SUBSCRIPTIONS}) END AS subscription_ids
    FROM candidates t JOIN users u ON u.id = t.user_id
  ), judged AS MATERIALIZED (
    SELECT *, coalesce(reached, CASE
      WHEN subscription_ids IS NULL THEN 'no_subscription'
      WHEN NOT $2 THEN 'push_off'
    END) AS reason
    FROM found
  ), reasoned AS MATERIALIZED (
    SELECT *, count(*) OVER (PARTITION BY message_id, reason) AS alike FROM judged WHERE reason IS NOT NULL
  ), written AS (
    INSERT INTO pushes
      (message_id, room_id, seq, created_at, due_at, user_id, subscription_id, members, state, reason, done_at)
    SELECT message_id, room_id, seq, created_at, now(), user_id, NULL::uuid, 1, 'unsent', reason, now()
    FROM reasoned WHERE alike <= ${String(MOST_NAMED)}
    UNION ALL
    SELECT message_id, room_id, seq, created_at, now(), NULL, NULL, count(*), 'unsent', reason, now()
    FROM reasoned WHERE alike > ${String(MOST_NAMED)} GROUP BY message_id, room_id, seq, created_at, reason
    UNION ALL
    SELECT message_id, room_id, seq, created_at, now(), NULL, NULL, unsent_members, 'unsent', unsent_reason, now()
    FROM looked WHERE unsent_members IS NOT NULL
    UNION ALL
    SELECT message_id, room_id, seq, created_at, now(), user_id, unnest(subscription_ids), 1, 'pending', NULL, NULL
    FROM judged WHERE reason IS NULL
    RETURNING state, members
  )
  SELECT
    now() AS now, (SELECT coalesce(sum(members), 0)::bigint FROM written WHERE state = 'unsent') AS unsent,
    CASE WHEN $3 THEN (
      SELECT json_agg(asked) FROM (
        SELECT j.room_id AS "roomId", j.message_id AS "messageId", j.seq,
          json_agg(
            json_build_object('id', u.id, 'username', u.username, 'hours', u.do_not_disturb) ORDER BY u.id) AS recipients
        FROM judged j JOIN users u ON u.id = j.user_id
        WHERE j.reached IS NULL GROUP BY j.room_id, j.message_id, j.seq) asked)
    END AS requests`;
