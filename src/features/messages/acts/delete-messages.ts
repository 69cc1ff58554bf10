import { Injectable } from '@nestjs/common';
import type { RequestOrigin } from '@parley/realtime/requests';

import type { AuditedAct } from '../../audit/audited-act.js';
import { MessageSettings } from '../message.settings.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { RoomLog } from '../../rooms/change-log/room-log.js';
import { unheld } from '../../rooms/holds/unheld-room.js';
import type { Membership } from '../../rooms/membership/membership.js';
import { RoomChanges } from '../../rooms/room-changes.js';
import type { NeededRight, RoomChange } from '../../rooms/room-changes.js';
import { RoomsRepository } from '../../rooms/rooms.repository.js';
import type { Authority } from '../../users/roles/authority.js';
import { havePolls, MessageChangesRepository, threadsOf } from '../changes/message-changes.repository.js';
import type { Deletable } from '../changes/message-changes.repository.js';
import { deletionPayload, messageChangeTypes } from '../history/message-event-replayer.js';
import { messagesDeleted } from '../message.frames.js';
import { operatorGrant } from '../message.policy.js';
import type { MessageChangeGrant } from '../message.policy.js';
import { namedIn } from '../reading/measured-messages.js';
import { ThreadsRepository } from '../threads/threads.repository.js';

type Change = RoomChange<Membership | undefined>;

/** A deletion of messages of a locked room, all of which the grant permits to delete. */
export interface Deletion {
  readonly grant: MessageChangeGrant<'message.delete'>;
  /** Locked. */
  readonly messages: readonly Deletable[];
  readonly audited: readonly AuditedAct[];
  /** Receives the dispatch as its answer; undefined: the request has an answer of its own. */
  readonly origin?: RequestOrigin | undefined;
  /** The rows go, even if SOFT_DELETE keeps those of messages that members delete. */
  readonly erases?: boolean;
  /** The time before which all messages of the room go, if their age is the reason. */
  readonly before?: Date | undefined;
}

/** Messages that are deleted without a request of a member, in one transaction. */
export interface FoundMessages {
  readonly roomId: string;
  /** Finds the ids of some of them in the locked room. */
  readonly find: (work: Work) => Promise<readonly string[]>;
  readonly before?: Date;
}

/** What an authority deletes, with the entry for the audit log. */
export interface AuditedMessages extends FoundMessages {
  readonly audited: (ids: readonly string[], work: Work) => AuditedAct | Promise<AuditedAct>;
}

/** The number of messages that were deleted. None are in a room that a legal hold is on. */
export type DeletedCount = number | 'held';

/**
 * Deletes messages of a room by one numbered change, whoever asks for it: the room is locked, the messages go with what
 * belongs to them, and the members are notified.
 */
@Injectable()
export class DeleteMessages {
  constructor(
    private readonly changes: RoomChanges,
    private readonly repository: MessageChangesRepository,
    private readonly rooms: RoomsRepository,
    private readonly threads: ThreadsRepository,
    private readonly log: RoomLog,
    private readonly settings: MessageSettings,
  ) {}

  /**
   * The existing ones of the messages, locked until the transaction ends.
   * @param seenBy a member: only messages that this one sees
   */
  lock({ work, roomId }: Change, ids: readonly string[], seenBy?: number): Promise<Deletable[]> {
    return this.repository.lock(work.manager, { roomId, ...(seenBy !== undefined && { userId: seenBy }) }, ids);
  }

  /** @throws Refusal 4002 while the room is held */
  async delete({ work, roomId, room, takeNumber }: Change, deletion: Deletion): Promise<void> {
    const { grant, messages, audited, origin, erases, before } = deletion;
    const { manager } = work;
    const ids = grant.messageIds;
    const threadIds = threadsOf(messages);
    const changeRecord = toChangeRecord(messageChangeTypes.deleted, deletionPayload(ids, threadIds));
    const seq = await takeNumber({ access: true, changeRecord, audited });
    if (before) await this.rooms.messagesRemoved(manager, roomId, before);
    const written = { room: unheld(room), seq, threadIds, hasPolls: havePolls(messages) };
    if (this.settings.softDelete && !erases) await this.repository.hide(manager, grant, written);
    else await this.repository.erase(manager, grant, written);
    const threads = await this.threads.replies(namedIn(roomId, threadIds), manager);
    await this.log.append(work, { roomId, seq, frame: messagesDeleted({ roomId, ids, threads }, seq) }, origin);
  }

  /** @throws Refusal 4002 */
  byAuthority(authority: Authority, right: NeededRight, found: AuditedMessages): Promise<DeletedCount> {
    return this.changes.byAuthority(authority, right, found.roomId, (change) =>
      this.deleteFound(change, found, found.audited),
    );
  }

  /** @param work the transaction of a timer; by default a new one */
  byTimer(found: FoundMessages, work?: Work): Promise<DeletedCount> {
    return this.changes.byTimer(found.roomId, (change) => this.deleteFound(change, found), work);
  }

  private async deleteFound(
    change: RoomChange<undefined> | undefined,
    { find, before }: FoundMessages,
    audited?: AuditedMessages['audited'],
  ): Promise<DeletedCount> {
    if (!change) return 0;
    if (change.room.isHeld) return 'held';
    const found = await find(change.work);
    const messages = found.length === 0 ? [] : await this.lock(change, found);
    if (messages.length === 0) return 0;
    const ids = messages.map(({ id }) => id);
    const act = await audited?.(ids, change.work);
    await this.delete(change, {
      grant: operatorGrant(change.roomId, ids),
      messages,
      audited: act ? [act] : [],
      erases: true,
      before,
    });
    return ids.length;
  }
}
