import { Injectable } from '@nestjs/common';
import type { RestrictionKind } from '@parley/protocol';
import { Choice, ClientEvent, Id, Moment, Optional, Text, UserId } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { StrangerLimit } from '../consent/stranger-limit.js';
import { MembersRepository } from '../membership/members.repository.js';
import { checkLifting, LONGEST_REASON, RoomRestrictionsService } from '../restrictions/room-restrictions.service.js';
import { RoomChanges } from '../room-changes.js';
import { RoomPolicy } from '../room.policy.js';

class RoomRestrictRequest {
  @Id()
  room_id!: string;

  @UserId()
  user_id!: number;

  /** `none` lifts the restriction. */
  @Choice(['mute', 'ban', 'none'])
  kind!: RestrictionKind | 'none';

  /** In the future. Without it the restriction has no end. */
  @Optional()
  @Moment()
  until?: string | null;

  /** For the leaders of the room and the user. */
  @Optional()
  @Text({ min: 1, max: LONGEST_REASON })
  reason?: string | null;
}

/**
 * `room.restrict`: mutes a user in a GroupChat or Channel, or bans the user from it, until a time or without an end.
 * The user need not be a member.
 */
@Injectable()
@ClientEvent({
  name: 'room.restrict',
  summary: 'Mutes a user in a GroupChat or Channel, bans the user from it, or lifts that.',
  request: RoomRestrictRequest,
  emits: [
    'roomrestrict.dispatch',
    'roomremovemembers.dispatch',
    'roomexit.dispatch',
    'roomdelete.dispatch',
    'roominvite.dispatch',
    'joinrequest.dispatch',
  ],
})
export class RoomRestrictEvent implements EventHandler<RoomRestrictRequest> {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly strangers: StrangerLimit,
    private readonly members: MembersRepository,
    private readonly restrictions: RoomRestrictionsService,
  ) {}

  async handle(request: RoomRestrictRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const { user_id: userId, kind } = request;
    const named = request.room_id.toLowerCase();
    const until = request.until ? new Date(request.until) : undefined;
    const reason = request.reason ?? undefined;
    checkLifting({ kind, until, reason });
    const contact = await this.strangers.contactInRoom(actor, named, userId);
    return this.changes.byMember(actor, named, async (change) => {
      const { work, roomId, membership } = change;
      this.policy.mayActOnUser('room.restrict', membership);
      const found = await this.members.membersAmong(work.manager, roomId, [userId]);
      const grant = this.policy.mayRestrict(membership, { contact, member: found.get(userId) });
      return this.restrictions.restrict(change, grant, { kind, until, reason, by: actor.user, origin });
    });
  }
}
