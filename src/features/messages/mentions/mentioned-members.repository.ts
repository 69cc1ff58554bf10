import { Injectable } from '@nestjs/common';
import type { User } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import type { QuerySource } from '../../../platform/database/query.js';
import { statement } from '../../../platform/database/statement.js';
import { usersById } from '../../users/user.rows.js';

/** Raw SQL: members are found and counted in one statement. */
@Injectable()
export class MentionedMembersRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Which of these users are members of the room. A user who has deleted a OneToOneChat is one of the two, and returns
   * before a message is sent.
   * @param source the transaction that has locked the room, if there is one
   */
  async among(roomId: string, userIds: readonly number[], source: QuerySource = this.source): Promise<Set<number>> {
    const rows = await MEMBERS.rows(source, { room: roomId, users: userIds });
    return new Set(rows.flatMap(({ hidden, members }) => (hidden === null ? members : [...members, hidden])));
  }

  /** Whether the room has at most this many members. */
  async isSmall(roomId: string, most: number, source: QuerySource = this.source): Promise<boolean> {
    const rows = await COUNTED.rows(source, { room: roomId, most: most + 1 });
    return rows.length <= most;
  }

  async users(ids: readonly number[], source: QuerySource = this.source): Promise<User[]> {
    const users = await usersById(source, ids);
    return ids.flatMap((id) => users.get(id) ?? []);
  }
}

const MEMBERS = statement('mentioned_members.among', {
  parameters: { room: 'uuid', users: 'int4[]' },
  columns: { hidden: 'int4 | null', members: 'int4[]' },
  isPrepared: true,
  text: ({ room, users }) => `
    SELECT r.hidden_user_id AS hidden, ARRAY(
      SELECT s.user_id FROM room_members s
      WHERE s.room_id = r.id${onWorkers(`s.room_id = ${room}`)} AND s.user_id = ANY (${users})) AS members
    FROM rooms r WHERE r.id = ${room}`,
});

const COUNTED = statement('mentioned_members.counted', {
  parameters: { room: 'uuid', most: 'int8' },
  columns: {},
  isPrepared: true,
  text: ({ room, most }) => `SELECT FROM room_members WHERE room_id = ${room} LIMIT ${most}`,
});
