import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';
import type { LogEntry } from '@parley/realtime/ordering';

import { Signals } from '../../../platform/cluster-signals/signals.js';
import { userDeleted } from '../../users/user.signals.js';
import type { RoomKept, UserDeleted } from '../../users/user.signals.js';
import { MembershipCache } from '../membership/membership-cache.js';
import { roomDeleted } from '../room.frames.js';
import { logReached, roomEnded, usersEntered, usersLeft } from './room-log-signals.js';
import type { LogReached, MembersLeft } from './room-log-signals.js';

/** Notifies the connections of this node of changes of rooms that it learns of by signals: of commands, and of other nodes. */
@Injectable()
export class RoomLogListener implements OnModuleInit {
  constructor(
    private readonly signals: Signals,
    private readonly memberships: MembershipCache,
    private readonly dispatch: Dispatch,
  ) {}

  onModuleInit(): void {
    this.signals.on(usersEntered, (entered) => {
      this.memberships.applyEntered(entered);
      const userIds = entered.users.map(({ id }) => id);
      this.dispatch.logReached(entered.roomId, entered.seq, userIds);
    });
    this.signals.on(usersLeft, (left) => this.left(left));
    this.signals.on(logReached, (reached) => this.reached(reached));
    this.signals.on(roomEnded, (room) => this.left({ ...room, isEnd: true }));
    this.signals.on(userDeleted, (deleted) => {
      for (const room of deleted.lost) this.left({ ...room, isEnd: true });
      for (const room of deleted.kept) this.userLeft(room, deleted);
    });
  }

  private left(left: MembersLeft): void {
    this.memberships.applyLeft(left);
    if (left.isEnd) this.dispatch.appendLocally(endOf(left));
    else this.dispatch.logReached(left.roomId, left.seq);
  }

  private reached({ roomId, seq, accessVersion }: LogReached): void {
    this.memberships.applyAccess({ roomId, version: accessVersion });
    this.dispatch.logReached(roomId, seq);
  }

  private userLeft(room: RoomKept, { user, roomsVersion }: UserDeleted): void {
    this.memberships.applyLeft({ roomId: room.roomId, users: [{ id: user.id, roomsVersion }] });
    this.reached(room);
  }
}

function endOf({ roomId, seq, users, farewell }: MembersLeft): LogEntry {
  const leaving = farewell && { userIds: users.map(({ id }) => id), farewell };
  return { roomId, seq, frame: roomDeleted(roomId, seq), isEnd: true, ...(leaving && { leaving }) };
}
