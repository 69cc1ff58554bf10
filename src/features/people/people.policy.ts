import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import type { Branded } from '../../platform/types/branded.js';

/** Permission to search among users by the beginnings of their names, which only the policy makes. */
export interface UserSearchGrant extends Branded<'people.search'> {
  readonly userId: number;
}

/** Permission to find a user by the whole username. */
export interface UserFindGrant extends Branded<'people.find'> {
  readonly userId: number;
  /** Whether it finds only users who share a room with the user. */
  readonly onlySharing: boolean;
}

/** Whom users find in the deployment. Guests know only the people in their rooms. */
@Injectable()
export class PeoplePolicy {
  /** @throws Refusal 4004 for a guest, for whom there is no directory */
  maySearch({ user }: Actor): UserSearchGrant {
    if (user.is_guest === true) throw notFound('There is no directory of users for guests.');
    return { userId: user.id } as UserSearchGrant;
  }

  mayFind({ user }: Actor): UserFindGrant {
    return { userId: user.id, onlySharing: user.is_guest === true } as UserFindGrant;
  }
}
