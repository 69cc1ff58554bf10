import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { Room, RoomNotice } from '@parley/protocol';
import type { LogEntry } from '@parley/realtime/ordering';

import { hiddenEntry, shownEntry } from '../membership/hidden-chats.js';
import { MembershipCache } from '../membership/membership-cache.js';
import { RoomNoticesRepository } from '../notices/room-notices.repository.js';
import { RoomDirectory } from '../room-directory.js';
import { membersAdded, membersChanged, membersRemoved, roomCreated, roomLeft, roomUpdated } from '../room.frames.js';
import { roomChangeTypes } from './change-record.js';
import type { ChangeRecords } from './change-record.js';
import { RoomLogReplay } from './room-log-replay.js';
import type { EventReplayer } from './room-log-replay.js';
import type { LogPart } from './room-log.repository.js';

/** By the number of their change. */
type Notices = ReadonlyMap<number, RoomNotice>;

/** Rebuilds the entries of changes of rooms and memberships. A deleted room has no entries. */
@Injectable()
export class RoomEventReplayer implements EventReplayer, OnModuleInit {
  readonly replays = Object.values(roomChangeTypes);

  constructor(
    private readonly log: RoomLogReplay,
    private readonly directory: RoomDirectory,
    private readonly notices: RoomNoticesRepository,
    private readonly memberships: MembershipCache,
  ) {}

  onModuleInit(): void {
    this.log.addReplayer(this);
  }

  async entries(part: LogPart, records: ChangeRecords): Promise<LogEntry[]> {
    const { roomId } = part;
    const removed = records.ofType(roomChangeTypes.membersRemoved);
    for (const { payload } of removed) this.memberships.evict(roomId, payload.userIds);
    const changed = records.ofType(roomChangeTypes.membersChanged);
    for (const { payload } of changed) this.memberships.evict(roomId, payload.removed.userIds);
    const hidden = records.ofType(roomChangeTypes.chatHidden);
    for (const { payload } of hidden) this.memberships.evict(roomId, [payload.userId]);
    const updated = records.ofType(roomChangeTypes.updated);
    const settings = updated.filter(({ payload }) => payload.roles === false);
    const entries = [
      ...records
        .ofType(roomChangeTypes.created)
        .map(({ seq, payload: { userIds } }) => (room: Room, notices: Notices): LogEntry => {
          return { roomId, seq, frame: roomCreated(room, seq, notices.get(seq)), entering: userIds };
        }),
      ...records.ofType(roomChangeTypes.chatShown).map(({ seq, payload: { userId } }) => (room: Room): LogEntry => {
        return shownEntry(room, userId, seq);
      }),
      ...updated
        .filter(({ payload }) => payload.roles !== false)
        .map(({ seq }) => (room: Room): LogEntry => ({ roomId, seq, frame: roomUpdated(room, seq) })),
      ...records
        .ofType(roomChangeTypes.membersAdded)
        .map(({ seq, payload }) => (room: Room, notices: Notices): LogEntry => {
          const frame = membersAdded(room, payload, seq, notices.get(seq));
          return { roomId, seq, frame, entering: payload.userIds };
        }),
      ...removed.map(({ seq, payload }) => (room: Room, notices: Notices): LogEntry => {
        const leaving = { userIds: payload.userIds, farewell: roomLeft(room, payload.farewell, seq) };
        return { roomId, seq, frame: membersRemoved(room, payload, seq, notices.get(seq)), leaving };
      }),
      ...changed.map(({ seq, payload }) => (room: Room, notices: Notices): LogEntry => {
        const { added, removed: gone, farewell } = payload;
        const leaving = { userIds: gone.userIds, farewell: roomLeft(room, farewell, seq) };
        const frame = membersChanged(room, payload, seq, notices.get(seq));
        return { roomId, seq, frame, entering: added.userIds, leaving };
      }),
    ];
    const notices: Notices = entries.length + settings.length > 0 ? await this.notices.ofLog(part) : new Map();
    const room = entries.length > 0 ? await this.directory.now(roomId) : undefined;
    const short = settings.length + hidden.length > 0 ? await this.directory.nowWithoutMembers(roomId) : undefined;
    return [
      ...(room ? entries.map((entry) => entry(room, notices)) : []),
      ...(short
        ? settings.map(({ seq }): LogEntry => ({ roomId, seq, frame: roomUpdated(short, seq, notices.get(seq)) }))
        : []),
      ...(short ? hidden.map(({ seq, payload: { userId } }) => hiddenEntry(short, userId, seq)) : []),
    ];
  }
}
