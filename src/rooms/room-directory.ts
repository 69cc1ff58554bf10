import { Injectable } from '@nestjs/common';
import { MAX_LISTED_MEMBERS, notFound } from '@parley/protocol';
import type { Room } from '@parley/protocol';

import type { Snapshot, Work } from '../database/index.js';
import type { OwnRoomsGrant, RoomGrant } from './room.policy.js';
import { RoomsRepository } from './rooms.repository.js';
import { RoomTypes } from './types/room-types.js';

/** Rooms as their members see them. */
@Injectable()
export class RoomDirectory {
  constructor(
    private readonly rooms: RoomsRepository,
    private readonly types: RoomTypes,
  ) {}

  /**
   * A room that the transaction has made, found or locked, as it leaves it.
   * @throws Error if it is not there
   */
  async room({ manager }: Work, roomId: string): Promise<Room> {
    const record = await this.rooms.record(roomId, MAX_LISTED_MEMBERS, manager);
    if (!record) throw new Error('a room that was just made, found or locked is gone');
    return this.types.view(record);
  }

  /** Those of the rooms that are there, by id. The user sits in them, in this snapshot. */
  async among({ manager }: Snapshot, _grant: OwnRoomsGrant, ids: readonly string[]): Promise<Map<string, Room>> {
    const records = await this.rooms.records(ids, MAX_LISTED_MEMBERS, manager);
    return new Map(records.map((record) => [record.id, this.types.view(record)]));
  }

  /** A room as it is, for those who are in it; undefined if it is gone. */
  async now(roomId: string): Promise<Room | undefined> {
    const record = await this.rooms.record(roomId, MAX_LISTED_MEMBERS);
    return record && this.types.view(record);
  }

  /** @throws Refusal 4004 */
  async read({ roomId }: RoomGrant<'room.read'>): Promise<Room> {
    const room = await this.now(roomId);
    if (!room) throw notFound('No such room.');
    return room;
  }
}
