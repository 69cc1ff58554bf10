import { Injectable } from '@nestjs/common';
import { Choice, ClientEvent, Id, UserId } from '@parley/realtime/requests';
import type { EventContext, EventHandler } from '@parley/realtime/requests';

import { ReviewJoinRequest } from '../acts/review-join-request.js';

class RoomReviewJoinRequest {
  @Id()
  room_id!: string;

  @UserId()
  user_id!: number;

  @Choice(['approve', 'deny'])
  decision!: 'approve' | 'deny';
}

/**
 * `room.review_join`: an admin of a GroupChat approves or denies a join request. The user of the request and the admins
 * receive the decision on every device. If several admins decide at once, the first decision counts.
 */
@Injectable()
@ClientEvent({
  name: 'room.review_join',
  summary: 'Approves or denies a request to join a GroupChat.',
  request: RoomReviewJoinRequest,
  roomTokens: 'open',
  emits: ['roomaddmembers.dispatch', 'joinrequest.dispatch'],
})
export class RoomReviewJoinEvent implements EventHandler<RoomReviewJoinRequest> {
  constructor(private readonly joinRequest: ReviewJoinRequest) {}

  handle({ room_id, user_id, decision }: RoomReviewJoinRequest, context: EventContext): Promise<undefined> {
    return this.joinRequest.review(context, { roomId: room_id.toLowerCase(), userId: user_id, decision });
  }
}
