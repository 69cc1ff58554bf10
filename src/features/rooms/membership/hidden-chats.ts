import { Injectable } from '@nestjs/common';
import type { Room, RoomWithoutMembers } from '@parley/protocol';
import type { LogEntry } from '@parley/realtime/ordering';
import type { Actor, RequestOrigin } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { roomChangeTypes, toChangeRecord } from '../change-log/change-record.js';
import { RoomLog } from '../change-log/room-log.js';
import type { RoomChangeName } from '../change-log/room-log.js';
import { RoomChanges } from '../room-changes.js';
import type { RoomChange } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { roomCreated, roomDeleted, roomUpdated } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';
import type { RoomGrant } from '../room.policy.js';
import { HiddenChatsRepository } from './hidden-chats.repository.js';
import { MembersRepository } from './members.repository.js';

type NumberedEntry = LogEntry & { readonly frame: OutgoingEvent<RoomChangeName> };

/** A user deletes a OneToOneChat: it is deleted for this user alone, and unchanged for the other one. */
export const hiddenEntry = (room: RoomWithoutMembers, userId: number, seq: number): NumberedEntry => ({
  roomId: room.id,
  seq,
  frame: roomUpdated(room, seq),
  leaving: { userIds: [userId], farewell: roomDeleted(room.id, seq) },
});

/** The user is a member again: every device learns of the room, as of a new one. */
export const shownEntry = (room: Room, userId: number, seq: number): NumberedEntry => ({
  roomId: room.id,
  seq,
  frame: roomCreated(room, seq),
  entering: [userId],
});

/**
 * OneToOneChats that one of the two users has deleted. For this user the membership has ended, so the room is in no
 * list, sync, count, search and notification; the other one keeps everything, and the room with both users. A message
 * or `room.create` makes the user a member again, who sees the messages after the deletion.
 */
@Injectable()
export class HiddenChats {
  constructor(
    private readonly changes: RoomChanges,
    private readonly policy: RoomPolicy,
    private readonly chats: HiddenChatsRepository,
    private readonly members: MembersRepository,
    private readonly directory: RoomDirectory,
    private readonly log: RoomLog,
  ) {}

  /** The other user must be a member. */
  async hide(change: RoomChange, grant: RoomGrant<'room.delete'>, origin: RequestOrigin): Promise<void> {
    const { work, roomId } = change;
    const { userId } = grant;
    const changeRecord = toChangeRecord(roomChangeTypes.chatHidden, { userId });
    const seq = await change.takeNumber({ access: true, changeRecord, audited: [] });
    await this.chats.hide(work.manager, grant, seq);
    const left = await this.members.remove(work.manager, grant, [userId], seq, false);
    const room = await this.directory.roomWithoutMembers(work, roomId);
    await this.log.append(work, { ...hiddenEntry(room, userId, seq), left }, origin);
  }

  /**
   * Makes the user who has deleted the chat a member again, if there is one. Both of the two may do it.
   * @param origin receives the answer; undefined: the request has an answer of its own
   * @returns false if the room is not hidden from anybody any more, or does not exist
   * @throws Refusal 4002, 4003
   */
  show(actor: Actor, roomId: string, origin?: RequestOrigin): Promise<boolean> {
    return this.changes.byUser(actor, roomId, async (change) => {
      const hidden = change?.room.hiddenFrom;
      if (!change || !hidden) return false;
      const { work } = change;
      const grant = this.policy.mayShow(actor, roomId, change.room, change.membership);
      const changeRecord = toChangeRecord(roomChangeTypes.chatShown, { userId: hidden.userId });
      const seq = await change.takeNumber({ access: true, changeRecord, audited: [] });
      await this.chats.show(work.manager, grant, hidden, seq);
      const entered = await this.members.listsChanged(work.manager, [hidden.userId]);
      const room = await this.directory.room(work, roomId);
      await this.log.append(work, { ...shownEntry(room, hidden.userId, seq), entered }, origin);
      return true;
    });
  }
}
