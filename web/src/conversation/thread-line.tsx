import type { Message } from '@parley/client';
import type { ThreadSummary } from '@parley/client/conversations';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Icon } from '../design/icon.js';
import { shortTime } from '../design/times.js';
import { t } from '../languages/translate.js';
import type { Overlay } from './overlay.js';

/** The service counts so many replies at most. */
const MOST_COUNTED = 200;

interface ThreadLineProps {
  readonly message: Message;
  readonly overlay: Signal<Overlay | null>;
}

/** The replies to a message, or the thread of a reply, as a button that shows the thread. */
export function ThreadLine({ message, overlay }: ThreadLineProps): JSX.Element | null {
  const { threads } = useChat();
  const summary = threads.summaryOf(message);
  const label = message.thread ? t('conversation.inThread') : summary && repliesText(summary);
  if (label === null) return null;
  return (
    <button
      type="button"
      class="thread-line"
      tabIndex={-1}
      onClick={() => (overlay.value = { kind: 'thread', threadId: message.thread?.id ?? message.id })}
    >
      <Icon name="thread" />
      {label}
      {summary && <span class="muted">{shortTime(summary.last_reply_at, new Date())}</span>}
    </button>
  );
}

const repliesText = ({ reply_count: count }: ThreadSummary): string =>
  count >= MOST_COUNTED
    ? t('conversation.replyCountOrMore', { count: MOST_COUNTED })
    : t('conversation.replyCount', { count });
