import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { Answer, EventContext } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { Limits } from '../../../platform/config/limits.settings.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { RoomPreferencesService } from '../../room-preferences/room-preferences.js';
import type { NamedInRoom } from '../../rooms/among-rooms.js';
import { HistoryRepository } from '../history/history.repository.js';
import { MessagePolicy } from '../message.policy.js';
import { ReceiptDispatch, readingFrame } from './receipt-dispatch.js';
import type { Reading } from './receipt-dispatch.js';
import { ReceiptLocks } from './receipt-locks.js';
import type { GrantedMessages } from './receipt-locks.js';
import { ReceiptsRepository } from './receipts.repository.js';
import type { Received } from './receipts.repository.js';

type Requester = Pick<EventContext, 'actor' | 'origin'>;

/** The sequence number up to which a room was read. */
export interface ReadPlace {
  readonly roomId: string;
  readonly seq: number;
}

/** The messages of a request that were read in one room. */
interface ReadMessages extends Pick<Received, 'isMarkedUnread'> {
  /** Without messages there is nothing to tell. */
  readonly reading: Reading;
  /** Whether any of the messages had not been read before. */
  readonly isNew: boolean;
  /** Whether anything of the user has changed that the frame does not show. */
  readonly hasChanged: boolean;
}

/**
 * Records that a member has read messages, which also acknowledges them. Each room receives one dispatch, or one
 * together with those of other members. Threads are read by `ThreadsService`.
 */
@Injectable()
export class MarkMessagesRead {
  constructor(
    private readonly policy: MessagePolicy,
    private readonly locks: ReceiptLocks,
    private readonly receipts: ReceiptsRepository,
    private readonly history: HistoryRepository,
    private readonly preferences: RoomPreferencesService,
    private readonly work: UnitOfWork,
    private readonly receiptDispatch: ReceiptDispatch,
    private readonly limits: Limits,
  ) {}

  /**
   * @param isOne whether the request names one message, with which it is answered even if it was read before
   * @returns the answer if none of the messages was unread
   * @throws Refusal 4004 if none of the messages exists there
   */
  named({ actor, origin }: Requester, inRooms: readonly NamedInRoom[], isOne: boolean): Promise<Answer | undefined> {
    return this.work.transaction(async (work) => {
      const named = await this.locks.messages(work, await this.locks.rooms(work, actor, inRooms));
      if (named.length === 0) throw notFound('No such message.');
      const read: ReadMessages[] = [];
      for (const inRoom of named) read.push(await this.readInRoom(work, inRoom, isOne));
      const marked = read.flatMap(({ reading, isMarkedUnread }) => (isMarkedUnread ? [reading.roomId] : []));
      await this.preferences.liftUnreadMarks(work, actor, marked);
      const readings = read.flatMap(({ reading }) => (reading.messages.length > 0 ? reading : []));
      if (!read.some(({ isNew }) => isNew)) {
        const [first] = readings;
        return {
          ...(first ? readingFrame(first) : NOTHING),
          meta: { changed: read.some(({ hasChanged }) => hasChanged) },
        };
      }
      work.afterCommit(() => {
        for (const reading of readings) this.receiptDispatch.send(reading, origin);
      });
      return undefined;
    });
  }

  /**
   * All messages of a room up to a number, except for replies in threads alone.
   * @returns the answer if none of the messages was unread
   * @throws Refusal 4004 for a non-member
   */
  upTo({ actor, origin }: Requester, { roomId, seq }: ReadPlace): Promise<Answer | undefined> {
    const grant = this.policy.mayAcknowledge(actor, roomId);
    const { userId } = grant;
    return this.work.transaction(async (work) => {
      const { manager, afterCommit } = work;
      const read = await this.receipts.readUpTo(manager, grant, seq);
      if (!read) throw notFound('No such room.');
      if (read.isMarkedUnread) await this.preferences.liftUnreadMarks(work, actor, [roomId]);
      const messages = await this.history.byIds(manager, grant, read.messageIds.slice(-this.limits.bulkIds));
      const reading = { roomId, userId, messages, isOne: false, mark: { up_to_seq: read.upToSeq } };
      if (messages.length === 0) {
        const { meta, ...frame } = readingFrame(reading);
        return { ...frame, meta: { ...meta, changed: read.cleared || read.isMarkedUnread } };
      }
      afterCommit(() => this.receiptDispatch.send(reading, origin));
      return undefined;
    });
  }

  private async readInRoom({ manager }: Work, { grant, ids }: GrantedMessages, isOne: boolean): Promise<ReadMessages> {
    const { messageIds, cleared, isMarkedUnread } = await this.receipts.write(manager, grant, 'read', ids);
    const messages = await this.history.byIds(manager, grant, isOne ? ids : messageIds);
    const { roomId, userId } = grant;
    const isNew = messageIds.length > 0;
    return {
      reading: { roomId, userId, messages, isOne },
      isNew,
      hasChanged: cleared || isMarkedUnread,
      isMarkedUnread,
    };
  }
}

const NOTHING: OutgoingEvent<'readreceipt.dispatch'> = { eventType: 'readreceipt.dispatch', data: [] };
