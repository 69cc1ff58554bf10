import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ReadonlySignal } from '@preact/signals';

import { useChat } from '../chat/chat-context.js';
import type { OpenRoom } from './open-room.js';
import { isOutgoing } from './shown-message.js';

interface Seen {
  readonly isAtEnd: ReadonlySignal<boolean>;
  readonly seenUpTo: ReadonlySignal<number>;
}

/** Reports messages as read that have been in view while the page has the focus and the tracking is active. */
export function useReadTracking(open: OpenRoom, { isAtEnd, seenUpTo }: Seen, isActive: boolean): void {
  const { rooms, self } = useChat();
  const reportRead = (): void => {
    const upTo = isAtEnd.value ? Infinity : seenUpTo.value;
    const newest = open.messages.value.findLast(
      (message) => !isOutgoing(message) && message.seq <= upTo && message.sender.id !== self.id,
    );
    if (!newest || isOutgoing(newest) || !open.isLoaded.value || !isActive) return;
    const known = rooms.entry(open.id)?.last_read_seq ?? 0;
    if (newest.seq > known && document.hasFocus()) open.room.markRead(newest.seq);
  };
  useSignalEffect(reportRead);
  useEffect(() => {
    reportRead();
    addEventListener('focus', reportRead);
    document.addEventListener('visibilitychange', reportRead);
    return () => {
      removeEventListener('focus', reportRead);
      document.removeEventListener('visibilitychange', reportRead);
    };
  }, [open, isActive]);
}
