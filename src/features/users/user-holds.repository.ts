import { Injectable } from '@nestjs/common';
import { notPermitted } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { statement } from '../../platform/database/statement.js';

/** The number of rooms that a refusal names. */
const NAMED = 5;

/**
 * Legal holds that concern a user: the user is in a held room, or has written in one. Such a user is neither deleted
 * nor erased. Raw SQL, because the tables belong to features that import this one. It reads the few held rooms by an
 * index.
 */
@Injectable()
export class UserHoldsRepository {
  constructor(private readonly source: DataSource) {}

  /** @throws Refusal 4002 with the first of the rooms */
  async check(userId: number, manager: EntityManager = this.source.manager): Promise<void> {
    const rooms = await HELD.rows(manager, { user: userId, limit: NAMED });
    if (rooms.length === 0) return;
    const named = rooms.map(({ id }) => id).join(', ');
    throw notPermitted(`The user is in held rooms, or has written in them: ${named}. See "parley rooms release".`);
  }
}

const HELD = statement('user_holds.held', {
  parameters: { user: 'int4', limit: 'int8' },
  columns: { id: 'uuid' },
  text: ({ user, limit }) => `
    SELECT r.id FROM rooms r
    WHERE r.held_at IS NOT NULL AND (
      r.hidden_user_id = ${user} OR EXISTS (SELECT FROM room_members m WHERE m.room_id = r.id AND m.user_id = ${user})
      OR EXISTS (SELECT FROM messages s WHERE s.room_id = r.id AND s.sender_id = ${user}))
    ORDER BY r.id LIMIT ${limit}`,
});
