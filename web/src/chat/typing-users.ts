import type { ChatEvents, Parley, RoomMember } from '@parley/client';
import { signal } from '@preact/signals';

import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';

type RoomTypingUsers = ChatEvents['typing']['users'];

/** The users who are typing, by room. */
export class TypingUsers {
  private readonly rooms = signal<ReadonlyMap<string, RoomTypingUsers>>(new Map());

  constructor(parley: Parley) {
    parley.on('typing', ({ roomId, users }) => {
      const rooms = new Map(this.rooms.value);
      if (users.length > 0) rooms.set(roomId, users);
      else rooms.delete(roomId);
      this.rooms.value = rooms;
    });
  }

  inRoom(roomId: string): RoomTypingUsers {
    return this.rooms.value.get(roomId) ?? [];
  }
}

/** @param members of the room, for their full names */
export function typingText(users: RoomTypingUsers, members: readonly RoomMember[] | null = null): string {
  const [first, second, ...others] = users.map(({ id, username }) => {
    const member = members?.find((each) => each.id === id);
    return member ? personName(member) : username;
  });
  if (first === undefined) return '';
  if (second === undefined) return t('chat.typingOne', { name: first });
  return others.length === 0 ? t('chat.typingTwo', { first, second }) : t('chat.typingMany');
}
