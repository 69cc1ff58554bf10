import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import { ClientEvent, Id } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { RoomPreviewsRepository } from '../previews/room-previews.repository.js';
import { RoomPolicy } from '../room.policy.js';

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
  emits: ['roompreview.dispatch'],
})
export class RoomPreviewEvent implements EventHandler<RoomPreviewRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly previews: RoomPreviewsRepository,
  ) {}

  async handle(request: RoomPreviewRequest, { actor }: EventContext): Promise<Answer> {
    const roomId = request.room_id.toLowerCase();
    const room = await this.previews.open(actor.user.id, roomId);
    const grant = room && this.policy.mayEnter('room.preview', actor, roomId, room);
    const preview = grant && (await this.previews.preview(grant));
    if (!preview) throw notFound('No such room.');
    return { eventType: 'roompreview.dispatch', data: preview };
  }
}
