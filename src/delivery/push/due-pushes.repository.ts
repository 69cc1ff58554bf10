import { Injectable } from '@nestjs/common';
import type { DoNotDisturb, NotifyLevel } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { separatedFrom } from '../../features/blocking/separation-sql.js';
import { NotificationSettings } from '../../features/notification-levels/notification.settings.js';
import { PresenceSettings } from '../../features/presence/presence.settings.js';
import { usersById } from '../../features/users/user.rows.js';
import { Backoff } from '../../platform/async/backoff.js';
import { statement, typed } from '../../platform/database/statement.js';
import { unlockedOnly } from '../../platform/database/unlocked-rows.js';
import {
  after,
  claimParameters,
  claimsOf,
  isDue,
  jobStatements,
  JobTable,
  takenJobs,
  updateTaken,
} from '../../platform/jobs/job-table.repository.js';
import type { Job } from '../../platform/jobs/job-table.repository.js';
import { Receivers } from '../../platform/jobs/receivers.js';
import { isUsable } from './push-subscription.entity.js';
import { pushToSend } from './push-to-send.js';
import type { PushToSend } from './push-to-send.js';
import { isOnline, PushRow } from './push.entity.js';
import type { UnsentReason } from './push.entity.js';
import { PushSettings } from './push.settings.js';
import { messagesToPush } from './pushed-messages.js';

/** A push that this process has taken. */
export interface DuePush extends Job {
  readonly id: number;
  /** The push to send, or the reason why it is not sent. */
  readonly what: UnsentReason | PushToSend;
}

/** Longer than a push takes. */
const LEASE_SECONDS = 30;
/** Two more statements read the messages and the senders of those that are taken. */
const TAKEN_TOGETHER = 8;
/** Pushes to one push service at once, about. */
const AT_ONCE_PER_SERVICE = 8;
/** A push that no process has taken for this long will not be taken any more. */
const OVERDUE_MINUTES = 10;

/** The queue of pushes to browsers, and their results. A push service that fails or is full is passed over. */
@Injectable()
export class DuePushesRepository extends JobTable<DuePush> {
  /** By their hosts. */
  readonly services = new Receivers({ atOnce: AT_ONCE_PER_SERVICE, pauses: new Backoff(1_000, 60_000) });
  private readonly threshold: number;
  /** How long after its message a push is retried. */
  private readonly triedSeconds: number;
  private readonly hasNotifications: boolean;

  constructor(
    source: DataSource,
    settings: PushSettings,
    presenceSettings: PresenceSettings,
    notificationSettings: NotificationSettings,
  ) {
    super(source, STATEMENTS, PUSHES_ARE_DUE, { leaseSeconds: LEASE_SECONDS, takenTogether: TAKEN_TOGETHER });
    this.threshold = presenceSettings.inactivityThreshold;
    this.triedSeconds = settings.delaySeconds + settings.retrySeconds;
    this.hasNotifications = notificationSettings.enabled;
  }

