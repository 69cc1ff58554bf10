import { Injectable } from '@nestjs/common';
import { notFound, notPermitted } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { ConsentRepository } from '../consent/consent.repository.js';
import { SELF } from '../membership/change-members.js';
import { MemberAddition } from '../membership/member-changes.js';
import { MembershipsRepository } from '../membership/memberships.repository.js';
import { RoomChanges } from '../room-changes.js';
import { RoomPolicy } from '../room.policy.js';

/** A user enters a room by an invitation to the deployment, for which the right of the inviter is judged again. */
@Injectable()
export class AdmitInvited {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly memberships: MembershipsRepository,
    private readonly consent: ConsentRepository,
    private readonly addition: MemberAddition,
  ) {}

  /** The ids of the rooms that the user is in. */
  async roomsOf(userId: number): Promise<ReadonlySet<string>> {
    return new Set((await this.memberships.roomsOf(userId)).roomIds);
  }

  /**
   * Does nothing for a member.
   * @param inviterId null: an operator, who names no rooms
   * @throws Refusal 4002 if the user is banned, or the inviter may not add members any more; 4003 if the room is full,
   *   4004 if there is no such room, 4029 if the user is a member of too many rooms
   */
  admit(actor: Actor, roomId: string, inviterId: number | null): Promise<void> {
    return this.changes.byUser(actor, roomId, async (change) => {
      if (!change) throw notFound('No such room.');
      if (change.membership) return;
      const { manager } = change.work;
      const inviter = inviterId === null ? undefined : await this.memberships.find(inviterId, roomId, manager);
      if (!inviter) throw notPermitted('The inviter may not add members to this room any more.');
      const grant = this.policy.mayChange('room.add_members', inviter);
      const consenting = await this.consent.lockWilling(manager, grant, actor.user.id);
      await this.addition.add(change, {
        grant,
        consenting,
        kind: 'joined',
        by: SELF,
        field: undefined,
        audited: [],
        origin: undefined,
      });
    });
  }
}
