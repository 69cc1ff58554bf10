import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import { ClientEvent, Id, IdOrIds, Integer, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { Config } from '../../platform/config/config.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { RoomPreferencesService } from '../../room-preferences/room-preferences.js';
import { bulkIds } from '../../rooms/among-rooms.js';
import { HistoryRepository } from '../history/history.repository.js';
import { MessagePolicy } from '../message.policy.js';
import { MessageRooms } from '../message-rooms.js';
import { ReceiptDispatch, readingFrame } from '../receipts/receipt-dispatch.js';
import type { Reading } from '../receipts/receipt-dispatch.js';
import { ReceiptLocks } from '../receipts/receipt-locks.js';
import type { GrantedMessages } from '../receipts/receipt-locks.js';
import { ReceiptTurns } from '../receipts/receipt-turns.js';
import { ReceiptsRepository } from '../receipts/receipts.repository.js';
import type { Received } from '../receipts/receipts.repository.js';
import { ThreadsService } from '../threads/threads.js';

/** Either messages, with or without their room, or a room or thread and a sequence number. */
class MessageReadRequest {
  @Optional()
  @IdOrIds()
  message_id?: string | string[] | null;

  @Optional()
  @Id()
  room_id?: string | null;

  /** The message that started a thread. */
  @Optional()
  @Id()
  thread_id?: string | null;

  /** Limited to the room's latest sequence number. */
  @Optional()
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  up_to_seq?: number | null;
}

/**
 * `message.read`: the requester has read these messages, or all messages of a room up to a sequence number, which also
 * acknowledges them. Each room receives one dispatch: with a Message for a single id, with a list for a list of ids, or
 * together with those of other members. If nothing has changed, only the requester receives an answer.
 *
 * The number of a room does not concern replies in threads alone: each thread has its own.
 *
 * Of the messages that are read up to a sequence number, the newest thousand get a receipt, and the dispatch contains
 * as many of the newest as one event may name.
 */
@Injectable()
@ClientEvent({
  name: 'message.read',
  summary: 'Marks messages as read: the given ones, or all of a room or a thread up to a sequence number.',
  request: MessageReadRequest,
  emits: ['readreceipt.dispatch'],
})
export class MessageReadEvent implements EventHandler<MessageReadRequest> {
  constructor(
    private readonly policy: MessagePolicy,
    private readonly messageRooms: MessageRooms,
    private readonly locks: ReceiptLocks,
    private readonly receipts: ReceiptsRepository,
    private readonly history: HistoryRepository,
    private readonly preferences: RoomPreferencesService,
    private readonly threads: ThreadsService,
    private readonly work: UnitOfWork,
    private readonly receiptDispatch: ReceiptDispatch,
    private readonly turns: ReceiptTurns,
    private readonly config: Config,
  ) {}

  handle(request: MessageReadRequest, context: EventContext): Promise<Answer | undefined> {
    return this.turns.run(context.actor.user.id, () => this.read(request, context));
  }

  private async read(request: MessageReadRequest, context: EventContext): Promise<Answer | undefined> {
    const { message_id: given, thread_id: threadId, up_to_seq: seq } = request;
    if (typeof threadId === 'string') return this.readThread(threadId, request, context);
    if (!given) return this.readUpTo(placeIn(request), context);
    if (typeof seq === 'number') throw invalid({ up_to_seq: ['Requires room_id, and excludes message_id.'] });
    return this.readNamed(given, request.room_id, context);
  }

  private async readThread(
    threadId: string,
    { message_id: given, room_id: roomId, up_to_seq: seq }: MessageReadRequest,
    { actor, origin }: EventContext,
  ): Promise<Answer | undefined> {
    if (given) throw invalid({ thread_id: ['Excludes message_id.'] });
    if (typeof seq !== 'number') throw invalid({ up_to_seq: ['This field is required.'] });
    return this.threads.read(actor, await this.threads.place(actor, { threadId, roomId }), seq, origin);
  }

  private async readNamed(
    given: string | string[],
    roomId: string | null | undefined,
    { actor, origin, pay }: EventContext,
  ): Promise<Answer | undefined> {
    const ids = bulkIds('message_id', given, this.config.limits.bulkIds);
    const inRooms = await this.messageRooms.of(actor, ids, roomId);
    pay(inRooms.length - 1);
    return this.work.transaction(async (work) => {
      const named = await this.locks.messages(work, await this.locks.rooms(work, actor, inRooms));
      if (named.length === 0) throw notFound('No such message.');
      const read: ReadMessages[] = [];
      for (const inRoom of named) read.push(await this.readInRoom(work, inRoom, typeof given === 'string'));
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

  /** @param isOne whether the request names one message, with which it is answered even if it was read before */
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

  private readUpTo({ roomId, seq }: Place, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const grant = this.policy.mayAcknowledge(actor, roomId);
    const { userId } = grant;
    return this.work.transaction(async (work) => {
      const { manager, afterCommit } = work;
      const read = await this.receipts.readUpTo(manager, grant, seq);
      if (!read) throw notFound('No such room.');
      if (read.isMarkedUnread) await this.preferences.liftUnreadMarks(work, actor, [roomId]);
      const messages = await this.history.byIds(manager, grant, read.messageIds.slice(-this.config.limits.bulkIds));
      const reading = { roomId, userId, messages, isOne: false, mark: { up_to_seq: read.upToSeq } };
      if (messages.length === 0) {
        const { meta, ...frame } = readingFrame(reading);
        return { ...frame, meta: { ...meta, changed: read.cleared || read.isMarkedUnread } };
      }
      afterCommit(() => this.receiptDispatch.send(reading, origin));
      return undefined;
    });
  }
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

/** The sequence number up to which a room was read. */
interface Place {
  readonly roomId: string;
  readonly seq: number;
}

/** @throws Refusal 4003 with the missing field */
function placeIn({ room_id: roomId, up_to_seq: seq }: MessageReadRequest): Place {
  if (typeof roomId === 'string' && typeof seq === 'number') return { roomId: roomId.toLowerCase(), seq };
  const missing = typeof roomId === 'string' ? 'up_to_seq' : typeof seq === 'number' ? 'room_id' : 'message_id';
  throw invalid({ [missing]: ['This field is required.'] });
}

const NOTHING: OutgoingEvent<'readreceipt.dispatch'> = { eventType: 'readreceipt.dispatch', data: [] };
