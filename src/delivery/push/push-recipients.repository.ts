import { Injectable } from '@nestjs/common';
import type { DoNotDisturb } from '@parley/protocol';

import { areSeparated } from '../../features/blocking/separation-sql.js';
import { isNotified } from '../../features/notification-levels/level-sql.js';
import { isQuiet } from '../../features/notification-levels/quiet-hours.js';
import { PresenceSettings } from '../../features/presence/presence.settings.js';
import { NotificationSettings } from '../../features/notification-levels/notification.settings.js';
import { haveAccess } from '../../features/users/kinds/access.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { json, statement, typed } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import { unlockedOnly } from '../../platform/database/unlocked-rows.js';
import { isUsable } from './push-subscription.entity.js';
import { isOnline } from './push.entity.js';
import type { PushRequest, Recipient } from './push-request-publisher.js';
import { audiencesOf, newlyMentioned, NOBODY } from './pushed-messages.js';
import { MessageAudiences } from './message-audiences.js';
import type { Audience } from './pushed-messages.js';
import { WaitingMessagesRepository } from './waiting-messages.repository.js';

export interface ResolvedPushes {
  readonly messages: number;
  /** The number of members who get no push. */
  readonly unsent: number;
  /** The members to notify of each message, by any way. Empty unless it was requested. */
  readonly requests: readonly PushRequest[];
}

/** A user to notify at this hour, unless it is one at which the user gets no push. */
type FoundRecipient = Recipient & { readonly hours: DoNotDisturb | null };
type FoundRequest = Omit<PushRequest, 'recipients'> & { readonly recipients: readonly FoundRecipient[] };

/** Messages that are resolved in one statement. */
const BATCH = 10;
/** Up to so many members with the same reason have a row each. For more, one row has their number. */
const MOST_NAMED = 20;

/**
 * The recipients of pushes. A new message adds one row, whatever the size of its room. Its recipients, and the reasons
 * of the other members, are resolved for many messages at once when it is due. An edit of a message with mentions does
 * so too, and is resolved after the message, to the members whom it mentions newly. Raw SQL: statements read and write
 * many rows, and messages that another process has locked are skipped. People and rooms have statements of their own.
 */
@Injectable()
export class PushRecipientsRepository {
  private readonly threshold: number;
  private readonly hasNotifications: boolean;

  constructor(
    private readonly listeners: MessageAudiences,
    private readonly waiting: WaitingMessagesRepository,
    presenceSettings: PresenceSettings,
    notificationSettings: NotificationSettings,
  ) {
    this.hasNotifications = notificationSettings.enabled;
    this.threshold = presenceSettings.inactivityThreshold;
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
    const due = await LOOKED.rows(manager, {});
    if (due.length === 0) return { messages: 0, unsent: 0, requests: [] };
    const all = await this.audiences(manager, due);
    await this.listeners.resolved(manager, all);
    const isPushed = await this.arePushed(manager, due, { webPush, isWebhookWanted });
    const looked = due.filter((_, at) => isPushed[at]);
    if (looked.length === 0) return { messages: due.length, unsent: 0, requests: [] };
    const audiences = all.filter((_, at) => isPushed[at]);
    const recipients = audiences.flatMap(({ candidates }, at) => candidates.map((candidate) => ({ at, ...candidate })));
    const row = await RESOLVE.one(manager, {
      threshold: this.threshold,
      webPush,
      isWebhookWanted,
      messages: looked.map(({ messageId }) => messageId),
      rooms: looked.map(({ roomId }) => roomId),
      seqs: looked.map(({ seq }) => seq),
      createdAts: looked.map(({ createdAt }) => createdAt),
      unsentMembers: audiences.map(({ unsent }) => unsent?.members ?? null),
      unsentReasons: audiences.map(({ unsent }) => unsent?.reason ?? null),
      recipientsAt: recipients.map(({ at }) => at),
      users: recipients.map(({ userId }) => userId),
      areRead: recipients.map(({ isRead }) => isRead),
      levels: recipients.map(({ level }) => level),
      areMentioned: recipients.map(({ isMentioned }) => isMentioned),
      editSeqs: looked.map(({ editSeq }) => editSeq),
      areWaiting: recipients.map(({ isWaiting }) => isWaiting),
      senders: recipients.map(({ senderId }) => senderId),
    });
    return { messages: due.length, unsent: row.unsent, requests: requestsOf(row) };
  }

