import { Injectable } from '@nestjs/common';
import { ClientEvent, Id } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { RoomDirectory } from '../room-directory.js';
import { RoomPolicy } from '../room.policy.js';

class RoomInfoRequest {
  @Id()
  room_id!: string;
}

/** `room.info`: one room with its members, to the requester alone. */
@Injectable()
@ClientEvent({
  name: 'room.info',
  summary: 'Asks for a room and its members.',
  request: RoomInfoRequest,
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
    // Whoever was put out while it was read is not told what has become of it.
    await this.policy.mayRead(actor, roomId);
    return { eventType: 'roominfo.dispatch', data: room };
  }
}
