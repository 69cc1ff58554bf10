import type { RoomListEntry, RoomObject, User } from '@parley/client';

import type { IconName } from '../design/icon.js';
import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';

/** The full name of a user, or the user name if there is none. */
export const personName = ({
  first_name: first,
  last_name: last,
  username,
}: Pick<User, 'first_name' | 'last_name' | 'username'>): string => `${first} ${last}`.trim() || username;

/** The status of a user as a text; empty without one, and after its end. */
export function statusText({ status }: Pick<User, 'status'>, now = Date.now()): string {
  if (!status || (status.until !== null && Date.parse(status.until) <= now)) return '';
  return `${status.emoji ?? ''} ${status.text}`.trim();
}

/** The other user of a direct message. Null: it has none any more, or the room is another one. */
export const peerOf = (room: RoomListEntry): User | null => (room.type === 'OneToOneChat' ? room.peer : null);

export function roomName(room: RoomListEntry): string {
  if (room.type !== 'OneToOneChat') return room.name;
  return room.peer ? personName(room.peer) : t('rooms.deletedUser');
}

export const roomAvatar = (room: RoomListEntry): string | null =>
  room.type === 'OneToOneChat' ? (room.peer?.avatar ?? null) : room.avatar;

const ICONS: Readonly<Record<RoomObject['type'], IconName | undefined>> = {
  OneToOneChat: undefined,
  GroupChat: 'group',
  Channel: 'hash',
};

export const roomIcon = ({ type }: Pick<RoomObject, 'type'>): IconName | undefined => ICONS[type];

const TYPE_NAMES: Readonly<Record<RoomObject['type'], TextKey>> = {
  OneToOneChat: 'rooms.directMessage',
  GroupChat: 'rooms.group',
  Channel: 'rooms.channel',
};

export const typeName = ({ type }: Pick<RoomObject, 'type'>): string => t(TYPE_NAMES[type]);
