import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';

import type { Work } from '../../platform/database/unit-of-work.js';
import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { unheld } from '../../rooms/holds/unheld-room.js';
import type { UnheldRoom } from '../../rooms/holds/unheld-room.js';
import { MembershipCache } from '../../rooms/membership/membership-cache.js';
import { RoomsRepository } from '../../rooms/rooms.repository.js';
import { MESSAGE_EXPIRY, messageExpiry } from '../../rooms/rules/message-expiry.js';
import { TimerKinds } from '../../timers/timer-kind.js';
import type { TimerKind } from '../../timers/timer-kind.js';
import { Timers } from '../../timers/timers.js';
import { havePolls, MessageChangesRepository, threadsOf } from '../changes/message-changes.repository.js';
import { deletionPayload, messageChangeTypes } from '../history/message-event-replayer.js';
import { messagesDeleted } from '../message.frames.js';
import { operatorGrant } from '../message.policy.js';
import { namedIn } from '../threads/replies.js';
import { ThreadsRepository } from '../threads/threads.repository.js';
import { ExpiredMessagesRepository } from './expired-messages.repository.js';

/** Few, since sends in the room wait for it. Timers of other rooms, and of users, come between two batches of a room. */
const BATCH = 100;

/**
 * Deletes messages whose lifetime is over, as their senders would, and notifies their rooms. A room has one timer. It is
 * set to the first expiry, and at the latest to the time at which a message that is sent now would expire, so that a send
 * sets none. The end of a legal hold sets it again.
 */
@Injectable()
export class MessageExpiryTimer implements TimerKind, OnModuleInit {
  readonly name = MESSAGE_EXPIRY;

  constructor(
    private readonly kinds: TimerKinds,
    private readonly timers: Timers,
    private readonly rooms: RoomsRepository,
    private readonly expired: ExpiredMessagesRepository,
    private readonly messages: MessageChangesRepository,
    private readonly threads: ThreadsRepository,
    private readonly memberships: MembershipCache,
    private readonly dispatch: Dispatch,
  ) {}

  onModuleInit(): void {
    this.kinds.add(this);
  }

  async run(work: Work, roomId: string): Promise<void> {
    const { manager } = work;
    const room = await this.rooms.lock(manager, roomId);
    if (!room || room.isHeld) return;
    const ids = await this.expired.first(manager, roomId, BATCH);
    if (ids.length > 0) await this.delete(work, unheld(room), ids);
    const { dueAt } = await this.expired.next(manager, roomId);
    if (dueAt) await this.timers.set(work, { ...messageExpiry(roomId), dueAt });
  }

  private async delete({ manager, afterCommit }: Work, room: UnheldRoom, expired: readonly string[]): Promise<void> {
    const { roomId } = room;
    const found = await this.messages.lock(manager, { roomId }, expired);
    const ids = found.map(({ id }) => id);
    const threadIds = threadsOf(found);
    const changeRecord = toChangeRecord(messageChangeTypes.deleted, deletionPayload(ids, threadIds));
    const { seq, accessVersion } = await this.rooms.takeNumber(manager, roomId, { access: true, changeRecord });
    await this.messages.erase(manager, operatorGrant(roomId, ids), {
      room,
      seq,
      threadIds,
      hasPolls: havePolls(found),
    });
    const threads = await this.threads.replies(namedIn(roomId, threadIds), manager);
    const frame = messagesDeleted({ roomId, ids, threads }, seq);
    afterCommit(() => {
      this.memberships.publishAccess(roomId, accessVersion);
      return this.dispatch.append({ roomId, seq, frame });
    });
  }
}
