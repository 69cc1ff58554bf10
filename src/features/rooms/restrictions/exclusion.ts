import { Injectable } from '@nestjs/common';
import type { User } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';

import { Invitations } from '../consent/invitations.js';
import { InvitationsRepository } from '../consent/invitations.repository.js';
import { JoinRequestsRepository } from '../membership/join-requests.repository.js';
import { MemberRemoval } from '../membership/member-changes.js';
import { MembersRepository } from '../membership/members.repository.js';
import type { Membership } from '../membership/membership.js';
import type { RoomChange } from '../room-changes.js';
import { entryRequested } from '../room.frames.js';
import type { RestrictionGrant } from '../room.policy.js';
import { RoomRestrictionsRepository } from './room-restrictions.repository.js';

/** Ends everything by which a banned user is in the room, or may come into it. */
@Injectable()
export class Exclusion {
  constructor(
    private readonly restrictions: RoomRestrictionsRepository,
    private readonly members: MembersRepository,
    private readonly requests: JoinRequestsRepository,
    private readonly removal: MemberRemoval,
    private readonly invitations: Invitations,
    private readonly invitationRows: InvitationsRepository,
    private readonly dispatch: Dispatch,
  ) {}

  async shutOut(
    change: RoomChange<Membership | undefined>,
    grant: RestrictionGrant,
    user: User,
    by: User,
  ): Promise<void> {
    const { work, roomId } = change;
    await this.restrictions.depart(work.manager, grant);
    const hadAsked = await this.requests.end(work.manager, grant, user.id);
    const withdrawn = await this.invitationRows.withdraw(work.manager, grant, [user.id]);
    this.invitations.publish(work, grant, withdrawn);
    if (hadAsked) {
      const leaders = await this.members.leaders(work.manager, roomId);
      work.afterCommit(() => this.dispatch.toUsers([user.id, ...leaders], entryRequested(roomId, user, 'denied')));
    }
    const found = await this.members.membersAmong(work.manager, roomId, [user.id]);
    if (found.size === 0) return;
    await this.removal.remove(change, {
      grant,
      users: [user],
      by: by.username,
      audited: [],
      origin: undefined,
      farewell: (name) => `${by.username} banned you from ${name}.`,
    });
  }
}
