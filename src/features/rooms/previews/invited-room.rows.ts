import type { InvitedRoom } from '@parley/protocol';

import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import type { QuerySource } from '../../../platform/database/query.js';
import { statement, typed } from '../../../platform/database/statement.js';
import type { Types, ValuesOf } from '../../../platform/database/statement.js';
import { textFromStored } from '../../../platform/database/stored-text.js';

/** The columns of a room as users see it who may join it. */
export const INVITED_ROOM = {
  type: typed<InvitedRoom['type']>('text'),
  name: 'text',
  description: 'text',
  avatar: 'text | null',
  member_count: 'int4',
} as const satisfies Types;

/**
 * The columns {@link INVITED_ROOM} of a room `r`, in SQL.
 * @param rooms the place of the ids of all rooms, if they are known, so that only their workers are asked
 */
export const invitedRoomColumns = (rooms?: string): string => `r.type, r.name, r.description, r.avatar, (
    SELECT count(*)::int FROM room_members m
    WHERE m.room_id = r.id${rooms === undefined ? '' : onWorkers(`m.room_id = ANY (${rooms})`)}) AS member_count`;

export const toInvitedRoom = (id: string, row: ValuesOf<typeof INVITED_ROOM>): InvitedRoom => ({
  id,
  type: row.type,
  name: textFromStored(row.name),
  description: textFromStored(row.description),
  avatar: row.avatar,
  member_count: row.member_count,
});

const INVITED_ROOMS = statement('invited_rooms', {
  parameters: { rooms: 'uuid[]' },
  columns: { id: 'uuid', ...INVITED_ROOM },
  text: ({ rooms }) => `SELECT r.id, ${invitedRoomColumns(rooms)} FROM rooms r WHERE r.id = ANY (${rooms})`,
});

/** Those of these rooms that exist, by their ids. */
export async function invitedRooms(source: QuerySource, ids: readonly string[]): Promise<Map<string, InvitedRoom>> {
  const rows = await INVITED_ROOMS.rows(source, { rooms: [...new Set(ids)] });
  return new Map(rows.map((row) => [row.id, toInvitedRoom(row.id, row)]));
}
