import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import type { OwnRoomsGrant } from '../room.policy.js';

/** Raw SQL, because the own membership of a room decides whose memberships of it count. */
@Injectable()
export class NearUsersRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Those of these users whom the grant may show by its rooms. Without a limit all of them: statements find who shares any
   * room with the user.
   */
  async among({ userId, rooms }: OwnRoomsGrant, userIds: readonly number[]): Promise<readonly number[]> {
    if (!rooms) return userIds;
    const near = await NEAR.rows(this.source, { user: userId, rooms: [...rooms], users: userIds });
    return near.map(({ id }) => id);
  }
}

const NEAR = statement('near_users.among', {
  parameters: { user: 'int4', rooms: 'uuid[]', users: 'int4[]' },
  columns: { id: 'int4' },
  text: ({ user, rooms, users }) => `
    SELECT DISTINCT theirs.user_id AS id FROM room_members own JOIN room_members theirs ON theirs.room_id = own.room_id
    WHERE own.user_id = ${user} AND own.room_id = ANY (${rooms})
      AND theirs.room_id = ANY (${rooms}) AND theirs.user_id = ANY (${users})`,
});
