import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import { ClientEvent, UserIds } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { Config } from '../../platform/config/config.js';
import { LARGEST_BULK } from '../../platform/config/limit-variables.js';
import { RoomPolicy } from '../../rooms/room.policy.js';
import { PeopleRepository } from '../people.repository.js';

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
  emits: ['userinfo.dispatch'],
})
export class UserInfoEvent implements EventHandler<UserInfoRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly people: PeopleRepository,
    private readonly config: Config,
  ) {}

  async handle({ user_ids }: UserInfoRequest, { actor }: EventContext): Promise<Answer> {
    const ids = [...new Set(user_ids)];
    const { bulkIds } = this.config.limits;
    if (ids.length > bulkIds) throw invalid({ user_ids: [`Must be at most ${String(bulkIds)} user ids.`] });
    const part = await this.people.sharing(this.policy.mayFollow(actor), ids);
    if (!part) throw notFound('No such user.');
    const { users, truncated } = part;
    return { eventType: 'userinfo.dispatch', data: { users }, ...(truncated && { meta: { truncated } }) };
  }
}
