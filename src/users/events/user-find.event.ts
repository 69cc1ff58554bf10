import { Injectable } from '@nestjs/common';
import { ClientEvent, Text } from '@parley/realtime/requests';
import type { Answer, EventHandler } from '@parley/realtime/requests';

import { MAX_USERNAME_LENGTH } from '../username.js';
import { UsersService } from '../users.service.js';

class UserFindRequest {
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  username!: string;
}

/**
 * `user.find`: who has this username, to the requester alone. It takes the whole of a name and nothing less, so that whoever
 * does not know a name learns none.
 */
@Injectable()
@ClientEvent({
  name: 'user.find',
  summary: 'Asks who has a username, to begin a room with them.',
  request: UserFindRequest,
  emits: ['userfind.dispatch'],
})
export class UserFindEvent implements EventHandler<UserFindRequest> {
  constructor(private readonly users: UsersService) {}

  async handle({ username }: UserFindRequest): Promise<Answer> {
    return { eventType: 'userfind.dispatch', data: await this.users.seen(username) };
  }
}
