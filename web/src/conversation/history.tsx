import type { RoomListEntry } from '@parley/client';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { typingText } from '../chat/typing-users.js';
import { Icon } from '../design/icon.js';
import { rove } from '../design/roving.js';
import { dayName } from '../design/times.js';
import { messageRows } from './message-rows.js';
import type { MessageRow } from './message-rows.js';
import { MessageView } from './message-view.js';
import type { OpenRoom } from './open-room.js';
import type { Overlay } from './overlay.js';
import { useReadTracking } from './read-tracking.js';
import { receiptOf } from './receipts.js';
import type { Rights } from './rights.js';
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
  const rows = useMemo(() => messageRows(messages, self, unreadAfter), [messages, unreadAfter]);
  const scrolling = useScrolling(open, rows);
  useReadTracking(open, scrolling.isAtEnd);
  const typingNow = typingText(typing.inRoom(open.id), open.members.value);
  return (
    <div class="history-area">
      <section
        ref={scrolling.container}
        class="history"
        aria-label="Messages"
        tabIndex={0}
        onScroll={scrolling.handleScroll}
        aria-busy={open.isLoading.value}
      >
        <div ref={scrolling.content} class="history-content">
          <HistoryStart open={open} isEmpty={rows.length === 0} />
          <ol
            class="lines"
            onKeyDown={(event) => {
              rove(event, '.message');
            }}
          >
            {rows.map((row, at) => (
              <MessageRowView
                key={row.key}
                {...{ row, open, entry, rights, overlay }}
                isTabStop={at === rows.length - 1}
              />
            ))}
          </ol>
        </div>
      </section>
      <NewMessagesButton
        count={scrolling.newCount.value}
        isVisible={!scrolling.isAtEnd.value}
        onClick={scrolling.scrollToEnd}
      />
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

interface RowProps extends HistoryProps {
  readonly row: MessageRow;
  readonly isTabStop: boolean;
}

function MessageRowView({ row, open, entry, rights, overlay, isTabStop }: RowProps): JSX.Element {
  const { marks, self } = useChat();
  const { message, isOwn } = row;
  const receipt = isOwn ? receiptOf(message, marks.inRoom(open.id), entry.member_count - 1, self) : null;
  const isTarget = 'id' in message && open.targetId.value === message.id;
  const isGroup = entry.type !== 'OneToOneChat';
  // Rendered again only when one of these values changes.
  const view = useMemo(
    () => <MessageView {...{ row, open, rights, overlay, receipt, isGroup, isTabStop, isTarget }} />,
    [
      ...[message, row.isGroupStart, row.isGroupEnd, isOwn, receipt?.label, isGroup, isTabStop, isTarget],
      ...[rights.maySend, rights.isLeader],
    ],
  );
  return (
    <>
      {row.isNewDay && (
        <li class="day">
          <span>{dayName(message.created_at, new Date())}</span>
        </li>
      )}
      {row.isFirstUnread && (
        <li class="unread-divider">
          <span>New messages</span>
        </li>
      )}
      <li class={`line ${isOwn ? 'is-own' : ''} ${row.isGroupStart ? 'is-first' : ''}`}>{view}</li>
    </>
  );
}

function HistoryStart({ open, isEmpty }: { readonly open: OpenRoom; readonly isEmpty: boolean }): JSX.Element | null {
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
      <p>{isEmpty ? 'There are no messages.' : 'There are no older messages.'}</p>
    </div>
  );
}

interface NewMessagesButtonProps {
  readonly count: number;
  readonly isVisible: boolean;
  readonly onClick: () => void;
}

function NewMessagesButton({ count, isVisible: isAway, onClick }: NewMessagesButtonProps): JSX.Element | null {
  if (!isAway) return null;
  const label = `${String(count)} new ${count === 1 ? 'message' : 'messages'}`;
  return (
    <button
      type="button"
      class={count > 0 ? 'pill is-news' : 'pill'}
      onClick={onClick}
      aria-label={count > 0 ? label : 'Jump to the newest message'}
    >
      <Icon name="down" />
      {count > 0 && label}
    </button>
  );
}
