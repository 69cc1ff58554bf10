import { Injectable } from '@nestjs/common';
import type { RestrictionKind } from '@parley/protocol';
import { Choice, ClientEvent, Id, Moment, Optional, Text, UserId } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { RestrictUser } from '../acts/restrict-user.js';
import { LONGEST_REASON } from '../restrictions/room-restriction.entity.js';

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
  roomTokens: 'open',
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
  constructor(private readonly restriction: RestrictUser) {}

  handle(
    { room_id, user_id, kind, until, reason }: RoomRestrictRequest,
    { actor, origin }: EventContext,
  ): Promise<Answer | undefined> {
    const by = { actor, as: 'leader', origin } as const;
    return this.restriction.restrict(by, {
      roomId: room_id.toLowerCase(),
      userId: user_id,
      kind,
      until: until ? new Date(until) : undefined,
      reason: reason ?? undefined,
    });
  }
}
