import type { Parley, RoomMember } from '@parley/client';
import { TypingState } from '@parley/react/state';
import type { Typers } from '@parley/react/state';

import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import { signalOf } from './state-signal.js';

export class TypingUsers {
  private readonly rooms;

  constructor(parley: Parley) {
    this.rooms = signalOf(new TypingState(parley));
  }

  inRoom(roomId: string): Typers {
    return this.rooms.value.get(roomId) ?? [];
  }
}

/** @param members of the room, for their full names */
export function typingText(users: Typers, members: readonly RoomMember[] | null = null): string {
  const [first, second, ...others] = users.map(({ id, username }) => {
    const member = members?.find((each) => each.id === id);
    return member ? personName(member) : username;
  });
  if (first === undefined) return '';
  if (second === undefined) return t('chat.typingOne', { name: first });
  return others.length === 0 ? t('chat.typingTwo', { first, second }) : t('chat.typingMany');
}