  /** Those that have been due for the longest time. */
  async take(most: number): Promise<readonly DuePush[]> {
    const rows = await TAKE.rows(this.source, {
      threshold: this.threshold,
      busy: this.services.busy(),
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
    return rows.map(({ id, attempts, claim, ...push }) => {
      const message = messageOf.get(push.messageId);
      const what = pushToSend(push, message, message && senders.get(message.senderId), this.hasNotifications);
      if (typeof what !== 'string') this.services.begin(what.host);
      return { id, attempts, claim, what };
    });
  }

  ended({ what }: DuePush): boolean {
    return typeof what !== 'string' && this.services.end(what.host);
  }

  async sent({ id }: DuePush, status: number): Promise<void> {
    await this.source.manager.update(PushRow, stillPending(id), { state: 'sent', status, doneAt: () => 'now()' });
  }

  /** @param status of the push service, if it has responded */
  async unsent({ id }: DuePush, reason: UnsentReason, status?: number): Promise<void> {
    const answered = status === undefined ? {} : { status };
    const result = { state: 'unsent', reason, ...answered, doneAt: () => 'now()' } as const;
    await this.source.manager.update(PushRow, stillPending(id), result);
  }

  /**
   * Postpones a push, or gives it up if its time for retries ends before.
   * @returns whether it was given up
   */
  async putOff(push: DuePush, seconds: number, status: number | undefined): Promise<boolean> {
    const { triedSeconds } = this;
    const rows = await PUT_OFF.rows(this.source, {
      ...claimsOf([push]),
      seconds,
      status: status ?? null,
      triedSeconds,
    });
    return rows.some(({ state }) => state === 'unsent');
  }

  /**
   * Ends pushes that no process takes. While a push service is unavailable, most of its pushes only wait: they are given
   * up when their time for retries is over, and not before.
   */
  async endOverdue(reason: UnsentReason): Promise<void> {
    await END_OVERDUE.changes(this.source, { reason, triedSeconds: this.triedSeconds });
  }
}

/** A push that has ended meanwhile keeps its result. */
const stillPending = (id: number) => ({ id, state: 'pending' as const });

const COLUMNS = {
  table: 'pushes',
  id: 'id',
  idType: 'int8',
  dueAt: 'due_at',
  attempts: 'attempts',
  claim: 'attempts',
  areJobs: `j.state = 'pending' AND j.user_id IS NOT NULL`,
} as const;

const PUSHES_ARE_DUE = `EXISTS (SELECT FROM pushes j WHERE ${isDue(COLUMNS)})`;

const STATEMENTS = jobStatements('pushes', COLUMNS);

/** The columns of the subscription are null only for a reason. */
const TAKE = takenJobs('pushes.take', COLUMNS, {
  parameters: { threshold: 'float8', busy: 'text[]', most: 'int8' },
  due: ({ busy, most }) => `
    SELECT j.id FROM pushes j LEFT JOIN push_subscriptions s ON s.id = j.subscription_id
    WHERE ${isDue(COLUMNS)} AND (s.id IS NULL OR s.host <> ALL (${busy}::text[]))
    ORDER BY j.due_at, j.id LIMIT ${most} ${unlockedOnly('UPDATE', 'j')}`,
  types: {
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
  sql: ({ threshold }) => ({
    messageId: 'j.message_id',
    roomId: 'j.room_id',
    seq: 'j.seq',
    userId: 'j.user_id',
    isReminder: 'j.is_reminder',
    editSeq: 'j.edit_seq',
    subscriptionId: 's.id',
    host: 's.host',
    endpoint: 's.endpoint',
    p256dh: 's.p256dh',
    auth: 's.auth',
    isGone: `s.id IS NULL OR s.user_id <> j.user_id OR NOT ${isUsable('s', 'u')}`,
    isOnline: isOnline('j.user_id', threshold),
    userLevel: 'u.notify_level',
    hours: 'u.do_not_disturb',
    separated: separatedFrom('j.user_id'),
    now: 'now()',
  }),
  joins: `JOIN users u ON u.id = j.user_id LEFT JOIN push_subscriptions s ON s.id = j.subscription_id ORDER BY j.id`,
});

const PUT_OFF = statement('pushes.put_off', {
  parameters: { ...claimParameters(COLUMNS), seconds: 'float8', status: 'int4 | null', triedSeconds: 'float8' },
  columns: { state: 'text' },
  text: ({ seconds, status, triedSeconds, ...pushes }) => {
    const isOver = `${after(seconds)} > j.created_at + ${triedSeconds} * interval '1 second'`;
    const set = `
      due_at = ${after(seconds)}, status = coalesce(${status}, j.status),
      state = CASE WHEN ${isOver} THEN 'unsent' ELSE j.state END,
      reason = CASE WHEN ${isOver} THEN 'failed' END,
      done_at = CASE WHEN ${isOver} THEN now() END`;
    return `${updateTaken(COLUMNS, set, pushes)} RETURNING j.state`;
  },
});

const END_OVERDUE = statement('pushes.end_overdue', {
  parameters: { reason: 'text', triedSeconds: 'float8' },
  columns: {},
  text: ({ reason, triedSeconds }) => `
    UPDATE pushes SET state = 'unsent', reason = ${reason}, done_at = now()
    WHERE state = 'pending' AND due_at < now() - interval '${String(OVERDUE_MINUTES)} minutes'
      AND created_at < now() - make_interval(secs => ${triedSeconds})`,
});
