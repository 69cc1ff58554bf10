import { Injectable } from '@nestjs/common';
import type { RoomInvitation, User } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import type { RequestOrigin } from '@parley/realtime/requests';

import type { Work } from '../../../platform/database/unit-of-work.js';
import { invited, invitedUsers } from '../room.frames.js';
import type { RoomGrant } from '../room.policy.js';
import { InvitationsRepository } from './invitations.repository.js';

/**
 * Invites users who may not be added. Each receives the invitation on all devices, and the inviting user's devices
 * receive the list of those that were made.
 */
@Injectable()
export class Invitations {
  constructor(
    private readonly repository: InvitationsRepository,
    private readonly dispatch: Dispatch,
  ) {}

  /**
   * @param origin receives the list as the answer; undefined if another frame is the answer
   * @returns the new invitations: users who are invited already get no other
   * @throws Refusal 4005 if the room or a user has too many pending invitations
   */
  async invite(
    work: Work,
    grant: RoomGrant<'room.create' | 'room.add_members' | 'room.invite'>,
    users: readonly User[],
    origin?: RequestOrigin,
  ): Promise<readonly RoomInvitation[]> {
    if (users.length === 0) return [];
    const invitations = await this.repository.insert(work.manager, grant, users);
    this.publish(work, grant, invitations, origin);
    return invitations;
  }

  /** Sends new or ended invitations after the commit: each to its user, and all to the user who made or ended them. */
  publish(
    { afterCommit }: Work,
    { roomId, userId }: RoomGrant<'room.create' | 'room.add_members' | 'room.invite' | 'room.restrict'>,
    invitations: readonly RoomInvitation[],
    origin?: RequestOrigin,
  ): void {
    if (invitations.length === 0) return;
    afterCommit(() => {
      for (const invitation of invitations) this.dispatch.toUsers([invitation.user.id], invited(invitation));
      this.dispatch.toUsers([userId], invitedUsers(roomId, invitations), origin);
    });
  }
}
