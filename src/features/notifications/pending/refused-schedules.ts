import type { User } from '@parley/protocol';
import { SerialisedPart } from '@parley/realtime/restricted-part';

import { grouped } from '../../../platform/collections/groups.js';
import { refusalNotification } from '../../scheduled-messages/refusal-notification.js';
import type { PendingRefusal } from '../../scheduled-messages/refusal-notification.js';
import { NewestNotifications } from './newest-notifications.js';
import type { ShownNotification } from './newest-notifications.js';
import type { PendingRoomState } from './pending.repository.js';

/**
 * The rooms with the notifications of the user's refused scheduled messages, in the order of their ids. A message may
 * have been for a room that is not the user's any more.
 * @param perRoom the maximum number of notifications of a room
 */
export function withRefusals(
  rooms: readonly PendingRoomState[],
  refusals: readonly PendingRefusal[],
  author: User,
  perRoom: number,
): PendingRoomState[] {
  const states = new Map(rooms.map((room) => [room.roomId, room]));
  for (const [roomId, ofRoom] of grouped(refusals, (refusal) => refusal.roomId)) {
    const state = states.get(roomId) ?? { roomId, ...NOTHING };
    const notifications = ofRoom.map((refusal) => shownRefusal(author, refusal));
    const items = [...state.newest.items, ...notifications].sort((one, other) => other.createdAt - one.createdAt);
    const newest = new NewestNotifications(items.slice(0, perRoom));
    states.set(roomId, { ...state, pending: state.pending + notifications.length, newest });
  }
  return [...states.values()].sort((one, other) => (one.roomId < other.roomId ? -1 : 1));
}

const NOTHING: Omit<PendingRoomState, 'roomId'> = {
  lastSeq: 0,
  unread: 0,
  unreadMentions: 0,
  pending: 0,
  newest: new NewestNotifications([]),
};

const shownRefusal = (author: User, refusal: PendingRefusal): ShownNotification => ({
  json: SerialisedPart.of(refusalNotification(author, refusal)),
  isNewMessage: false,
  seq: 0,
  createdAt: Date.parse(refusal.refusedAt),
});
