import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { Room } from '@parley/protocol';
import type { LogEntry } from '@parley/realtime/ordering';

import { Memberships } from '../memberships.js';
import { RoomDirectory } from '../room-directory.js';
import { membersAdded, membersRemoved, roomCreated, roomLeft, roomUpdated } from '../room.frames.js';
import type { Notes } from './notes.js';
import { roomKinds } from './room-kinds.js';
import { RoomLog } from './room-log.js';
import type { LogTeller } from './room-log.js';
import type { LogPart } from './room-log.repository.js';

/** Rebuilds the entries of changes of rooms and memberships. A deleted room has no entries. */
@Injectable()
export class RoomTeller implements LogTeller, OnModuleInit {
  constructor(
    private readonly log: RoomLog,
    private readonly directory: RoomDirectory,
    private readonly memberships: Memberships,
  ) {}

  onModuleInit(): void {
    this.log.toldBy(this);
  }

  async entries({ roomId }: LogPart, notes: Notes): Promise<LogEntry[]> {
    const removed = notes.of(roomKinds.membersRemoved);
    for (const { about } of removed) this.memberships.forgetSeats(roomId, about.userIds);
    const told = [
      ...notes.of(roomKinds.created).map(({ seq, about: { userIds } }) => (room: Room): LogEntry => {
        return { roomId, seq, frame: roomCreated(room, seq), entering: userIds };
      }),
      ...notes
        .of(roomKinds.updated)
        .map(({ seq }) => (room: Room): LogEntry => ({ roomId, seq, frame: roomUpdated(room, seq) })),
      ...notes
        .of(roomKinds.membersAdded)
        .map(({ seq, about: { userIds, usernames, by } }) => (room: Room): LogEntry => {
          return { roomId, seq, frame: membersAdded(room, usernames, by, seq), entering: userIds };
        }),
      ...removed.map(({ seq, about: { userIds, usernames, by, farewell } }) => (room: Room): LogEntry => {
        const frame = membersRemoved(room, usernames, by, seq);
        return { roomId, seq, frame, leaving: { userIds, farewell: roomLeft(room, farewell, seq) } };
      }),
    ];
    const room = told.length > 0 ? await this.directory.now(roomId) : undefined;
    return room ? told.map((entry) => entry(room)) : [];
  }
}
