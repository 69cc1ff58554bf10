import { Injectable } from '@nestjs/common';
import type { DoNotDisturb, NotifyLevel, User } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { separatedFrom } from '../../features/blocking/separation-sql.js';
import { isNotified, levelOf } from '../../features/notification-levels/level.js';
import { isQuiet } from '../../features/notification-levels/quiet-hours.js';
import { inBatches } from '../../platform/async/in-batches.js';
import { PresenceSettings } from '../../features/presence/presence.settings.js';
import { NotificationSettings } from '../../features/notification-levels/notification.settings.js';
import { PushSettings } from './push.settings.js';
import { statement, typed } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import { textFromStored } from '../../platform/database/stored-text.js';
import { MOST_COUNTED } from '../../platform/metrics/backlog-gauge.js';
import { usersById } from '../../features/users/user.rows.js';
import type { PushedMessage } from './push-payload.js';
import { hasReadMention, messagesToPush } from './pushed-messages.js';
import type { MessageToPush, RecipientMembership } from './pushed-messages.js';
import { isOnline, PushRow } from './push.entity.js';
import type { UnsentReason } from './push.entity.js';
import { isUsable } from './push-subscription.entity.js';
import type { PushTarget } from './subscriptions.repository.js';

/** A push that this process has claimed. */
export interface ClaimedPush {
  readonly id: number;
  readonly attempts: number;
  /** The push to send, or the reason why it is not sent. */
  readonly what: UnsentReason | PushToSend;
}

export interface PushToSend {
  readonly subscriptionId: string;
  readonly host: string;
  readonly target: PushTarget;
  readonly message: PushedMessage;
}

/** Longer than a push takes: a process that has claimed one for longer has died. */
const LEASE_SECONDS = 30;
/** A push that no process has claimed for this long will not be claimed any more. */
const OVERDUE_MINUTES = 10;
const DELETED_TOGETHER = 1_000;

/**
 * The queue of pushes and their results. Raw SQL where the clock of the database decides, where a claim skips locked
 * rows and the recipients are checked again, and where a count or a removal is bounded.
 */
@Injectable()
export class PushesRepository {
  private readonly threshold: number;
  /** How long after its message a push is retried. */
  private readonly triedSeconds: number;
  private readonly retentionDays: number;
  private readonly hasNotifications: boolean;

  constructor(
    private readonly source: DataSource,
    settings: PushSettings,
    presenceSettings: PresenceSettings,
    notificationSettings: NotificationSettings,
  ) {
    this.hasNotifications = notificationSettings.enabled;
    this.threshold = presenceSettings.inactivityThreshold;
    this.triedSeconds = settings.delaySeconds + settings.retrySeconds;
    this.retentionDays = settings.retentionDays;
  }

  /**
   * Claims due pushes, `most` at the most. They are due again when the lease expires. Recipients are checked again,
   * because a push may be sent long after they were resolved.
   * @param except hosts to which nothing must be sent now
   */
  async claim(most: number, except: readonly string[]): Promise<ClaimedPush[]> {
    const rows = await CLAIM.rows(this.source, {
      threshold: this.threshold,
      except,
      most,
      leaseSeconds: LEASE_SECONDS,
    });
    if (rows.length === 0) return [];
    const messages = await messagesToPush(this.source, rows);
    const messageOf = new Map(messages.map((message) => [message.id, message]));
    const senders = await usersById(
      this.source,
      messages.map(({ senderId }) => senderId),
    );
    return rows.map((row) => {
      const message = messageOf.get(row.messageId);
      const sender = message && senders.get(message.senderId);
      const reason = reasonOf(row, message, this.hasNotifications);
      const what = reason ?? (message && sender ? pushToSend(row, message, sender) : 'deleted');
      return { id: row.id, attempts: row.attempts, what };
    });
  }

  async sent(id: number, status: number): Promise<void> {
    await this.source.manager.update(PushRow, stillPending(id), { state: 'sent', status, doneAt: () => 'now()' });
  }

  /** @param status of the push service, if it has responded */
  async unsent(id: number, reason: UnsentReason, status?: number): Promise<void> {
    const answered = status === undefined ? {} : { status };
    const result = { state: 'unsent', reason, ...answered, doneAt: () => 'now()' } as const;
    await this.source.manager.update(PushRow, stillPending(id), result);
  }

