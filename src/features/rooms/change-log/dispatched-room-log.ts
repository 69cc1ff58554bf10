import { Global, Injectable, Module } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';
import { ConnectionGroups } from '@parley/realtime/requests';
import type { RequestOrigin } from '@parley/realtime/requests';

import { Signals } from '../../../platform/cluster-signals/signals.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { RoomActsModule } from '../acts/room-acts.module.js';
import { MembershipCache } from '../membership/membership-cache.js';
import { RoomLogListener } from './room-log-listener.js';
import type { RoomLogEntry } from './room-log.js';
import { RoomLog } from './room-log.js';
import { membersLeft, usersEntered, usersLeft } from './room-log-signals.js';

/**
 * Changes of rooms by a service: all nodes are notified directly after the commit. If users join or leave, each node
 * updates its membership cache and the groups of its connections first; a node that cannot be reached learns of it by a
 * signal a moment later, and so does this node if the result of its commit was lost.
 */
@Injectable()
export class DispatchedRoomLog extends RoomLog {
  constructor(
    private readonly memberships: MembershipCache,
    private readonly signals: Signals,
    private readonly dispatch: Dispatch,
  ) {
    super();
  }

  override async append(
    { manager, afterCommit }: Work,
    { entered, left, frame, ...entry }: RoomLogEntry,
    origin?: RequestOrigin,
  ): Promise<void> {
    const { roomId, seq } = entry;
    if (entered) {
      await this.signals.publish(manager, usersEntered, { roomId, seq, users: entered });
      afterCommit(() => this.memberships.publishEntered({ roomId, users: entered }));
    }
    if (left) {
      await this.signals.publish(manager, usersLeft, membersLeft(entry, left));
      afterCommit(() => this.memberships.publishLeft({ roomId, users: left }));
    }
    if (frame) afterCommit(() => this.dispatch.append({ ...entry, frame }, origin));
    else afterCommit(() => this.dispatch.logReached(roomId, seq, entry.entering));
  }

  override accessChanged({ afterCommit }: Work, roomId: string, version: number): void {
    afterCommit(() => this.memberships.publishAccess(roomId, version));
  }
}

/** For a service: changes of rooms reach its connections, and those of other nodes. */
@Global()
@Module({
  imports: [RoomActsModule],
  providers: [
    MembershipCache,
    RoomLogListener,
    { provide: ConnectionGroups, useExisting: MembershipCache },
    { provide: RoomLog, useClass: DispatchedRoomLog },
  ],
  exports: [ConnectionGroups, MembershipCache, RoomLog],
})
export class DispatchedRoomLogModule {}
