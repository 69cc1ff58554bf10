import type { RoomListEntry, RoomObject, User } from '@parley/client';

import type { IconName } from '../design/icon.js';

/** The name of a chat whose other user was deleted. */
const DELETED_USER = 'Deleted user';

/** The full name of a user, or the user name if there is none. */
export const personName = ({ first_name: first, last_name: last, username }: Omit<User, 'id'>): string =>
  `${first} ${last}`.trim() || username;

export function roomName(room: RoomListEntry): string {
  if (room.type !== 'OneToOneChat') return room.name;
  return room.peer ? personName(room.peer) : DELETED_USER;
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
