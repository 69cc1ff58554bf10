import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { ClientEvent, Id, IdOrIds, Integer, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { Limits } from '../../../platform/config/limits.settings.js';
import { bulkIds } from '../../rooms/among-rooms.js';
import { MessageRooms } from '../message-rooms.repository.js';
import { MarkMessagesRead } from './mark-messages-read.js';
import type { ReadPlace } from './mark-messages-read.js';
import { ReceiptTurns } from './receipt-turns.js';
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
  roomTokens: 'open',
  emits: ['readreceipt.dispatch'],
})
export class MessageReadEvent implements EventHandler<MessageReadRequest> {
  constructor(
    private readonly rooms: MessageRooms,
    private readonly act: MarkMessagesRead,
    private readonly threads: ThreadsService,
    private readonly turns: ReceiptTurns,
    private readonly limits: Limits,
  ) {}

  handle(request: MessageReadRequest, context: EventContext): Promise<Answer | undefined> {
    return this.turns.run(context.actor.user.id, () => this.read(request, context));
  }

  private async read(request: MessageReadRequest, context: EventContext): Promise<Answer | undefined> {
    const { message_id: given, thread_id: threadId, up_to_seq: seq } = request;
    if (typeof threadId === 'string') return this.readThread(threadId, request, context);
    if (!given) return this.act.upTo(context, placeIn(request));
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
    context: EventContext,
  ): Promise<Answer | undefined> {
    const ids = bulkIds('message_id', given, this.limits.bulkIds);
    const named = await this.rooms.of(context.actor, ids, roomId);
    context.pay(named.length - 1);
    return this.act.named(context, named, typeof given === 'string');
  }
}

/** @throws Refusal 4003 with the missing field */
function placeIn({ room_id: roomId, up_to_seq: seq }: MessageReadRequest): ReadPlace {
  if (typeof roomId === 'string' && typeof seq === 'number') return { roomId: roomId.toLowerCase(), seq };
  const missing = typeof roomId === 'string' ? 'up_to_seq' : typeof seq === 'number' ? 'room_id' : 'message_id';
  throw invalid({ [missing]: ['This field is required.'] });
}
