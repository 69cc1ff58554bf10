import type { Attachment, Room, RoomWithoutMembers, User } from '@parley/protocol';

import { mergeUser } from './merge-user.js';

/** The newest known state of a room. */
export class KnownRoom {
  private newest: Room | RoomWithoutMembers | undefined;

  /**
   * Merges a state of the room, in any order: it may be older than the newest one.
   * @returns the newest state, with the latest known member lists
   */
  merge<State extends Room | RoomWithoutMembers>(state: State): State {
    const { newest } = this;
    const isOlder = newest !== undefined && state.last_seq < newest.last_seq;
    // Member lists that are known are those of the newest state: every change of them arrives with new ones.
    const merged = isOlder ? { ...state, ...newest } : { ...newest, ...state };
    this.newest = merged;
    return merged;
  }

  updatePart(part: User | Attachment): void {
    this.newest = mergeUser(this.newest, part);
  }
}