  /** Whether each of these messages may be pushed to anybody: others are here for the listeners alone. */
  private async arePushed(
    manager: Work['manager'],
    due: readonly RowOf<typeof LOOKED>[],
    { webPush, isWebhookWanted }: { webPush: boolean; isWebhookWanted: boolean },
  ): Promise<boolean[]> {
    if (isWebhookWanted || !this.listeners.areWanted) return due.map(() => true);
    const subscribed = webPush
      ? await this.waiting.subscribedRooms(
          manager,
          due.map(({ roomId }) => roomId),
        )
      : new Set();
    return due.map(({ roomId }) => subscribed.has(roomId));
  }

  /** In the order of the rows. */
  private async audiences(manager: Work['manager'], looked: readonly RowOf<typeof LOOKED>[]): Promise<Audience[]> {
    const edits = looked.flatMap(({ editSeq, ...row }) => (editSeq === null ? [] : [{ ...row, editSeq }]));
    const sent = await audiencesOf(
      manager,
      looked.filter(({ editSeq }) => editSeq === null),
    );
    const mentioned = await newlyMentioned(manager, edits, this.hasNotifications);
    const [nextSent, nextMentioned] = [sent.values(), mentioned.values()];
    return looked.map(({ editSeq }) => (editSeq === null ? nextSent : nextMentioned).next().value ?? NOBODY);
  }
}

/** Without the users for whom it is a quiet hour, and without messages of which nobody is left. */
const requestsOf = ({ requests, now }: RowOf<typeof RESOLVE>): PushRequest[] =>
  (requests ?? []).flatMap(({ recipients, ...request }) => {
    const awake = recipients.filter(({ hours }) => !hours || !isQuiet(hours, now));
    return awake.length === 0 ? [] : { ...request, recipients: awake.map(({ id, username }) => ({ id, username })) };
  });

/** Messages whose recipients are not resolved. */
const IS_DUE = `state = 'pending' AND user_id IS NULL AND due_at <= now()`;

/** Whether the recipients of any message are to be resolved, as an expression. */
export const MESSAGES_ARE_DUE = `EXISTS (SELECT FROM pushes WHERE ${IS_DUE})`;

const USABLE_SUBSCRIPTIONS = `
  SELECT array_agg(s.id ORDER BY s.id) FROM push_subscriptions s WHERE s.user_id = t.user_id AND ${isUsable('s', 'u')}`;

/**
 * An edit waits for its message and for earlier edits, so that it sees whom they notify. The time is a text, because a
 * date does not have its precision.
 */
const LOOKED = statement('pushes.looked', {
  parameters: {},
  columns: { messageId: 'uuid', roomId: 'uuid', seq: 'int8', editSeq: 'int8 | null', createdAt: 'text' },
  text: () => `
    DELETE FROM pushes WHERE id IN (
      SELECT id FROM pushes p WHERE ${IS_DUE}
        AND (edit_seq IS NULL OR NOT EXISTS (
          SELECT FROM pushes e
          WHERE e.room_id = p.room_id AND e.seq = p.seq AND e.state = 'pending' AND e.user_id IS NULL
            AND (e.edit_seq IS NULL OR e.edit_seq < p.edit_seq)))
      ORDER BY due_at, id LIMIT ${String(BATCH)} ${unlockedOnly()})
    RETURNING message_id AS "messageId", room_id AS "roomId", seq, edit_seq AS "editSeq",
      created_at::text AS "createdAt"`,
});

/** The reasons of users who could be reached by a webhook alone. */
const REQUESTED = `'no_subscription', 'push_off', 'gone', 'refused', 'failed', 'not_public'`;

/**
 * An edit notifies nobody again: no user for whom a push of the message was sent or is pending, and by a webhook no
 * user of an earlier request. Of members who share a row, those were who are notified of all messages and have not
 * acknowledged this one. The requests are null in place of an empty list.
 */
