import { Injectable } from '@nestjs/common';
import { ClientEvent, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { MAX_USERNAME_LENGTH } from '../../users/username.js';
import { Profiles } from '../profiles.js';

class UserFindRequest {
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  username!: string;
}

/**
 * `user.find`: returns the user with this username to the requester. It matches complete usernames only, so that
 * usernames cannot be enumerated. It does not find a user who blocks the requester.
 */
@Injectable()
@ClientEvent({
  name: 'user.find',
  summary: 'Returns the user with a username, so that a room can be created.',
  request: UserFindRequest,
  stores: false,
  emits: ['userfind.dispatch'],
})
export class UserFindEvent implements EventHandler<UserFindRequest> {
  constructor(private readonly profiles: Profiles) {}

  async handle({ username }: UserFindRequest, { actor }: EventContext): Promise<Answer> {
    return { eventType: 'userfind.dispatch', data: await this.profiles.named(actor, username) };
  }
}
