import type { ChatEvents, Parley, RoomMember } from '@parley/client';
import { signal } from '@preact/signals';

import { personName } from '../rooms/person-name.js';

type Typing = ChatEvents['typing']['users'];

/** Who is typing where. */
export class TypingNow {
  private readonly rooms = signal<ReadonlyMap<string, Typing>>(new Map());

  constructor(parley: Parley) {
    parley.on('typing', ({ roomId, users }) => {
      const rooms = new Map(this.rooms.value);
      if (users.length > 0) rooms.set(roomId, users);
      else rooms.delete(roomId);
      this.rooms.value = rooms;
    });
  }

  in(roomId: string): Typing {
    return this.rooms.value.get(roomId) ?? [];
  }
}

/** @param members who of the room is known by more than the username */
export function typingWords(users: Typing, members: readonly RoomMember[] | null = null): string {
  const [first, second, ...others] = users.map(({ id, username }) => {
    const member = members?.find((each) => each.id === id);
    return member ? personName(member) : username;
  });
  if (first === undefined) return '';
  if (second === undefined) return `${first} is typing…`;
  return others.length === 0 ? `${first} and ${second} are typing…` : 'Several people are typing…';
}
