import { useSignalEffect } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import type { OpenRoom } from './open-room.js';
import { isOutgoing } from './shown-message.js';

/** Reports messages as read while the end of the history is visible and the page has the focus. */
export function useReadTracking(open: OpenRoom, isAtEnd: ReadonlySignal<boolean>): void {
  const { rooms, self } = useChat();
  const reportRead = (): void => {
    const newest = open.messages.value.findLast((message) => !isOutgoing(message) && message.sender.id !== self.id);
    if (!newest || isOutgoing(newest) || !isAtEnd.value || !open.isLoaded.value) return;
    const known = rooms.entry(open.id)?.last_read_seq ?? 0;
    if (newest.seq > known && document.hasFocus()) open.room.markRead(newest.seq);
  };
  useSignalEffect(reportRead);
  useEffect(() => {
    addEventListener('focus', reportRead);
    document.addEventListener('visibilitychange', reportRead);
    return () => {
      removeEventListener('focus', reportRead);
      document.removeEventListener('visibilitychange', reportRead);
    };
  }, [open]);
}
