import { Global, Injectable, Module } from '@nestjs/common';

import { Signals } from '../../../platform/cluster-signals/signals.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { Room } from '../room.entity.js';
import type { RoomLogEntry } from './room-log.js';
import { RoomLog } from './room-log.js';
import { logReached, membersLeft, usersEntered, usersLeft } from './room-log-signals.js';

/** Changes of rooms by a command: the nodes that run learn of them by signals in the same transaction. */
@Injectable()
class SignalledRoomLog extends RoomLog {
  constructor(private readonly signals: Signals) {
    super();
  }

  override async append({ manager }: Work, { entered, left, ...entry }: RoomLogEntry): Promise<void> {
    const { roomId, seq, isEnd } = entry;
    if (entered) await this.signals.publish(manager, usersEntered, { roomId, seq, users: entered });
    if (left) await this.signals.publish(manager, usersLeft, membersLeft(entry, left));
    if (isEnd) return;
    const room = await manager.findOne(Room, { select: { id: true, accessVersion: true }, where: { id: roomId } });
    if (room) await this.signals.publish(manager, logReached, { roomId, seq, accessVersion: room.accessVersion });
  }

  /** {@link append} reports the version. */
  override accessChanged(): void {
    // Nothing is cached in a command.
  }
}

@Global()
@Module({ providers: [{ provide: RoomLog, useClass: SignalledRoomLog }], exports: [RoomLog] })
export class SignalledRoomLogModule {}
