import { useSignalEffect } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import type { OpenRoom } from './open-room.js';
import { isOutgoing } from './shown-message.js';

/** Tells the service what the user has read: what stands before them, while they look at the page. */
export function useReading(open: OpenRoom, isAtEnd: ReadonlySignal<boolean>): void {
  const { rooms, self } = useChat();
  const read = (): void => {
    const newest = open.messages.value.findLast((message) => !isOutgoing(message) && message.sender.id !== self.id);
    if (!newest || isOutgoing(newest) || !isAtEnd.value || !open.isLoaded.value) return;
    const known = rooms.entry(open.id)?.last_read_seq ?? 0;
    if (newest.seq > known && document.hasFocus()) open.room.markRead(newest.seq);
  };
  useSignalEffect(read);
  useEffect(() => {
    addEventListener('focus', read);
    document.addEventListener('visibilitychange', read);
    return () => {
      removeEventListener('focus', read);
      document.removeEventListener('visibilitychange', read);
    };
  }, [open]);
}
