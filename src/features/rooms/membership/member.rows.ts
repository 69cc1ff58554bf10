import type { QuerySource } from '../../../platform/database/query.js';
import { statement } from '../../../platform/database/statement.js';
import { withoutGuests } from '../../users/user.rows.js';

const LOCK = statement('member.lock', {
  parameters: { room: 'uuid', user: 'int4' },
  columns: {},
  isPrepared: true,
  text: ({ room, user }) => `SELECT FROM room_members WHERE room_id = ${room} AND user_id = ${user} FOR KEY SHARE`,
});

/** Locks a membership, so that it does not end before the commit. @returns false if there is none */
export async function lockMembership(
  manager: QuerySource,
  { roomId, userId }: { readonly roomId: string; readonly userId: number },
): Promise<boolean> {
  return (await LOCK.rows(manager, { room: roomId, user: userId })).length > 0;
}

const LEADERS = statement('member.leaders', {
  parameters: { room: 'uuid', most: 'int8' },
  columns: { user_id: 'int4' },
  isPrepared: true,
  text: ({ room, most }) => `
    SELECT user_id FROM room_members WHERE room_id = ${room} AND role <> 'member' ORDER BY user_id LIMIT ${most}`,
});

/** The ids of the first leaders of a room, at most `most` of them. A guest leads no room. */
export async function leadersOf(source: QuerySource, roomId: string, most: number): Promise<number[]> {
  const leaders = await LEADERS.rows(source, { room: roomId, most });
  return withoutGuests(
    source,
    leaders.map(({ user_id }) => user_id),
  );
}

/**
 * The SQL condition that two users share a room.
 * @param one the id of a user, in SQL
 * @param other of the other
 */
export const shareARoom = (one: string, other: string): string => `EXISTS (
  SELECT FROM user_rooms own JOIN user_rooms theirs ON theirs.room_id = own.room_id
  WHERE own.user_id = ${one} AND theirs.user_id = ${other})`;
