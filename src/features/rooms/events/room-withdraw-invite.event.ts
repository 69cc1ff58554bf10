import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, UserIds } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { LARGEST_BULK } from '../../../platform/config/limits.settings.js';
import { WithdrawInvitations } from '../acts/withdraw-invitations.js';

class RoomWithdrawInviteRequest {
  @Id()
  room_id!: string;

  @UserIds({ least: 1, most: LARGEST_BULK })
  user_ids!: number[];
}

/** `room.withdraw_invite`: ends pending invitations to a room. Their users are notified. */
@Injectable()
@ClientEvent({
  name: 'room.withdraw_invite',
  summary: 'Withdraws pending invitations to a GroupChat or Channel.',
  request: RoomWithdrawInviteRequest,
  roomTokens: 'open',
  emits: ['roominvite.dispatch'],
})
export class RoomWithdrawInviteEvent implements EventHandler<RoomWithdrawInviteRequest> {
  constructor(private readonly invitations: WithdrawInvitations) {}

  handle({ room_id, user_ids }: RoomWithdrawInviteRequest, context: EventContext): Promise<Answer | undefined> {
    return this.invitations.withdraw(context, room_id.toLowerCase(), user_ids);
  }
}
