import { Injectable } from '@nestjs/common';
import type { MessagePage } from '@parley/protocol';
import { ClientEvent, Id, Optional, StrictObject, Whole } from '@parley/realtime/inbound';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/inbound';

import { RoomPolicy } from '../../rooms/index.js';
import { toMessage } from '../message.view.js';
import { MessagesRepository } from '../messages.repository.js';

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 200;
const LAST_PAGE = 10_000_000;

class Paginate {
  @Optional()
  @Whole({ min: 1, max: LAST_PAGE })
  page?: number;

  @Optional()
  @Whole({ min: 1, max: LARGEST_SIZE })
  size?: number;
}

class RoomMessagesRequest {
  @Id()
  room_id!: string;

  @Optional()
  @StrictObject(() => Paginate)
  paginate?: Paginate | null;
}

/** `room.messages`: a page of a room's history, newest first, to the asker alone. */
@Injectable()
@ClientEvent({
  name: 'room.messages',
  summary: 'Asks for a page of the history of a room, newest message first.',
  request: RoomMessagesRequest,
  speaks: ['roommessages.dispatch'],
})
export class RoomMessagesEvent implements EventHandler<RoomMessagesRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly messages: MessagesRepository,
  ) {}

  async handle(request: RoomMessagesRequest, { actor }: EventContext): Promise<Answer> {
    const roomId = request.room_id.toLowerCase();
    const { page = 1, size = DEFAULT_SIZE } = request.paginate ?? {};
    const grant = await this.policy.mayRead(actor, roomId);
    const found = await this.messages.latest(grant, roomId, { offset: (page - 1) * size, limit: size + 1 });
    const hasNext = found.length > size;
    const data: MessagePage = {
      has_next: hasNext,
      has_previous: page > 1,
      next_page_number: hasNext ? page + 1 : null,
      prev_page_number: page > 1 ? page - 1 : null,
      page,
      size,
      data: { room_id: roomId, messages: found.slice(0, size).map(toMessage) },
    };
    return { eventType: 'roommessages.dispatch', data };
  }
}
