import { Injectable } from '@nestjs/common';
import { Bool, ClientEvent, UserId } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { UserBlocksService } from '../blocks/user-blocks.service.js';

class UserBlockRequest {
  @UserId()
  user_id!: number;

  @Bool()
  blocked!: boolean;
}

/**
 * `user.block`: blocks another user, or ends that. Neither of the two may send in a OneToOneChat of the two, add or
 * invite the other, or is notified of the other; each sees the other as offline, and none that the other is typing.
 * Only the requester's devices receive the change.
 */
@Injectable()
@ClientEvent({
  name: 'user.block',
  summary: 'Blocks another user, or ends that.',
  request: UserBlockRequest,
  emits: ['userblock.dispatch'],
})
export class UserBlockEvent implements EventHandler<UserBlockRequest> {
  constructor(private readonly blocks: UserBlocksService) {}

  handle({ user_id: userId, blocked }: UserBlockRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    return blocked ? this.blocks.block(actor, userId, origin) : this.blocks.unblock(actor, userId, origin);
  }
}
