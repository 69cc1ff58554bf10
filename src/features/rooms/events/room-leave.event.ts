import { Injectable } from '@nestjs/common';
import { ClientEvent, Id } from '@parley/realtime/requests';
import type { EventContext, EventHandler } from '@parley/realtime/requests';

import { LeaveRoom } from '../acts/leave-room.js';

class RoomLeaveRequest {
  @Id()
  room_id!: string;
}

/** `room.leave`: leaves a GroupChat or Channel. The remaining members are notified. */
@Injectable()
@ClientEvent({
  name: 'room.leave',
  summary: 'Leaves a GroupChat or Channel.',
  request: RoomLeaveRequest,
  roomTokens: 'open',
  emits: ['roomexit.dispatch', 'roomremovemembers.dispatch', 'roomdelete.dispatch'],
})
export class RoomLeaveEvent implements EventHandler<RoomLeaveRequest> {
  constructor(private readonly room: LeaveRoom) {}

  handle({ room_id }: RoomLeaveRequest, context: EventContext): Promise<undefined> {
    return this.room.leave(context, room_id.toLowerCase());
  }
}
