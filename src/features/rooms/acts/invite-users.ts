import { Injectable } from '@nestjs/common';
import type { Answer, EventContext } from '@parley/realtime/requests';

import { toEach } from '../../audit/audited-act.js';
import { ConsentRepository } from '../consent/consent.repository.js';
import { Invitations } from '../consent/invitations.js';
import { StrangerLimit, withoutMembers } from '../consent/stranger-limit.js';
import { MembersRepository } from '../membership/members.repository.js';
import { RoomChanges } from '../room-changes.js';
import { invitedUsers } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';

/** A member invites users to a GroupChat or Channel. */
@Injectable()
export class InviteUsers {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly members: MembersRepository,
    private readonly strangers: StrangerLimit,
    private readonly consent: ConsentRepository,
    private readonly invitations: Invitations,
  ) {}

  /**
   * @param userIds without duplicates
   * @returns the answer if nobody is invited
   * @throws Refusal 4002, 4003, 4004, 4005, 4029
   */
  async invite(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    roomId: string,
    userIds: readonly number[],
  ): Promise<Answer | undefined> {
    const contacts = await this.strangers.contact(actor, userIds);
    return this.changes.byMember(actor, roomId, async (change) => {
      const { work, membership } = change;
      const grant = this.policy.mayChange('room.invite', membership);
      const there = await this.members.membersAmong(work.manager, roomId, userIds);
      const newcomers = withoutMembers(contacts, there);
      const { consenting, others } = await this.consent.lockNamed(work.manager, grant, newcomers);
      const invitations = await this.invitations.invite(work, grant, [...consenting.users, ...others], origin);
      if (invitations.length === 0) return invitedUsers(roomId, []);
      const invitedIds = invitations.map(({ user }) => user.id);
      await change.record(toEach(invitedIds, { action: 'room.invite' }));
      return undefined;
    });
  }
}
