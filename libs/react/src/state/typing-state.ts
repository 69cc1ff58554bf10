import type { ChatEvents, Parley } from '@parley/client';

import { ObservableState } from './observable-state.js';

export type Typers = ChatEvents['typing']['users'];

/** The users who are typing, by room. Rooms in which nobody types are not among them. */
export type TypersByRoom = ReadonlyMap<string, Typers>;

export const NOBODY: Typers = [];

/**
 * The users who are typing, in all rooms. An entry ends with the message of the user, when the user leaves, or some
 * seconds after the last key.
 */
export class TypingState extends ObservableState<TypersByRoom> {
  /** The usernames of those who have left a room, and are still among those of whom the client says that they type. */
  private readonly gone = new Map<string, ReadonlySet<string>>();

  constructor(chat: Pick<Parley, 'on'>) {
    super(new Map());
    this.until(
      chat.on('typing', ({ roomId, users }) => {
        const named = new Set(users.map(({ username }) => username));
        this.keep(
          roomId,
          [...this.goneFrom(roomId)].filter((name) => named.has(name)),
        );
        this.show(roomId, users);
      }),
      chat.on('members', ({ roomId, added, removed }) => {
        const typing = this.inRoom(roomId);
        const left = removed.filter((name) => typing.some(({ username }) => username === name));
        this.keep(
          roomId,
          [...this.goneFrom(roomId), ...left].filter((name) => !added.includes(name)),
        );
        if (left.length > 0) this.show(roomId, typing);
      }),
      chat.on('left', ({ roomId }) => {
        if (this.snapshot.has(roomId)) this.show(roomId, NOBODY);
      }),
    );
  }

  private goneFrom(roomId: string): ReadonlySet<string> {
    return this.gone.get(roomId) ?? new Set();
  }

  private keep(roomId: string, names: readonly string[]): void {
    if (names.length > 0) this.gone.set(roomId, new Set(names));
    else this.gone.delete(roomId);
  }

  private show(roomId: string, users: Typers): void {
    const gone = this.goneFrom(roomId);
    const shown = gone.size === 0 ? users : users.filter(({ username }) => !gone.has(username));
    const rooms = new Map(this.snapshot);
    if (shown.length > 0) rooms.set(roomId, shown);
    else rooms.delete(roomId);
    this.set(rooms);
  }

  /** The same array until the users change. */
  inRoom(roomId: string): Typers {
    return this.snapshot.get(roomId) ?? NOBODY;
  }
}
