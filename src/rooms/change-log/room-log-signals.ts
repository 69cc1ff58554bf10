import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';
import type { LogEntry } from '@parley/realtime/ordering';

import { Signals } from '../../platform/cluster-signals/signals.js';
import type { SignalKind } from '../../platform/cluster-signals/signals.js';
import { userDeleted } from '../../users/user.signals.js';
import type { RoomKept, UserDeleted } from '../../users/user.signals.js';
import { MembershipCache } from '../membership/membership-cache.js';
import type { MembershipChange } from '../membership/membership-cache.js';
import { roomDeleted } from '../room.frames.js';
import type { RoomLogEntry } from './room-log.js';

/** Users joined or left a room. */
export interface MembersChanged extends MembershipChange {
  /** The number of the change in the room's log. */
  readonly seq: number;
}

export interface MembersLeft extends MembersChanged {
  /** Whether the room was deleted with this change. */
  readonly isEnd: boolean;
  /**
   * The frame for the users, if the room was deleted because they were its last members. A node cannot read it from the
   * change log, which is deleted with the room.
   */
  readonly farewell?: NonNullable<LogEntry['leaving']>['farewell'] | undefined;
}

/** The log of a room has reached a number, and its permissions a version, by a command. */
interface LogReached {
  readonly roomId: string;
  readonly seq: number;
  readonly accessVersion: number;
}

export const usersEntered: SignalKind<MembersChanged> = { name: 'users.entered' };
export const usersLeft: SignalKind<MembersLeft> = { name: 'users.left' };
/** The name is that of release 0.3, whose nodes know it from the removal of messages. */
export const logReached: SignalKind<LogReached> = { name: 'messages.purged' };
/** Nodes and commands of release 0.3 send it in place of {@link usersLeft} when an operator deletes a room. */
const roomEnded: SignalKind<MembersChanged> = { name: 'room.ended' };

/** Notifies the connections of this node of changes of rooms that it learns of by signals: of commands, and of other nodes. */
@Injectable()
export class RoomLogSignals implements OnModuleInit {
  constructor(
    private readonly signals: Signals,
    private readonly memberships: MembershipCache,
    private readonly dispatch: Dispatch,
  ) {}

  onModuleInit(): void {
    this.signals.on(usersEntered, (entered) => {
      this.memberships.applyEntered(entered);
      const userIds = entered.users.map(({ id }) => id);
      this.dispatch.logReached(entered.roomId, entered.seq, userIds);
    });
    this.signals.on(usersLeft, (left) => this.left(left));
    this.signals.on(logReached, (reached) => this.reached(reached));
    this.signals.on(roomEnded, (room) => this.left({ ...room, isEnd: true }));
    this.signals.on(userDeleted, (deleted) => {
      for (const room of deleted.lost) this.left({ ...room, isEnd: true });
      for (const room of deleted.kept) this.userLeft(room, deleted);
    });
  }

  private left(left: MembersLeft): void {
    this.memberships.applyLeft(left);
    if (left.isEnd) this.dispatch.appendLocally(endOf(left));
    else this.dispatch.logReached(left.roomId, left.seq);
  }

  private reached({ roomId, seq, accessVersion }: LogReached): void {
    this.memberships.applyAccess({ roomId, version: accessVersion });
    this.dispatch.logReached(roomId, seq);
  }

  private userLeft(room: RoomKept, { user, roomsVersion }: UserDeleted): void {
    this.memberships.applyLeft({ roomId: room.roomId, users: [{ id: user.id, roomsVersion }] });
    this.reached(room);
  }
}

function endOf({ roomId, seq, users, farewell }: MembersLeft): LogEntry {
  const leaving = farewell && { userIds: users.map(({ id }) => id), farewell };
  return { roomId, seq, frame: roomDeleted(roomId, seq), isEnd: true, ...(leaving && { leaving }) };
}

/** The signal that members left a room, or lost it. */
export const membersLeft = (
  { roomId, seq, leaving, isEnd = false }: Omit<RoomLogEntry, 'frame'>,
  users: MembersLeft['users'],
): MembersLeft => ({
  roomId,
  seq,
  users,
  isEnd,
  farewell: isEnd ? leaving?.farewell : undefined,
});
