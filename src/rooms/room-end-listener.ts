import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';

import { Signals } from '../platform/cluster-signals/signals.js';
import { userDeleted } from '../users/user.signals.js';
import type { RoomKept, RoomLost, UserDeleted } from '../users/user.signals.js';
import { roomEnded } from './administration/room-administration.service.js';
import { MembershipCache } from './membership/membership-cache.js';
import { roomDeleted } from './room.frames.js';

/** Notifies members of actions of operators: every node receives the signals and notifies its own connections. */
@Injectable()
export class RoomEndListener implements OnModuleInit {
  constructor(
    private readonly signals: Signals,
    private readonly memberships: MembershipCache,
    private readonly dispatch: Dispatch,
  ) {}

  onModuleInit(): void {
    this.signals.on(roomEnded, (room) => this.ended(room));
    this.signals.on(userDeleted, (deleted) => {
      for (const room of deleted.lost) this.ended(room);
      for (const room of deleted.kept) this.left(room, deleted);
    });
  }

  private ended({ roomId, seq, users }: RoomLost): void {
    this.memberships.applyLeft({ roomId, users });
    this.dispatch.appendLocally({ roomId, seq, frame: roomDeleted(roomId, seq), isEnd: true });
  }

  private left({ roomId, seq, accessVersion }: RoomKept, { user, roomsVersion }: UserDeleted): void {
    this.memberships.applyLeft({ roomId, users: [{ id: user.id, roomsVersion }] });
    this.memberships.applyAccess({ roomId, version: accessVersion });
    this.dispatch.logReached(roomId, seq);
  }
}
