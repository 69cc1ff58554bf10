import type { QuerySource } from '../../../platform/database/query.js';
import { statement } from '../../../platform/database/statement.js';
import type { RowOf } from '../../../platform/database/statement.js';

const MESSAGES_BY_ROOM = statement('messages_by_room', {
  parameters: { user: 'int4' },
  columns: { room_id: 'uuid', count: 'int4' },
  text: ({ user }) => `SELECT room_id, count(*)::int AS count FROM messages WHERE sender_id = ${user} GROUP BY room_id`,
});
type CountOfRoom = RowOf<typeof MESSAGES_BY_ROOM>;

/** The numbers of messages of a user in each room: a room may be on another server than the next. */
export const messagesByRoom = (source: QuerySource, userId: number): Promise<readonly CountOfRoom[]> =>
  MESSAGES_BY_ROOM.rows(source, { user: userId });

export const sumOf = (counts: readonly CountOfRoom[]): number => counts.reduce((sum, { count }) => sum + count, 0);
