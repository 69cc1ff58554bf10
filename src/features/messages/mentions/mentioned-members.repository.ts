import { Injectable } from '@nestjs/common';
import type { User } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import { prepared } from '../../../platform/database/prepared.js';
import type { QuerySource } from '../../../platform/database/query.js';
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
    const rows = await source.query<{ hidden: number | null; members: number[] }[]>(MEMBERS, [roomId, userIds]);
    return new Set(rows.flatMap(({ hidden, members }) => (hidden === null ? members : [...members, hidden])));
  }

  /** Whether the room has at most this many members. */
  async isSmall(roomId: string, most: number, source: QuerySource = this.source): Promise<boolean> {
    const rows = await source.query<unknown[]>(COUNTED, [roomId, most + 1]);
    return rows.length <= most;
  }

  async users(ids: readonly number[], source: QuerySource = this.source): Promise<User[]> {
    const users = await usersById(source, ids);
    return ids.flatMap((id) => users.get(id) ?? []);
  }
}

const MEMBERS = prepared(`
  SELECT r.hidden_user_id AS hidden, ARRAY(
    SELECT s.user_id FROM room_members s
    WHERE s.room_id = r.id${onWorkers('s.room_id = $1')} AND s.user_id = ANY ($2)) AS members
  FROM rooms r WHERE r.id = $1`);

const COUNTED = prepared('SELECT FROM room_members WHERE room_id = $1 LIMIT $2');
