import { Injectable } from '@nestjs/common';
import { notFound, notPermitted } from '@parley/protocol';
import type { DeploymentRole } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import type { Branded } from '../../platform/types/branded.js';
import { RoomPolicy } from '../rooms/room.policy.js';
import { InvitationSettings } from './invitation.settings.js';

/** Permission to invite people to the deployment, which only the policy makes. */
export interface InviteGrant extends Branded<'invitations.create'> {
  /** Undefined: an operator. */
  readonly userId: number | undefined;
  /** The ids of rooms to which the user may add members. */
  readonly roomIds: readonly string[];
}

/** Whose invitations somebody sees and revokes. */
export interface InvitationListGrant extends Branded<'invitations.list'> {
  /** Undefined: those of everybody. */
  readonly ofUserId: number | undefined;
}

/** An operator invites anybody, but to no rooms: the right to add members is judged again when people come. */
export const OPERATOR_INVITES = { userId: undefined, roomIds: [] as readonly string[] } as InviteGrant;
/** An operator sees and revokes all invitations. */
export const OPERATOR_LISTS = { ofUserId: undefined } as InvitationListGrant;

const RANKS: Readonly<Record<InvitationSettings['inviters'], readonly DeploymentRole[]>> = {
  admins: ['admin'],
  moderators: ['moderator', 'admin'],
  everyone: ['user', 'moderator', 'admin'],
};

@Injectable()
export class InvitationPolicy {
  constructor(
    private readonly settings: InvitationSettings,
    private readonly rooms: RoomPolicy,
  ) {}

  permits(role: DeploymentRole): boolean {
    return RANKS[this.settings.inviters].includes(role);
  }

  /**
   * @param roomIds of the invitation
   * @throws Refusal 4002 if the actor may not invite people or add members to a room; 4003, 4004 for rooms
   */
  async mayInvite(actor: Actor, roomIds: readonly string[]): Promise<InviteGrant> {
    if (actor.user.is_guest === true || !this.permits(actor.role ?? 'user'))
      throw notPermitted('You may not invite people.');
    for (const roomId of roomIds) await this.rooms.mayAddMembers(actor, roomId);
    return { userId: actor.user.id, roomIds } as InviteGrant;
  }

  /** Administrators see all, other users their own. @throws Refusal 4004 for a guest, who has none */
  mayList({ user, role }: Actor): InvitationListGrant {
    if (user.is_guest === true) throw notFound('There are no invitations of guests.');
    return { ofUserId: role === 'admin' ? undefined : user.id } as InvitationListGrant;
  }

  /** Whoever sees an invitation may revoke it. @throws Refusal 4002 for a guest */
  mayRevoke(actor: Actor): InvitationListGrant {
    if (actor.user.is_guest === true) throw notPermitted('Guests may not revoke invitations.');
    return this.mayList(actor);
  }
}
