import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';

import type { Authority } from '../../users/roles/authority.js';
import { ConsentRepository } from '../consent/consent.repository.js';
import { SELF } from '../membership/change-members.js';
import { MemberAddition } from '../membership/member-changes.js';
import { MembersRepository } from '../membership/members.repository.js';
import { RoomChanges } from '../room-changes.js';
import { operatorGrant } from '../room.policy.js';
import { roomIdOf } from './room-lookup.service.js';

/** Adds users to rooms for operators and administrators. */
@Injectable()
export class MemberAdmission {
  constructor(
    private readonly changes: RoomChanges,
    private readonly members: MembersRepository,
    private readonly consent: ConsentRepository,
    private readonly addition: MemberAddition,
  ) {}

  /**
   * The members see that the user has joined.
   * @returns false if the user is a member already
   * @throws Refusal 4002 if the user is banned from the room, 4003 if it is full or a OneToOneChat, 4004, 4029 if the
   *   user is a member of too many rooms
   */
  admit(authority: Authority, given: string, userId: number): Promise<boolean> {
    const roomId = roomIdOf(given);
    return this.changes.byAuthority(authority, { action: 'rooms.manage' }, roomId, async (change) => {
      if (!change) throw notFound(`No such room: ${given}.`);
      const { manager } = change.work;
      if (change.room.type === 'OneToOneChat') throw invalid('A OneToOneChat has two members: it takes no others.');
      const consenting = await this.consent.lockWilling(manager, operatorGrant(roomId), userId);
      if ((await this.members.membersAmong(manager, roomId, [userId])).has(userId)) return false;
      await this.addition.add(change, {
        grant: operatorGrant(roomId),
        consenting,
        kind: 'joined',
        by: SELF,
        field: undefined,
        audited: [{ action: 'rooms.add_member', subjectId: userId }],
        origin: undefined,
      });
      return true;
    });
  }
}
