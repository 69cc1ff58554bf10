import { Injectable } from '@nestjs/common';
import type { EventContext } from '@parley/realtime/requests';

import { SELF } from '../membership/change-members.js';
import { MemberRemoval } from '../membership/member-changes.js';
import { RoomChanges } from '../room-changes.js';
import { RoomPolicy } from '../room.policy.js';

/** A member leaves a GroupChat or Channel. */
@Injectable()
export class LeaveRoom {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly memberRemoval: MemberRemoval,
  ) {}

  /** @throws Refusal 4002, 4003, 4004 */
  leave({ actor, origin }: Pick<EventContext, 'actor' | 'origin'>, roomId: string): Promise<undefined> {
    return this.changes.byMember(actor, roomId, async (change) => {
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
