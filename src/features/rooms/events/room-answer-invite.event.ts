import { Injectable } from '@nestjs/common';
import { Bool, ClientEvent, Id } from '@parley/realtime/requests';
import type { EventContext, EventHandler } from '@parley/realtime/requests';

import { AnswerInvitation } from '../acts/answer-invitation.js';

class RoomAnswerInviteRequest {
  @Id()
  room_id!: string;

  @Bool()
  accept!: boolean;
}

/**
 * `room.answer_invite`: the requester accepts an invitation, and joins the room, or declines it, which only the
 * requester's own devices learn. A room without an invitation cannot be distinguished from a missing one.
 */
@Injectable()
@ClientEvent({
  name: 'room.answer_invite',
  summary: 'Accepts or declines an invitation to a room.',
  request: RoomAnswerInviteRequest,
  roomTokens: 'refused',
  emits: ['roomaddmembers.dispatch', 'roomanswerinvite.dispatch'],
})
export class RoomAnswerInviteEvent implements EventHandler<RoomAnswerInviteRequest> {
  constructor(private readonly invitation: AnswerInvitation) {}

  handle({ room_id, accept }: RoomAnswerInviteRequest, context: EventContext): Promise<undefined> {
    return this.invitation.answer(context, room_id.toLowerCase(), accept);
  }
}