const RESOLVE = statement('pushes.resolve', {
  parameters: {
    threshold: 'float8',
    webPush: 'bool',
    isWebhookWanted: 'bool',
    messages: 'uuid[]',
    rooms: 'uuid[]',
    seqs: 'int8[]',
    createdAts: typed<readonly string[]>('timestamptz[]'),
    unsentMembers: '(int4 | null)[]',
    unsentReasons: '(text | null)[]',
    recipientsAt: 'int4[]',
    users: 'int4[]',
    areRead: 'bool[]',
    levels: '(text | null)[]',
    areMentioned: 'bool[]',
    editSeqs: '(int8 | null)[]',
    areWaiting: 'bool[]',
    senders: 'int4[]',
  },
  columns: { now: 'timestamptz', unsent: 'int8', requests: json<readonly FoundRequest[] | null>() },
  text: (of) => `
    WITH looked AS (
      SELECT * FROM unnest(
        ${of.messages}::uuid[], ${of.rooms}::uuid[], ${of.seqs}::bigint[], ${of.createdAts}::timestamptz[],
        ${of.unsentMembers}::int[], ${of.unsentReasons}::text[], ${of.editSeqs}::bigint[])
        WITH ORDINALITY AS l (message_id, room_id, seq, created_at, unsent_members, unsent_reason, edit_seq, at)
    ), earlier AS MATERIALIZED (
      SELECT l.at, e.user_id, bool_or(e.state <> 'unsent') AS is_pushed,
        bool_or(e.reason IN (${REQUESTED})) AS is_requested
      FROM looked l JOIN pushes e ON e.room_id = l.room_id AND e.seq = l.seq
      WHERE l.edit_seq IS NOT NULL AND NOT e.is_reminder GROUP BY l.at, e.user_id
    ), candidates AS MATERIALIZED (
      SELECT l.*, recipient.user_id,
        coalesce(e.is_requested, many.is_requested AND recipient.is_waiting
          AND coalesce(recipient.level, u.notify_level, 'all') = 'all', false) AS is_requested,
        CASE
          WHEN recipient.is_read THEN 'read'
          WHEN ${areSeparated('recipient.user_id', 'recipient.sender_id')} THEN 'blocked'
          WHEN ${isOnline('recipient.user_id', of.threshold)} THEN 'online'
          WHEN NOT ${isNotified(`coalesce(recipient.level, u.notify_level, 'all')`, 'recipient.is_mentioned')}
            THEN 'notify_level'
        END AS reached
      FROM unnest(
        ${of.recipientsAt}::int[], ${of.users}::int[], ${of.areRead}::boolean[], ${of.levels}::text[],
        ${of.areMentioned}::boolean[], ${of.areWaiting}::boolean[], ${of.senders}::int[])
        AS recipient (at, user_id, is_read, level, is_mentioned, is_waiting, sender_id)
      JOIN looked l ON l.at = recipient.at + 1
      JOIN users u ON u.id = recipient.user_id AND ${haveAccess('u')}
      LEFT JOIN earlier e ON e.at = l.at AND e.user_id = recipient.user_id
      LEFT JOIN earlier many ON many.at = l.at AND many.user_id IS NULL
      WHERE e.is_pushed IS NOT TRUE
    ), found AS MATERIALIZED (
      SELECT t.*, CASE WHEN t.reached IS NULL THEN (${USABLE_SUBSCRIPTIONS}) END AS subscription_ids
      FROM candidates t JOIN users u ON u.id = t.user_id
    ), judged AS MATERIALIZED (
      SELECT *, coalesce(reached, CASE
        WHEN subscription_ids IS NULL THEN 'no_subscription'
        WHEN NOT ${of.webPush} THEN 'push_off'
      END) AS reason
      FROM found
    ), reasoned AS MATERIALIZED (
      SELECT *, count(*) OVER (PARTITION BY message_id, reason) AS alike FROM judged WHERE reason IS NOT NULL
    ), written AS (
      INSERT INTO pushes
        (message_id, room_id, seq, edit_seq, created_at, due_at, user_id, subscription_id, members, state, reason,
          done_at)
      SELECT message_id, room_id, seq, edit_seq, created_at, now(), user_id, NULL::uuid, 1, 'unsent', reason, now()
      FROM reasoned WHERE alike <= ${String(MOST_NAMED)}
      UNION ALL
      SELECT message_id, room_id, seq, edit_seq, created_at, now(), NULL, NULL, count(*), 'unsent', reason, now()
      FROM reasoned WHERE alike > ${String(MOST_NAMED)}
        GROUP BY message_id, room_id, seq, edit_seq, created_at, reason
      UNION ALL
      SELECT message_id, room_id, seq, edit_seq, created_at, now(), NULL, NULL, unsent_members, 'unsent',
        unsent_reason, now()
      FROM looked WHERE unsent_members IS NOT NULL
      UNION ALL
      SELECT message_id, room_id, seq, edit_seq, created_at, now(), user_id, unnest(subscription_ids), 1, 'pending',
        NULL, NULL
      FROM judged WHERE reason IS NULL
      RETURNING state, members
    )
    SELECT
      now() AS now, (SELECT coalesce(sum(members), 0)::bigint FROM written WHERE state = 'unsent') AS unsent,
      CASE WHEN ${of.isWebhookWanted} THEN (
        SELECT json_agg(asked) FROM (
          SELECT j.room_id AS "roomId", j.message_id AS "messageId", j.seq,
            json_agg(
              json_build_object('id', u.id, 'username', u.username, 'hours', u.do_not_disturb)
                ORDER BY u.id) AS recipients
          FROM judged j JOIN users u ON u.id = j.user_id
          WHERE j.reached IS NULL AND NOT j.is_requested GROUP BY j.room_id, j.message_id, j.seq) asked)
      END AS requests`,
});
