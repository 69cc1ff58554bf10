import { Injectable } from '@nestjs/common';
import { ClientEvent, Id } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { RoomDirectory } from '../room-directory.js';
import { RoomPolicy } from '../room.policy.js';

class RoomInfoRequest {
  @Id()
  room_id!: string;
}

/** `room.info`: returns one room with its members to the requester. */
@Injectable()
@ClientEvent({
  name: 'room.info',
  summary: 'Returns a room and its members.',
  request: RoomInfoRequest,
  stores: false,
  roomTokens: 'open',
  emits: ['roominfo.dispatch'],
})
export class RoomInfoEvent implements EventHandler<RoomInfoRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly directory: RoomDirectory,
  ) {}

  async handle(request: RoomInfoRequest, { actor }: EventContext): Promise<Answer> {
    const roomId = request.room_id.toLowerCase();
    const grant = await this.policy.mayRead(actor, roomId);
    const room = await this.directory.read(grant);
    // A user who was removed during the read does not receive the new state of the room.
    await this.policy.mayRead(actor, roomId);
    return { eventType: 'roominfo.dispatch', data: room };
  }
}
