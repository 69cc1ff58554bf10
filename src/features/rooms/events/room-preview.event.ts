import { Injectable } from '@nestjs/common';
import { ClientEvent, Id } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { RoomPreviews } from '../previews/room-previews.js';

class RoomPreviewRequest {
  @Id()
  room_id!: string;
}

/**
 * `room.preview`: returns what a public Channel is, or a GroupChat that takes join requests, to anybody. Other rooms
 * cannot be distinguished from missing ones.
 */
@Injectable()
@ClientEvent({
  name: 'room.preview',
  summary:
    'Returns the name, the description and the number of members of a room that the user may join or ask to join.',
  request: RoomPreviewRequest,
  stores: false,
  roomTokens: 'open',
  emits: ['roompreview.dispatch'],
})
export class RoomPreviewEvent implements EventHandler<RoomPreviewRequest> {
  constructor(private readonly previews: RoomPreviews) {}

  async handle({ room_id }: RoomPreviewRequest, { actor }: EventContext): Promise<Answer> {
    return { eventType: 'roompreview.dispatch', data: await this.previews.preview(actor, room_id.toLowerCase()) };
  }
}
