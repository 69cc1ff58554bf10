import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { Profile, ServerEvent } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { DirectorySettings } from './people.settings.js';
import { cursorOf, isText } from '../../platform/pages/cursor.js';
import { RoomPolicy } from '../rooms/room.policy.js';
import { MAX_KEY_LENGTH } from '../users/username.js';
import { PeoplePolicy } from './people.policy.js';
import { PeopleRepository } from './people.repository.js';
import type { ProfilePart, UserQuery } from './people.repository.js';

const DEFAULT_SIZE = 20;

const CURSOR = cursorOf<{ readonly key: string }>(
  { key: (part): part is string => isText(part) && part.length <= MAX_KEY_LENGTH },
  { cursor: 'Must be a next_cursor that came with a page of a search.' },
);

export interface UserSearch {
  /** The beginning of a username, or words that each begin a word of a name. */
  readonly query: string;
  readonly limit: number | null | undefined;
  /** The `next_cursor` of the page before. */
  readonly cursor: string | null | undefined;
}

/** A page, and whether users are missing in it because of their bytes. */
type UserPage = ServerEvent<'usersearch.dispatch'>['data'] & { readonly truncated: boolean };

/** The profiles that a user may see of others. */
@Injectable()
export class Profiles {
  constructor(
    private readonly policy: PeoplePolicy,
    private readonly rooms: RoomPolicy,
    private readonly people: PeopleRepository,
    private readonly settings: DirectorySettings,
  ) {}

  /**
   * The user with this whole username, who does not block the requester. A guest finds only who shares a room with it.
   * @throws Refusal 4004
   */
  async named(actor: Actor, username: string): Promise<Profile> {
    const profile = await this.people.named(this.policy.mayFind(actor), username);
    if (!profile) throw notFound('No such user.');
    return profile;
  }

  /**
   * Users who share a room with the requester, as many as fit in an answer.
   * @param ids without duplicates
   * @throws Refusal 4004 if one of them shares none
   */
  async sharing(actor: Actor, ids: readonly number[]): Promise<Pick<ProfilePart, 'users' | 'truncated'>> {
    const part = await this.people.sharing(this.rooms.mayFollow(actor), ids);
    if (!part) throw notFound('No such user.');
    return part;
  }

  /**
   * A page of the users that the deployment lets the requester find (`USER_DIRECTORY`).
   * @throws Refusal 4003; 4004 for a guest
   */
  async search(actor: Actor, { query, limit, cursor }: UserSearch): Promise<UserPage> {
    const asked = { query, after: CURSOR.decode(cursor)?.key, limit: limit ?? DEFAULT_SIZE };
    const { users, end, truncated } = await this.found(actor, asked);
    return { users, next_cursor: CURSOR.next(end === undefined ? undefined : { key: end }), truncated };
  }

  private async found(actor: Actor, query: UserQuery): Promise<ProfilePart> {
    const grant = this.policy.maySearch(actor);
    switch (this.settings.users) {
      case 'everyone':
        return this.people.amongAll(grant, query);
      case 'shared':
        return this.people.amongSharing(grant, query);
      case 'exact': {
        const profile = await this.people.named(this.policy.mayFind(actor), query.query);
        return { users: profile ? [profile] : [], end: undefined, truncated: false };
      }
    }
  }
}
