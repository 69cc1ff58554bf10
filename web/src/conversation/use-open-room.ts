import type { RoomListEntry } from '@parley/client';
import { useMemo, useRef } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import type { OpenRoom } from './open-room.js';

interface Visit {
  readonly open: OpenRoom;
  /** Whether it is known what is unread: a list that the browser has kept does not know it. */
  readonly isListed: boolean;
  /** Rises when the room is shown anew from the first unread message. */
  readonly number: number;
}

/** Opens the room of a page: at its first unread message, also where that is known only after the page was opened. */
export function useOpenRoom(entry: RoomListEntry): Visit {
  const { rooms, openRooms, preferences } = useChat();
  const isListed = rooms.isLoaded.value;
  const visit = useRef({ isListed, number: 0 });
  if (isListed && !visit.current.isListed) visit.current = { isListed, number: entry.unread_count > 0 ? 1 : 0 };
  const { number } = visit.current;
  const open = useMemo(() => {
    const marked = preferences.enter(entry.id);
    // The messages of a sync were counted as unread until the list says which of them are.
    const unread = isListed && entry.unread_count > 0 ? entry.last_read_seq : undefined;
    return openRooms.show(entry.id, marked === undefined ? unread : marked - 1);
  }, [number]);
  return { open, isListed, number };
}