  /**
   * Postpones a push, or gives it up if its time for retries ends before.
   * @returns whether it was given up
   */
  async putOff(id: number, seconds: number, status: number | undefined): Promise<boolean> {
    const rows = await PUT_OFF.rows(this.source, {
      id,
      seconds,
      status: status ?? null,
      triedSeconds: this.triedSeconds,
    });
    return rows.some(({ state }) => state === 'unsent');
  }

  /** Releases a claimed push that was not tried. */
  async release(id: number): Promise<void> {
    await this.source.manager.update(PushRow, stillPending(id), {
      dueAt: () => 'now()',
      attempts: () => 'attempts - 1',
    });
  }

  /** Whether there are any to resolve or to send now. Polled every second by every process. */
  async areDue(): Promise<boolean> {
    return (await ARE_DUE.one(this.source, {})).due;
  }

  /** The number of pending pushes, counted to 10000. */
  async pending(): Promise<number> {
    return (await PENDING.one(this.source, {})).count;
  }

  /**
   * Ends pushes that no process claims. While a push service is unavailable, most of its pushes only wait: they are
   * given up when their time for retries is over, and not before.
   */
  async endOverdue(reason: UnsentReason): Promise<void> {
    await END_OVERDUE.changes(this.source, { reason, triedSeconds: this.triedSeconds });
  }

  /** Removes pushes after the retention time, in batches. */
  async removeOld(): Promise<void> {
    await inBatches(DELETED_TOGETHER, async (most) => {
      return REMOVE_OLD.changes(this.source, { days: this.retentionDays, most });
    });
  }
}

/** A push that has ended meanwhile keeps its result. */
const stillPending = (id: number) => ({ id, state: 'pending' as const });

/** Whether any push is due, as an expression. */
export const PUSHES_ARE_DUE = `EXISTS (SELECT FROM pushes WHERE state = 'pending' AND due_at <= now())`;

const ARE_DUE = statement('pushes.are_due', {
  parameters: {},
  columns: { due: 'bool' },
  isPrepared: true,
  text: () => `SELECT ${PUSHES_ARE_DUE} AS due`,
});

/**
 * The columns of the subscription are null only for a reason. The users of `separated` are those whom the recipient
 * blocks, and who block the recipient.
 */
const CLAIM = statement('pushes.claim', {
  parameters: { threshold: 'float8', except: 'text[]', most: 'int8', leaseSeconds: 'float8' },
  columns: {
    id: 'int8',
    attempts: 'int4',
    messageId: 'uuid',
    roomId: 'uuid',
    seq: 'int8',
    userId: 'int4 not null',
    isReminder: 'bool',
    editSeq: 'int8 | null',
    subscriptionId: 'uuid',
    host: 'text',
    endpoint: 'text',
    p256dh: 'text',
    auth: 'text',
    isGone: 'bool',
    isOnline: 'bool',
    userLevel: typed<NotifyLevel | null>('text | null'),
    hours: typed<DoNotDisturb | null>('json | null'),
    separated: 'int4[]',
    now: 'timestamptz',
  },
  text: ({ threshold, except, most, leaseSeconds }) => `
    WITH due AS (
      SELECT p.id FROM pushes p LEFT JOIN push_subscriptions s ON s.id = p.subscription_id
      WHERE p.state = 'pending' AND p.user_id IS NOT NULL AND p.due_at <= now()
        AND (s.id IS NULL OR s.host <> ALL (${except}::text[]))
      ORDER BY p.due_at, p.id LIMIT ${most} FOR UPDATE OF p SKIP LOCKED
    ), claimed AS (
      UPDATE pushes p SET due_at = now() + make_interval(secs => ${leaseSeconds}), attempts = p.attempts + 1
      FROM due WHERE p.id = due.id
      RETURNING p.id, p.message_id, p.room_id, p.seq, p.user_id, p.subscription_id, p.attempts, p.is_reminder,
        p.edit_seq
    )
    SELECT c.id, c.attempts, c.message_id AS "messageId", c.room_id AS "roomId", c.seq, c.user_id AS "userId",
      c.is_reminder AS "isReminder", c.edit_seq AS "editSeq",
      s.id AS "subscriptionId", s.host, s.endpoint, s.p256dh, s.auth,
      s.id IS NULL OR s.user_id <> c.user_id OR NOT ${isUsable('s', 'u')} AS "isGone",
      ${isOnline('c.user_id', threshold)} AS "isOnline", u.notify_level AS "userLevel", u.do_not_disturb AS hours,
      ${separatedFrom('c.user_id')} AS separated, now() AS now
    FROM claimed c JOIN users u ON u.id = c.user_id LEFT JOIN push_subscriptions s ON s.id = c.subscription_id
    ORDER BY c.id`,
});

