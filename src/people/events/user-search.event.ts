import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { ClientEvent, Integer, Optional, Text } from '@parley/realtime/requests';
import type { Actor, Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { cursorParts, cursorText } from '../../platform/collections/cursor-text.js';
import { Config } from '../../platform/config/config.js';
import { RoomPolicy } from '../../rooms/room.policy.js';
import { MAX_KEY_LENGTH, MAX_USERNAME_LENGTH } from '../../users/username.js';
import { PeopleRepository } from '../people.repository.js';
import type { ProfilePart } from '../people.repository.js';

const DEFAULT_SIZE = 20;
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
  constructor(
    private readonly policy: RoomPolicy,
    private readonly people: PeopleRepository,
    private readonly config: Config,
  ) {}

  async handle(request: UserSearchRequest, { actor }: EventContext): Promise<Answer> {
    const { users, end, truncated } = await this.found(request, actor);
    return {
      eventType: 'usersearch.dispatch',
      data: { users, next_cursor: end === undefined ? null : cursorText([end]) },
      ...(truncated && { meta: { truncated } }),
    };
  }

  private found({ query: text, limit, cursor }: UserSearchRequest, actor: Actor): Promise<ProfilePart> {
    const query = { query: text, after: placeOf(cursor), limit: limit ?? DEFAULT_SIZE };
    switch (this.config.directory.users) {
      case 'everyone':
        return this.people.amongAll(this.policy.mayFollow(actor), query);
      case 'shared':
        return this.people.amongSharing(this.policy.mayFollow(actor), query);
      case 'exact':
        return this.named(text, actor);
    }
  }

  private async named(username: string, actor: Actor): Promise<ProfilePart> {
    const profile = await this.people.named(this.policy.mayFollow(actor), username);
    return { users: profile ? [profile] : [], end: undefined, truncated: false };
  }
}

/** @throws Refusal 4003 if the cursor did not come with a page */
function placeOf(cursor: string | null | undefined): string | undefined {
  if (typeof cursor !== 'string') return undefined;
  const [key, ...others] = cursorParts(cursor) ?? [];
  if (typeof key === 'string' && key.length <= MAX_KEY_LENGTH && others.length === 0 && cursorText([key]) === cursor) {
    if (!key.includes('\u0000')) return key;
  }
  throw invalid({ cursor: ['Must be a next_cursor that came with a page of a search.'] });
}
