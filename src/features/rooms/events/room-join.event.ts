import { Injectable } from '@nestjs/common';
import { ClientEvent, Id } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { JoinRoom } from '../acts/join-room.js';

class RoomJoinRequest {
  @Id()
  room_id!: string;
}

/**
 * `room.join`: joins a public Channel and notifies its members, or sends a join request to the admins of a GroupChat
 * that requires approval. A room that is closed to the requester cannot be distinguished from a missing one.
 */
@Injectable()
@ClientEvent({
  name: 'room.join',
  summary: 'Joins a public Channel, or sends a join request to the admins of a GroupChat.',
  request: RoomJoinRequest,
  roomTokens: 'refused',
  emits: ['roomaddmembers.dispatch', 'joinrequest.dispatch'],
})
export class RoomJoinEvent implements EventHandler<RoomJoinRequest> {
  constructor(private readonly room: JoinRoom) {}

  handle({ room_id }: RoomJoinRequest, context: EventContext): Promise<Answer | undefined> {
    return this.room.join(context, room_id.toLowerCase());
  }
}
