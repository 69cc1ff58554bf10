import type { RoomListEntry } from '@parley/client';
import type { ComponentChildren, JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { MAX_COUNT } from '../chat/page-title.js';
import { t, textWithElements } from '../languages/translate.js';

const hidden = (content: ComponentChildren): JSX.Element => <span class="visually-hidden">{content}</span>;

/** The number of unread messages of a room, or that the user has marked it as unread. */
export function UnreadBadge({
  entry: { id, unread_count: unread },
}: {
  readonly entry: RoomListEntry;
}): JSX.Element | null {
  const { preferences } = useChat();
  if (unread === 0) {
    const isMarked = preferences.unreadFrom(id) !== undefined;
    return isMarked ? <span class="badge badge-dot">{hidden(t('rooms.markedUnread'))}</span> : null;
  }
  return (
    <span class="badge">
      {unread > MAX_COUNT
        ? textWithElements('rooms.unreadMoreThan', { hidden }, { count: MAX_COUNT })
        : textWithElements('rooms.unreadCount', { hidden }, { count: unread })}
    </span>
  );
}
