import type { Message } from '@parley/client';
import type { ReactNode } from 'react';

import type { Styling } from '../parts/styling.js';
import { useThreadSummary } from '../react-hooks.js';

export interface ThreadButtonProps extends Styling {
  readonly message: Message;
  /** Called with the message whose thread is to be shown. */
  readonly onOpen: (message: Message) => void;
  /** Default: `3 replies`, and `Reply in a thread` without any. */
  readonly text?: (replies: number) => string;
}

function inEnglish(replies: number): string {
  if (replies === 0) return 'Reply in a thread';
  return replies === 1 ? '1 reply' : `${String(replies)} replies`;
}

/** The number of replies to a message, and the way to them. A reply has none. */
export function ThreadButton({ message, onOpen, text = inEnglish, className }: ThreadButtonProps): ReactNode {
  const replies = useThreadSummary(message)?.reply_count ?? 0;
  if (message.thread) return null;
  return (
    <button type="button" className={className} onClick={() => onOpen(message)} data-parley-thread-button={replies}>
      {text(replies)}
    </button>
  );
}
