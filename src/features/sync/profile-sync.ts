import { Injectable } from '@nestjs/common';
import type { ChangedProfiles } from '@parley/protocol';

import { PeopleRepository } from '../people/people.repository.js';
import type { OwnRoomsGrant } from '../rooms/room.policy.js';

/** The profiles that a client misses, of users who share a room with its user. */
@Injectable()
export class ProfileSync {
  constructor(private readonly repository: PeopleRepository) {}

  /** @param since the `until` of an earlier sync */
  async since(grant: OwnRoomsGrant, since: Date): Promise<ChangedProfiles> {
    const { users, until, isReset } = await this.repository.changedSince(grant, since);
    return { users, until: until.toISOString(), reset: isReset };
  }
}