type ClaimedRow = RowOf<typeof CLAIM>;

/** Why a push is not sent. */
function reasonOf(
  row: ClaimedRow,
  message: MessageToPush | undefined,
  hasNotifications: boolean,
): UnsentReason | undefined {
  if (!message) return 'deleted';
  const membership = message.memberships.get(row.userId);
  if (!membership) return 'left';
  if (row.isGone) return 'gone';
  if (row.isReminder) return row.isOnline ? 'online' : undefined;
  if (row.editSeq === null ? membership.isRead : hasReadMention(membership, hasNotifications)) return 'read';
  if (row.separated.includes(message.senderId)) return 'blocked';
  return row.isOnline ? 'online' : unwanted(row, membership);
}

/** Why the recipient does not want the push now, if so. */
function unwanted(
  { userLevel, hours, now }: ClaimedRow,
  { level, isMentioned }: RecipientMembership,
): UnsentReason | undefined {
  if (!isNotified(levelOf({ roomLevel: level, userLevel }), isMentioned)) return 'notify_level';
  return hours && isQuiet(hours, now) ? 'do_not_disturb' : undefined;
}

function typeFor(
  { userId, isReminder }: ClaimedRow,
  { memberships, parentSenderId }: MessageToPush,
): PushedMessage['type'] {
  if (isReminder) return 'REMINDER';
  if (memberships.get(userId)?.isMentioned) return 'MENTION';
  return parentSenderId === userId ? 'REPLY' : 'NEW_MESSAGE';
}

function pushToSend(row: ClaimedRow, message: MessageToPush, sender: User): PushToSend {
  const { subscriptionId, host, endpoint, p256dh, auth, messageId, roomId, seq } = row;
  const pushed: PushedMessage = {
    messageId,
    roomId,
    seq,
    sender,
    attachments: message.attachments,
    type: typeFor(row, message),
    roomName: message.roomName === null ? null : textFromStored(message.roomName),
    content: textFromStored(message.content),
  };
  return { subscriptionId, host, target: { endpoint, p256dh, auth }, message: pushed };
}

const PUT_OFF = statement('pushes.put_off', {
  parameters: { id: 'int8', seconds: 'float8', status: 'int4 | null', triedSeconds: 'float8' },
  columns: { state: 'text' },
  text: ({ id, seconds, status, triedSeconds }) => `
    UPDATE pushes SET due_at = now() + make_interval(secs => ${seconds}), status = coalesce(${status}, status),
      state = CASE WHEN over.is_over THEN 'unsent' ELSE state END,
      reason = CASE WHEN over.is_over THEN 'failed' END,
      done_at = CASE WHEN over.is_over THEN now() END
    FROM (
      SELECT id AS of,
        now() + make_interval(secs => ${seconds}) > created_at + make_interval(secs => ${triedSeconds}) AS is_over
      FROM pushes WHERE id = ${id}) over
    WHERE id = over.of AND state = 'pending' RETURNING state`,
});

const PENDING = statement('pushes.pending', {
  parameters: {},
  columns: { count: 'int8' },
  text: () => `
    SELECT count(*) AS count FROM (SELECT FROM pushes WHERE state = 'pending' LIMIT ${String(MOST_COUNTED)}) first`,
});

const END_OVERDUE = statement('pushes.end_overdue', {
  parameters: { reason: 'text', triedSeconds: 'float8' },
  columns: {},
  text: ({ reason, triedSeconds }) => `
    UPDATE pushes SET state = 'unsent', reason = ${reason}, done_at = now()
    WHERE state = 'pending' AND due_at < now() - interval '${String(OVERDUE_MINUTES)} minutes'
      AND created_at < now() - make_interval(secs => ${triedSeconds})`,
});

const REMOVE_OLD = statement('pushes.remove_old', {
  parameters: { days: 'int4', most: 'int8' },
  columns: {},
  text: ({ days, most }) => `
    DELETE FROM pushes WHERE id IN (
      SELECT id FROM pushes WHERE created_at < now() - make_interval(days => ${days}) LIMIT ${most})`,
});
