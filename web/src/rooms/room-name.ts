import type { RoomListEntry, RoomObject } from '@parley/client';

import type { IconName } from '../design/icon.js';
import { personName } from './person-name.js';

/** Whoever has left nothing but their messages. */
const NOBODY = 'Somebody who is gone';

export function roomName(room: RoomListEntry): string {
  if (room.type !== 'OneToOneChat') return room.name;
  return room.peer ? personName(room.peer) : NOBODY;
}

export const roomAvatar = (room: RoomListEntry): string | null => (room.type === 'OneToOneChat' ? null : room.avatar);

const ICONS: Readonly<Record<RoomObject['type'], IconName | undefined>> = {
  OneToOneChat: undefined,
  GroupChat: 'group',
  Channel: 'hash',
};

export const roomIcon = ({ type }: Pick<RoomObject, 'type'>): IconName | undefined => ICONS[type];

export const TYPE_NAMES: Readonly<Record<RoomObject['type'], string>> = {
  OneToOneChat: 'Direct message',
  GroupChat: 'Group',
  Channel: 'Channel',
};
