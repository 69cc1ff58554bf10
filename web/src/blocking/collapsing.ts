import type { Message, ShortMessage } from '@parley/client';

import { summaryOf } from '../conversation/shown-message.js';
import { t } from '../languages/translate.js';
import type { RoomList } from '../rooms/room-list.js';
import type { RoomPreferences } from '../rooms/room-preferences.js';

interface Blocking {
  readonly preferences: Pick<RoomPreferences, 'isBlocked'>;
  readonly rooms: Pick<RoomList, 'entry'>;
}

/**
 * Whether the content of a message is not shown by itself: its sender is blocked, and the room is not of the two alone.
 */
export const isCollapsed = (
  { preferences, rooms }: Blocking,
  { sender, room }: Pick<Message, 'sender' | 'room'>,
): boolean => preferences.isBlocked(sender.id) && rooms.entry(room.id)?.type !== 'OneToOneChat';

/** The content of a message in one line, unless it is collapsed. */
export const summaryFor = (blocking: Blocking, message: Message | ShortMessage): string =>
  isCollapsed(blocking, message) ? t('conversation.blockedMessage') : summaryOf(message);
