import type { EntityManager } from 'typeorm';

import type { QuerySource } from '../../../platform/database/query.js';
import { statement } from '../../../platform/database/statement.js';
import { RoomExternalId } from './room-external-id.entity.js';

/** Gives a room that is new an id of the product. @returns false if another room has the id */
export async function takeExternalId(manager: EntityManager, externalId: string, roomId: string): Promise<boolean> {
  return (await TAKE.rows(manager, { id: externalId, room: roomId })).length > 0;
}

/**
 * Gives an id that the transaction has taken to a room that exists.
 * @throws QueryFailedError if the room has another one
 */
export async function giveExternalId(manager: EntityManager, externalId: string, roomId: string): Promise<void> {
  await manager.update(RoomExternalId, { externalId }, { roomId });
}

/** The id of the room with an id of the product. */
export async function roomWithExternalId(source: QuerySource, externalId: string): Promise<string | undefined> {
  return (await ROOM.row(source, { id: externalId }))?.room_id;
}

/** The ids of rooms in their product, of those that have one. */
export async function externalIdsOfRooms(
  source: QuerySource,
  roomIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (roomIds.length === 0) return new Map();
  return byRoom(await IDS.rows(source, { rooms: [...new Set(roomIds)] }));
}

/** Called before the rooms are deleted. @returns the ids that they had, of those that had one */
export async function freeExternalIds(
  manager: EntityManager,
  roomIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return byRoom(await FREE.rows(manager, { rooms: [...roomIds] }));
}

const byRoom = (rows: readonly { readonly room_id: string; readonly external_id: string }[]) =>
  new Map(rows.map(({ room_id: roomId, external_id: externalId }) => [roomId, externalId]));

const TAKE = statement('room_external_ids.take', {
  parameters: { id: 'text', room: 'uuid' },
  columns: { room_id: 'uuid' },
  text: ({ id, room }) => `
    INSERT INTO room_external_ids (external_id, room_id) VALUES (${id}, ${room}) ON CONFLICT (external_id) DO NOTHING
    RETURNING room_id`,
});

const ROOM = statement('room_external_ids.room', {
  parameters: { id: 'text' },
  columns: { room_id: 'uuid' },
  text: ({ id }) => `SELECT room_id FROM room_external_ids WHERE external_id = ${id}`,
});

const IDS = statement('room_external_ids.of_rooms', {
  parameters: { rooms: 'uuid[]' },
  columns: { room_id: 'uuid', external_id: 'text' },
  text: ({ rooms }) => `SELECT room_id, external_id FROM room_external_ids WHERE room_id = ANY (${rooms})`,
});

const FREE = statement('room_external_ids.free', {
  parameters: { rooms: 'uuid[]' },
  columns: { room_id: 'uuid', external_id: 'text' },
  text: ({ rooms }) => `DELETE FROM room_external_ids WHERE room_id = ANY (${rooms}) RETURNING room_id, external_id`,
});
