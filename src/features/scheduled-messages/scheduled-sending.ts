import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { conflict, ErrorCode, notPermitted, Refusal } from '@parley/protocol';
import type { User } from '@parley/protocol';

import type { StoredMessage } from '../messages/message.view.js';
import { DraftFactory, newMessageId } from '../messages/sending/draft.js';
import { MessageSender } from '../messages/sending/message-sender.js';
import { MessagesRepository } from '../messages/sending/messages.repository.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { TimerKinds } from '../../platform/timers/timer-kind.js';
import type { TimerKind } from '../../platform/timers/timer-kind.js';
import { Timers } from '../../platform/timers/timers.js';
import { toUser } from '../users/user.view.js';
import { UsersRepository } from '../users/users.repository.js';
import { scheduledOf, scheduleTimer, SCHEDULED_MESSAGE } from './schedule-timer.js';
import type { ScheduledId } from './schedule-timer.js';
import { ScheduledLog } from './scheduled-log.js';
import { bodyOf, reasonOf } from './scheduled-message.view.js';
import { ScheduledSendsRepository } from './scheduled-sends.repository.js';
import type { TakenMessage } from './scheduled-sends.repository.js';
import { ScheduledRefusals } from './scheduled-refusals.js';

/**
 * Messages that one node sends at once. A further one that is due waits for a second, and others may be due before it.
 */
const MOST_AT_ONCE = 50;
const WAIT_SECONDS = 1;

/** Refusals that say nothing about the message: it is sent again. */
const TEMPORARY: readonly ErrorCode[] = [ErrorCode.internal, ErrorCode.tooFast];

/**
 * Sends scheduled messages at their times, each exactly once, in three steps: the transaction of the timer gives the
 * message its id and sets the timer again; the message is sent as any other; a last transaction removes the scheduled
 * message and the timer. A process that is killed between them leaves the timer, which repeats the steps: a message
 * with this id and this `client_message_id` is stored once.
 *
 * The message is sent with the rights that its author has at that time. If it is refused, it stays with the reason.
 */
@Injectable()
export class ScheduledSending implements TimerKind, OnApplicationShutdown {
  readonly name = SCHEDULED_MESSAGE;
  private readonly logger = new Logger(ScheduledSending.name);
  private readonly underway = new Set<Promise<void>>();

  constructor(
    private readonly scheduled: ScheduledSendsRepository,
    private readonly log: ScheduledLog,
    private readonly refusals: ScheduledRefusals,
    private readonly users: UsersRepository,
    private readonly drafts: DraftFactory,
    private readonly sender: MessageSender,
    private readonly messages: MessagesRepository,
    private readonly timers: Timers,
    private readonly work: UnitOfWork,
    kinds: TimerKinds,
  ) {
    kinds.add(this);
  }

  /** The messages whose sending has begun end before the database is closed. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.underway);
  }

  async run(work: Work, key: string): Promise<void> {
    const due = scheduledOf(key);
    if (this.underway.size >= MOST_AT_ONCE) {
      await this.setTimer(work, due, await this.scheduled.timeAfter(work.manager, WAIT_SECONDS));
      return;
    }
    const taken = await this.scheduled.take(work.manager, due, newMessageId());
    if (!taken) return;
    await this.setTimer(work, due, taken.retryAt);
    // The timers do not wait for the message, which has transactions of its own.
    work.afterCommit(() => {
      const sending = this.sendOrCancel(taken).finally(() => this.underway.delete(sending));
      this.underway.add(sending);
    });
  }

  private setTimer(work: Work, { userId, id }: ScheduledId, dueAt: Date): Promise<void> {
    return this.timers.set(work, { ...scheduleTimer({ userId, id }), userId, dueAt });
  }

  private async sendOrCancel(taken: TakenMessage): Promise<void> {
    try {
      await this.work.transaction(await this.ending(taken));
    } catch (error) {
      const detail = error instanceof Error ? error.name : 'unknown';
      this.logger.warn(`Cannot send a scheduled message now, which is retried: ${detail}`);
    }
  }

  /** Sends a message. @returns the transaction that ends its schedule, or notes that it was refused */
  private async ending(taken: TakenMessage): Promise<(work: Work) => Promise<void>> {
    const { userId, id, roomId } = taken;
    const author = await this.author(userId);
    try {
      const { id: messageId } = await this.send(taken, author);
      const item = { id, room_id: roomId, message_id: messageId, removed: true } as const;
      return async (work) => {
        await this.timers.cancel(work, scheduleTimer(taken));
        if (await this.scheduled.remove(work.manager, taken)) await this.log.append(work, userId, { item });
      };
    } catch (error) {
      if (!(error instanceof Refusal) || TEMPORARY.includes(error.code)) throw error;
      const reason = reasonOf(error);
      return async (work) => {
        await this.timers.cancel(work, scheduleTimer(taken));
        await this.refusals.refuse(work, taken, author, reason);
      };
    }
  }

  /**
   * @param author undefined: a user who may not log in
   * @throws Refusal if the author may not send it
   */
  private async send(taken: TakenMessage, author: User | undefined): Promise<Pick<StoredMessage, 'id'>> {
    const { userId, id, roomId, messageId } = taken;
    const [earlier] = await this.messages.sent([{ roomId, senderId: userId, clientMessageId: id }]);
    const message = earlier ?? (await this.write(taken, author));
    if (message.id === messageId) return message;
    throw conflict('Its author has sent another message with this client_message_id.');
  }

  /** A message that is held has been sent too: it has the same id, and its author has been notified. */
  private async write(
    { id, roomId, body, messageId }: TakenMessage,
    author: User | undefined,
  ): Promise<Pick<StoredMessage, 'id'>> {
    if (!author) throw notPermitted('The account of the author is not active.');
    const request = { room_id: roomId, client_message_id: id, ...bodyOf(body) };
    const draft = await this.drafts.create(request, { user: author });
    const sent = await this.sender.send({ ...draft, id: messageId, keepsDraft: true });
    return 'held' in sent ? { id: sent.held.message_id } : sent.message;
  }

  /** @returns undefined for a user who may not log in */
  private async author(userId: number): Promise<User | undefined> {
    const [user] = await this.users.active([userId]);
    return user && toUser(user);
  }
}
