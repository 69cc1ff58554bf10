import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { ClientEvent, Id, UserIds } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { LARGEST_BULK, Limits } from '../../../platform/config/limits.settings.js';
import { InviteUsers } from '../acts/invite-users.js';

class RoomInviteRequest {
  @Id()
  room_id!: string;

  @UserIds({ least: 1, most: LARGEST_BULK })
  user_ids!: number[];
}

/** `room.invite`: invites users to a GroupChat or Channel. Each decides with `room.answer_invite`. */
@Injectable()
@ClientEvent({
  name: 'room.invite',
  summary: 'Invites users to a GroupChat or Channel.',
  request: RoomInviteRequest,
  roomTokens: 'open',
  emits: ['roominvite.dispatch'],
})
export class RoomInviteEvent implements EventHandler<RoomInviteRequest> {
  constructor(
    private readonly invitations: InviteUsers,
    private readonly limits: Limits,
  ) {}

  async handle(request: RoomInviteRequest, context: EventContext): Promise<Answer | undefined> {
    const named = [...new Set(request.user_ids)];
    const { bulkIds: most } = this.limits;
    if (named.length > most) throw invalid({ user_ids: [`Must be at most ${String(most)} user ids.`] });
    return this.invitations.invite(context, request.room_id.toLowerCase(), named);
  }
}
