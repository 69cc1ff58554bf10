import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import { ClientEvent, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { RoomPolicy } from '../../rooms/room.policy.js';
import { MAX_USERNAME_LENGTH } from '../../users/username.js';
import { PeopleRepository } from '../people.repository.js';

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
  constructor(
    private readonly policy: RoomPolicy,
    private readonly people: PeopleRepository,
  ) {}

  async handle({ username }: UserFindRequest, { actor }: EventContext): Promise<Answer> {
    const profile = await this.people.named(this.policy.mayFollow(actor), username);
    if (!profile) throw notFound('No such user.');
    return { eventType: 'userfind.dispatch', data: profile };
  }
}
