import { Injectable } from '@nestjs/common';

import { AuditRepository } from '../audit/index.js';
import { UnitOfWork } from '../database/index.js';
import { noted, RoomsRepository } from '../rooms/index.js';
import { Signals } from '../signals/index.js';
import { MessageChangesRepository } from './message-changes.repository.js';
import { messageKinds } from './message-kinds.js';
import { operatorGrant } from './message.policy.js';
import { messagesPurged } from './messages-purged.signal.js';

/** Messages that go in one transaction: a room is locked no longer than that takes. */
const BATCH = 500;

/** Removes old messages, whole: the rooms they were in hear that they are deleted. */
@Injectable()
export class MessagePurge {
  constructor(
    private readonly messages: MessageChangesRepository,
    private readonly rooms: RoomsRepository,
    private readonly work: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
  ) {}

  /** @returns how many messages are gone */
  async olderThan(seconds: number): Promise<number> {
    let purged = 0;
    for (const roomId of await this.messages.roomsWithOlder(seconds)) {
      for (let batch = BATCH; batch === BATCH; purged += batch) batch = await this.purge(roomId, seconds);
    }
    return purged;
  }

  private purge(roomId: string, seconds: number): Promise<number> {
    return this.work.run(async ({ manager }) => {
      if (!(await this.rooms.lock(manager, roomId))) return 0;
      const ids = await this.messages.lockOlder(manager, roomId, seconds, BATCH);
      if (ids.length === 0) return 0;
      const note = noted(messageKinds.deleted, { ids });
      const { seq, accessVersion } = await this.rooms.takeNumber(manager, roomId, { access: true, note });
      await this.messages.erase(manager, operatorGrant(roomId), ids, seq);
      await this.signals.announce(manager, messagesPurged, { roomId, seq, accessVersion });
      const details = { messages: ids.length, older_than_seconds: seconds };
      await this.audit.record(manager, 'operator', { action: 'messages.purge', roomId, details });
      return ids.length;
    });
  }
}
