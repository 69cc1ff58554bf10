import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';

/** Raw SQL, because a room is looked up with the membership of the user. */
@Injectable()
export class NamedRoomsRepository {
  constructor(private readonly source: DataSource) {}

  /** Those of these rooms that exist, each with whether the user is in it. */
  async find(userId: number, ids: readonly string[]): Promise<readonly { readonly isMember: boolean }[]> {
    return FIND.rows(this.source, { rooms: ids, user: userId });
  }
}

const FIND = statement('named_rooms.find', {
  parameters: { rooms: 'uuid[]', user: 'int4' },
  columns: { isMember: 'bool' },
  text: ({ rooms, user }) => `
    SELECT m.user_id IS NOT NULL AS "isMember"
    FROM rooms r LEFT JOIN room_members m ON m.room_id = r.id AND m.user_id = ${user}
    WHERE r.id = ANY (${rooms})`,
});
