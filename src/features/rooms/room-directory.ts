import { Injectable } from '@nestjs/common';
import { MAX_LISTED_MEMBERS, notFound } from '@parley/protocol';
import type { Room, RoomWithoutMembers } from '@parley/protocol';

import type { Snapshot, Work } from '../../platform/database/unit-of-work.js';
import { RoomRecordsRepository } from './room-records.repository.js';
import type { OwnRoomsGrant, RoomGrant } from './room.policy.js';
import type { RoomRecord } from './types/room-record.js';
import { RoomTypes } from './types/room-types.js';

/** The creator is the first of a room's members. */
const CREATOR_ONLY = 1;

/** Rooms as their members see them. */
@Injectable()
export class RoomDirectory {
  constructor(
    private readonly records: RoomRecordsRepository,
    private readonly types: RoomTypes,
  ) {}

  /**
   * A room that the transaction has created, found or locked, with the changes of the transaction.
   * @throws Error if the room is missing
   */
  async room({ manager }: Work, roomId: string): Promise<Room> {
    return this.types.view(existing(await this.records.record(roomId, MAX_LISTED_MEMBERS, manager)));
  }

  /** {@link room} without the lists of members, which are not read either. */
  async roomWithoutMembers({ manager }: Work, roomId: string): Promise<RoomWithoutMembers> {
    return this.types.withoutMembers(existing(await this.records.record(roomId, CREATOR_ONLY, manager)));
  }

  /** The existing rooms of the ids, by id. The user is a member of them in this snapshot. */
  async among({ manager }: Snapshot, _grant: OwnRoomsGrant, ids: readonly string[]): Promise<Map<string, Room>> {
    const records = await this.records.records(ids, MAX_LISTED_MEMBERS, manager);
    return new Map(records.map((record) => [record.id, this.types.view(record)]));
  }

  /** A room in its present state, for its members; undefined if it was deleted. */
  async now(roomId: string): Promise<Room | undefined> {
    const record = await this.records.record(roomId, MAX_LISTED_MEMBERS);
    return record && this.types.view(record);
  }

  /** {@link now} without the lists of members. */
  async nowWithoutMembers(roomId: string): Promise<RoomWithoutMembers | undefined> {
    const record = await this.records.record(roomId, CREATOR_ONLY);
    return record && this.types.withoutMembers(record);
  }

  /** @throws Refusal 4004 */
  async read({ roomId }: RoomGrant<'room.read'>): Promise<Room> {
    const room = await this.now(roomId);
    if (!room) throw notFound('No such room.');
    return room;
  }
}

function existing(record: RoomRecord | undefined): RoomRecord {
  if (!record) throw new Error('a room that the transaction created, found or locked is missing');
  return record;
}
