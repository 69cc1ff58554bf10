import type { ChatEvents, Parley } from '@parley/client';

import { ObservableState } from './observable-state.js';

export type Typers = ChatEvents['typing']['users'];

/** The users who are typing, by room. Rooms in which nobody types are not among them. */
export type TypersByRoom = ReadonlyMap<string, Typers>;

export const NOBODY: Typers = [];

/** Who is typing, in all rooms. An entry ends with the message of the user, or some seconds after the last key. */
export class TypingState extends ObservableState<TypersByRoom> {
  constructor(chat: Pick<Parley, 'on'>) {
    super(new Map());
    this.until(
      chat.on('typing', ({ roomId, users }) => {
        const rooms = new Map(this.snapshot);
        if (users.length > 0) rooms.set(roomId, users);
        else rooms.delete(roomId);
        this.set(rooms);
      }),
    );
  }

  /** The same array until the users change. */
  inRoom(roomId: string): Typers {
    return this.snapshot.get(roomId) ?? NOBODY;
  }
}
