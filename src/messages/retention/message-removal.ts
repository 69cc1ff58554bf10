import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';

import { AuditRepository } from '../../operations/audit/audit.repository.js';
import type { AuditActor, AuditedAct } from '../../operations/audit/audited-act.js';
import { Signals } from '../../platform/cluster-signals/signals.js';
import type { SignalKind } from '../../platform/cluster-signals/signals.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { MembershipCache } from '../../rooms/membership/membership-cache.js';
import { unheld } from '../../rooms/holds/unheld-room.js';
import { RoomsRepository } from '../../rooms/rooms.repository.js';
import { havePolls, MessageChangesRepository, threadsOf } from '../changes/message-changes.repository.js';
import { deletionPayload, messageChangeTypes } from '../history/message-event-replayer.js';
import { operatorGrant } from '../message.policy.js';

/** Messages of a room were removed without a request of a client. */
interface MessagesPurged {
  readonly roomId: string;
  readonly seq: number;
  readonly accessVersion: number;
}

const messagesPurged: SignalKind<MessagesPurged> = { name: 'messages.purged' };

/** An entry of the audit log. */
export interface AuditedRemoval {
  readonly by: AuditActor;
  readonly act: AuditedAct;
}

/** A removal of messages of one room in one transaction, during which the room is locked. */
export interface Removal {
  readonly roomId: string;
  /** Finds the ids of the messages in the locked room. */
  readonly find: (work: Work) => Promise<readonly string[]>;
  /** The time before which all messages are removed, if their age is the reason. */
  readonly before?: Date;
  /** Called instead of a refusal while the room is held: nothing is removed. */
  readonly onHold?: () => void;
  /** The entry for the audit log, and who did it; called before the messages are removed. */
  readonly audited?: (work: Work, ids: readonly string[]) => Promise<AuditedRemoval>;
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
   * @returns the number of removed messages
   * @throws Refusal 4002 while the room is held, without `onHold`
   */
  remove({ roomId, find, before, onHold, audited }: Removal): Promise<number> {
    return this.unitOfWork.transaction(async (work) => {
      const { manager } = work;
      const room = await this.rooms.lock(manager, roomId);
      if (!room) return 0;
      if (room.isHeld && onHold) {
        onHold();
        return 0;
      }
      const found = await this.messages.lock(manager, { roomId }, await find(work));
      const ids = found.map(({ id }) => id);
      if (ids.length === 0) return 0;
      const threadIds = threadsOf(found);
      const changeRecord = toChangeRecord(messageChangeTypes.deleted, deletionPayload(ids, threadIds));
      const { seq, accessVersion } = await this.rooms.takeNumber(manager, roomId, { access: true, changeRecord });
      if (before) await this.rooms.messagesRemoved(manager, roomId, before);
      if (audited) {
        const { by, act } = await audited(work, ids);
        await this.audit.record(manager, by, { ...act, roomId });
      }
      await this.messages.erase(manager, operatorGrant(roomId, ids), {
        room: unheld(room),
        seq,
        threadIds,
        hasPolls: havePolls(found),
      });
      await this.signals.publish(manager, messagesPurged, { roomId, seq, accessVersion });
      return ids.length;
    });
  }
}

/**
 * Notifies rooms of messages that were removed without a request of a client: each node receives the signal and notifies its connections.
 */
@Injectable()
export class PurgeListener implements OnModuleInit {
  constructor(
    private readonly signals: Signals,
    private readonly memberships: MembershipCache,
    private readonly dispatch: Dispatch,
  ) {}

  onModuleInit(): void {
    this.signals.on(messagesPurged, ({ roomId, seq, accessVersion }) => {
      this.memberships.applyAccess({ roomId, version: accessVersion });
      this.dispatch.logReached(roomId, seq);
    });
  }
}
