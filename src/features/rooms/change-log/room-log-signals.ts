import type { LogEntry } from '@parley/realtime/ordering';

import type { SignalKind } from '../../../platform/cluster-signals/signals.js';
import type { MembershipChange } from '../membership/membership-cache.js';
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
export interface LogReached {
  readonly roomId: string;
  readonly seq: number;
  readonly accessVersion: number;
}

export const usersEntered: SignalKind<MembersChanged> = { name: 'users.entered' };
export const usersLeft: SignalKind<MembersLeft> = { name: 'users.left' };
/** The name is that of release 0.3, whose nodes know it from the removal of messages. */
export const logReached: SignalKind<LogReached> = { name: 'messages.purged' };
/** Nodes and commands of release 0.3 send it in place of {@link usersLeft} when an operator deletes a room. */
export const roomEnded: SignalKind<MembersChanged> = { name: 'room.ended' };

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
