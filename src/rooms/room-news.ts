import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/outbound';

import { Signals } from '../signals/index.js';
import { userDeleted } from '../users/index.js';
import type { RoomKept, RoomLost, UserDeleted } from '../users/index.js';
import { Memberships } from './memberships.js';
import { RoomDirectory } from './room-directory.js';
import { roomEnded } from './room-ended.signal.js';
import { membersRemoved, roomDeleted } from './room.frames.js';

const SELF = 'self';

/** What operators do to rooms, told to those who are in them: every node hears of it, and tells its own. */
@Injectable()
export class RoomNews implements OnModuleInit {
  private readonly log = new Logger(RoomNews.name);
  private readonly dispatch: Dispatch;

  constructor(
    private readonly signals: Signals,
    private readonly memberships: Memberships,
    private readonly directory: RoomDirectory,
    dispatch: Dispatch,
  ) {
    this.dispatch = dispatch.here;
  }

  onModuleInit(): void {
    this.signals.on(roomEnded, (room) => {
      this.ended(room);
    });
    this.signals.on(userDeleted, (deleted) => {
      for (const room of deleted.lost) this.ended(room);
      for (const room of deleted.kept) this.left(room, deleted);
    });
  }

  private ended({ roomId, seq, users }: RoomLost): void {
    this.memberships.followLeft({ roomId, users });
    this.dispatch.toRoom(roomId, roomDeleted(roomId, seq));
    this.dispatch.endRoom(roomId);
  }

  private left({ roomId, seq, accessVersion }: RoomKept, { user, roomsVersion }: UserDeleted): void {
    this.memberships.followLeft({ roomId, users: [{ id: user.id, roomsVersion }] });
    this.memberships.followAccess({ roomId, version: accessVersion });
    this.dispatch.closeRoom(roomId, [user.id]);
    this.directory.now(roomId).then(
      (room) => {
        if (room) this.dispatch.toRoom(roomId, membersRemoved(room, [user], SELF, seq));
      },
      (error: unknown) => {
        this.log.error(`Cannot tell the room ${roomId} that ${user.username} is gone: ${String(error)}`);
      },
    );
  }
}
