import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { decoded, encoded, LONGEST_CURSOR } from '../../rooms/membership/member-list.cursor.js';
import { RoomPolicy } from '../../rooms/room.policy.js';
import { toMessage } from '../message.view.js';
import { PinsRepository } from '../pins/pins.repository.js';

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 200;
/** Pins are ordered by their numbers. */
const PINS_CURSOR_KEYS = 1;

class RoomPinsRequest {
  @Id()
  room_id!: string;

  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;

  /** The `next_cursor` of the page before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}

/** `room.pins`: returns the pinned messages of a room, page by page, the newest pin first. */
@Injectable()
@ClientEvent({
  name: 'room.pins',
  summary: 'Returns a page of the pinned messages of a room.',
  request: RoomPinsRequest,
  stores: false,
  emits: ['roompins.dispatch'],
})
export class RoomPinsEvent implements EventHandler<RoomPinsRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly pins: PinsRepository,
  ) {}

  async handle({ room_id, limit, cursor }: RoomPinsRequest, { actor }: EventContext): Promise<Answer> {
    const roomId = room_id.toLowerCase();
    const grant = await this.policy.mayRead(actor, roomId);
    const [after] = typeof cursor === 'string' ? decoded(cursor, roomId, PINS_CURSOR_KEYS) : [];
    const { messages, end, truncated } = await this.pins.list(grant, limit ?? DEFAULT_SIZE, after);
    // A user who was removed during the read receives no page.
    await this.policy.mayRead(actor, roomId);
    const next_cursor = end === undefined ? null : encoded({ roomId, last: [end] });
    const data = { room_id: roomId, messages: messages.map(toMessage), next_cursor };
    return { eventType: 'roompins.dispatch', data, ...(truncated && { meta: { truncated } }) };
  }
}
