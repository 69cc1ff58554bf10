import type { Message, RoomMember, RoomObject } from '@parley/client';

import type { Self } from '../session/session.js';

/** The actions that the interface offers in a room. The service enforces the permissions. */
export interface Rights {
  readonly isCreator: boolean;
  /** Admins of a group, moderators of a channel. */
  readonly isLeader: boolean;
  readonly maySend: boolean;
  readonly mayAdd: boolean;
  readonly mayRemove: boolean;
  readonly mayPin: boolean;
  readonly mayDestroy: boolean;
  readonly mayLeave: boolean;
}

const NONE: Rights = {
  isCreator: false,
  isLeader: false,
  maySend: true,
  mayAdd: false,
  mayRemove: false,
  mayPin: false,
  mayDestroy: false,
  mayLeave: false,
};

/** @param members null while they are loading */
export function rightsIn(room: RoomObject | null, members: readonly RoomMember[] | null, self: Self): Rights {
  if (!room) return NONE;
  if (room.type === 'OneToOneChat') return { ...NONE, mayPin: true, mayDestroy: true };
  const { isCreator, isLeader } = roleIn(room, self);
  const permissions = members?.find(({ id }) => id === self.id)?.permissions ?? [];
  const may = (...names: string[]): boolean => isLeader || names.some((name) => permissions.includes(name));
  return {
    isCreator,
    isLeader,
    maySend:
      room.type === 'Channel'
        ? room.posting === 'everyone' || may('can_send_messages')
        : isLeader || !room.group_locked,
    mayAdd: may('can_add_new_participants', 'can_add_new_subscribers'),
    mayRemove: may('can_remove_participants', 'can_remove_subscribers'),
    mayPin: may('can_pin_messages'),
    mayDestroy: isCreator,
    mayLeave: true,
  };
}

/** Whether the user may mute or ban the sender of a message, who may not be the creator of the room. */
export const mayRestrict = (
  room: RoomObject | null,
  { isLeader }: Rights,
  { sender }: Pick<Message, 'sender'>,
): boolean => isLeader && room !== null && room.type !== 'OneToOneChat' && room.creator?.id !== sender.id;

/** Whether the user may mention the whole room. @param most the members up to which every one of a group may */
export function mayMentionRoom(room: RoomObject | null, self: Self, most: number): boolean {
  if (!room) return false;
  if (room.type === 'OneToOneChat') return true;
  return roleIn(room, self).isLeader || (room.type === 'GroupChat' && room.member_count <= most);
}

function roleIn(
  room: Exclude<RoomObject, { type: 'OneToOneChat' }>,
  self: Self,
): Pick<Rights, 'isCreator' | 'isLeader'> {
  const leaders = room.type === 'GroupChat' ? room.admins : room.moderators;
  const isCreator = room.creator?.id === self.id && !room.creator.is_guest;
  return { isCreator, isLeader: isCreator || leaders.some(({ id, is_guest }) => id === self.id && !is_guest) };
}
