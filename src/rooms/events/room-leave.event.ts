import { Injectable } from '@nestjs/common';
import { ClientEvent, Id } from '@parley/realtime/requests';
import type { EventContext, EventHandler } from '@parley/realtime/requests';

import { MemberRemoval, SELF } from '../membership/member-changes.js';
import { RoomChanges } from '../room-changes.js';
import { RoomPolicy } from '../room.policy.js';

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
  emits: ['roomexit.dispatch', 'roomremovemembers.dispatch', 'roomdelete.dispatch'],
})
export class RoomLeaveEvent implements EventHandler<RoomLeaveRequest> {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly memberRemoval: MemberRemoval,
  ) {}

  handle(request: RoomLeaveRequest, { actor, origin }: EventContext): Promise<undefined> {
    return this.changes.byMember(actor, request.room_id.toLowerCase(), async (change) => {
      const grant = this.policy.mayChange('room.leave', change.membership);
      await this.memberRemoval.remove(change, {
        grant,
        users: [actor.user],
        by: SELF,
        farewell: (name) => `You left ${name}.`,
        audited: [],
        origin,
      });
      return undefined;
    });
  }
}
