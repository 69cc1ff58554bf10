import { Injectable } from '@nestjs/common';

import { AuditRepository } from '../audit/index.js';
import type { AuditedAct } from '../audit/index.js';
import { UnitOfWork } from '../database/index.js';
import type { Work } from '../database/index.js';
import { toChangeRecord, RoomsRepository } from '../rooms/index.js';
import { Signals } from '../signals/index.js';
import { MessageChangesRepository } from './message-changes.repository.js';
import { messageChangeTypes } from './message-kinds.js';
import { operatorGrant } from './message.policy.js';
import { messagesPurged } from './messages-purged.signal.js';

/** A removal of messages of one room in one transaction, during which the room is locked. */
export interface Removal {
  readonly roomId: string;
  /** Finds the ids of the messages in the locked room. */
  readonly find: (work: Work) => Promise<readonly string[]>;
  /** The entry for the audit log; called before the messages are removed. */
  readonly audited?: (work: Work, ids: readonly string[]) => Promise<AuditedAct>;
}

/** Removes the rows of messages without a request of a client, and notifies the room. */
@Injectable()
export class MessageRemoval {
  constructor(
    private readonly messages: MessageChangesRepository,
    private readonly rooms: RoomsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * @param connection the database connection to use; undefined: any
   * @returns the number of removed messages
   */
  remove({ roomId, find, audited }: Removal, connection?: Work['manager']): Promise<number> {
    return this.unitOfWork.transaction(async (work) => {
      const { manager } = work;
      if (!(await this.rooms.lock(manager, roomId))) return 0;
      const found = await this.messages.lock(manager, await find(work));
      const ids = found.map(({ id }) => id);
      if (ids.length === 0) return 0;
      const changeRecord = toChangeRecord(messageChangeTypes.deleted, { ids });
      const { seq, accessVersion } = await this.rooms.takeNumber(manager, roomId, { access: true, changeRecord });
      if (audited) await this.audit.record(manager, 'operator', { ...(await audited(work, ids)), roomId });
      await this.messages.erase(manager, operatorGrant(roomId, ids), seq);
      await this.signals.publish(manager, messagesPurged, { roomId, seq, accessVersion });
      return ids.length;
    }, connection);
  }
}
