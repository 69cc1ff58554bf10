import { Injectable } from '@nestjs/common';
import { ClientEvent, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { MAX_USERNAME_LENGTH } from '../../users/username.js';
import { Profiles } from '../profiles.js';

const LARGEST_SIZE = 100;
/** A key has at most 300 characters of up to four bytes, and base64 takes a third more. */
const LONGEST_CURSOR = 2_048;

class UserSearchRequest {
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  query!: string;

  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;

  /** The `next_cursor` of the page before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}

/**
 * `user.search`: returns users by the beginning of the username, or by words that each begin a word of a name.
 * `USER_DIRECTORY` decides whom it finds; by default, only the user with the whole username.
 */
@Injectable()
@ClientEvent({
  name: 'user.search',
  summary: 'Returns users by the beginnings of their names, as far as the deployment permits it.',
  request: UserSearchRequest,
  cost: 5,
  stores: false,
  emits: ['usersearch.dispatch'],
})
export class UserSearchEvent implements EventHandler<UserSearchRequest> {
  constructor(private readonly profiles: Profiles) {}

  async handle({ query, limit, cursor }: UserSearchRequest, { actor }: EventContext): Promise<Answer> {
    const { truncated, ...data } = await this.profiles.search(actor, { query, limit, cursor });
    return { eventType: 'usersearch.dispatch', data, ...(truncated && { meta: { truncated } }) };
  }
}
