import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { ClientEvent, UserIds } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { LARGEST_BULK, Limits } from '../../../platform/config/limits.settings.js';
import { Profiles } from '../profiles.js';

class UserInfoRequest {
  @UserIds({ least: 1, most: LARGEST_BULK })
  user_ids!: number[];
}

/** `user.info`: returns the profiles of users who share a room with the requester. Others are unknown. */
@Injectable()
@ClientEvent({
  name: 'user.info',
  summary: 'Returns the profiles of users who share a room with the user.',
  request: UserInfoRequest,
  stores: false,
  roomTokens: 'open',
  emits: ['userinfo.dispatch'],
})
export class UserInfoEvent implements EventHandler<UserInfoRequest> {
  constructor(
    private readonly profiles: Profiles,
    private readonly limits: Limits,
  ) {}

  async handle({ user_ids }: UserInfoRequest, { actor }: EventContext): Promise<Answer> {
    const ids = [...new Set(user_ids)];
    const { bulkIds } = this.limits;
    if (ids.length > bulkIds) throw invalid({ user_ids: [`Must be at most ${String(bulkIds)} user ids.`] });
    const { users, truncated } = await this.profiles.sharing(actor, ids);
    return { eventType: 'userinfo.dispatch', data: { users }, ...(truncated && { meta: { truncated } }) };
  }
}
