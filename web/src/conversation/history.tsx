import type { RoomListEntry } from '@parley/client';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { typingWords } from '../chat/typing-now.js';
import { Icon } from '../design/icon.js';
import { rove } from '../design/roving.js';
import { dayName } from '../design/times.js';
import type { Overlay } from './conversation-page.js';
import { linesOf } from './grouping.js';
import type { Line } from './grouping.js';
import { MessageView } from './message-view.js';
import type { OpenRoom } from './open-room.js';
import { receiptOf } from './receipts.js';
import type { Rights } from './rights.js';
import { useReading } from './reading.js';
import { useScrolling } from './scrolling.js';

interface HistoryProps {
  readonly open: OpenRoom;
  readonly entry: RoomListEntry;
  readonly rights: Rights;
  readonly overlay: Signal<Overlay | null>;
}

export function History({ open, entry, rights, overlay }: HistoryProps): JSX.Element {
  const { self, typing } = useChat();
  const messages = open.messages.value;
  const unreadAfter = open.unreadAfter.value;
  const lines = useMemo(() => linesOf(messages, self, unreadAfter), [messages, unreadAfter]);
  const scrolling = useScrolling(open, lines);
  useReading(open, scrolling.isAtEnd);
  const typingNow = typingWords(typing.in(open.id), open.members.value);
  return (
    <div class="history-place">
      <section
        ref={scrolling.box}
        class="history"
        aria-label="Messages"
        tabIndex={0}
        onScroll={scrolling.scrolled}
        aria-busy={open.isLoading.value}
      >
        <div ref={scrolling.content} class="history-content">
          <Beginning open={open} isEmpty={lines.length === 0} />
          <ol
            class="lines"
            onKeyDown={(event) => {
              rove(event, '.message');
            }}
          >
            {lines.map((line, at) => (
              <LineView key={line.key} {...{ line, open, entry, rights, overlay }} isStop={at === lines.length - 1} />
            ))}
          </ol>
        </div>
      </section>
      <NewMessages count={scrolling.unseen.value} isAway={!scrolling.isAtEnd.value} onClick={scrolling.toEnd} />
      <p class="typing" role="status">
        {typingNow && (
          <>
            <span class="dots" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            {typingNow}
          </>
        )}
      </p>
    </div>
  );
}

interface LineProps extends HistoryProps {
  readonly line: Line;
  readonly isStop: boolean;
}

function LineView({ line, open, entry, rights, overlay, isStop }: LineProps): JSX.Element {
  const { marks, self } = useChat();
  const { message, isOwn } = line;
  const receipt = isOwn ? receiptOf(message, marks.of(open.id), entry.member_count - 1, self) : null;
  const isWanted = 'id' in message && open.wanted.value === message.id;
  const isGroup = entry.type !== 'OneToOneChat';
  // What is the same as before is not drawn again.
  const view = useMemo(
    () => <MessageView {...{ line, open, rights, overlay, receipt, isGroup, isStop, isWanted }} />,
    [
      ...[message, line.isFirst, line.isLast, isOwn, receipt?.words, isGroup, isStop, isWanted],
      ...[rights.maySend, rights.isLeader],
    ],
  );
  return (
    <>
      {line.isNewDay && (
        <li class="day">
          <span>{dayName(message.created_at, new Date())}</span>
        </li>
      )}
      {line.isFirstUnread && (
        <li class="unread-line">
          <span>New messages</span>
        </li>
      )}
      <li class={`line ${isOwn ? 'is-own' : ''} ${line.isFirst ? 'is-first' : ''}`}>{view}</li>
    </>
  );
}

function Beginning({ open, isEmpty }: { readonly open: OpenRoom; readonly isEmpty: boolean }): JSX.Element | null {
  if (open.isLoading.value || !open.isLoaded.value) {
    return (
      <div class="history-skeletons" aria-hidden="true">
        <span class="skeleton skeleton-bubble" />
        <span class="skeleton skeleton-bubble is-own" />
        <span class="skeleton skeleton-bubble" />
      </div>
    );
  }
  if (open.hasOlder.value) return null;
  return (
    <div class="beginning">
      <Icon name="smile" />
      <p>{isEmpty ? 'Nothing has been said yet. Say hello!' : 'This is where it began.'}</p>
    </div>
  );
}

interface NewMessagesProps {
  readonly count: number;
  readonly isAway: boolean;
  readonly onClick: () => void;
}

function NewMessages({ count, isAway, onClick }: NewMessagesProps): JSX.Element | null {
  if (!isAway) return null;
  const words = `${String(count)} new ${count === 1 ? 'message' : 'messages'}`;
  return (
    <button
      type="button"
      class={count > 0 ? 'pill is-news' : 'pill'}
      onClick={onClick}
      aria-label={count > 0 ? words : 'To the newest message'}
    >
      <Icon name="down" />
      {count > 0 && words}
    </button>
  );
}
