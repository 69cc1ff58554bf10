import type { ShortMessage } from '@parley/client';
import { useEffect, useState } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import type { OpenRoom } from '../conversation/open-room.js';
import { isOutgoing } from '../conversation/shown-message.js';

/**
 * When the user sent the last message in the room, on any device; 0: not as far as is known. Replies in threads count,
 * which are not among the messages of the room.
 */
export function useLastSent(open: OpenRoom): number {
  const { parley, self } = useChat();
  const [sentAt, setSentAt] = useState(0);
  useEffect(
    () =>
      parley.on('frame', ({ eventType, room_id: roomId, data }) => {
        if (eventType !== 'message.dispatch' || roomId !== open.id) return;
        // By the clock of this device, which counts the seconds.
        if ((data as ShortMessage).sender.id === self.id) setSentAt(Date.now());
      }),
    [open],
  );
  const last = open.messages.value.findLast((message) => !isOutgoing(message) && message.sender.id === self.id);
  return sentAt || (last ? Date.parse(last.created_at) : 0);
}
