import type { RoomListEntry } from '@parley/client';
import type { Signal } from '@preact/signals';
import { Fragment } from 'preact';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { typingText } from '../chat/typing-users.js';
import { Icon } from '../design/icon.js';
import { rove } from '../design/roving.js';
import { dayName, fullDay } from '../design/times.js';
import { t } from '../languages/translate.js';
import { MessageRowView } from './message-row-view.js';
import { historyRows, isMessageRow } from './message-rows.js';
import { NoticeView } from './notice-view.js';
import type { OpenRoom } from './open-room.js';
import type { Overlay } from './overlay.js';
import { useReadTracking } from './read-tracking.js';
import type { Rights } from './rights.js';
import { useScrolling } from './scrolling.js';

interface HistoryProps {
  readonly open: OpenRoom;
  readonly entry: RoomListEntry;
  readonly rights: Rights;
  readonly overlay: Signal<Overlay | null>;
  /** Rises when the room is shown anew. */
  readonly visit: number;
  /** Whether messages in view are reported as read. */
  readonly reportsReading: boolean;
}

export function History({ open, entry, rights, overlay, visit, reportsReading }: HistoryProps): JSX.Element {
  const { self, typing } = useChat();
  const messages = open.messages.value;
  const unreadAfter = dividerOf(open);
  const notices = open.notices.list.value;
  const rows = useMemo(() => historyRows(messages, notices, self, unreadAfter), [messages, notices, unreadAfter]);
  const last = rows.findLast(isMessageRow);
  const scrolling = useScrolling(open, rows, visit);
  useReadTracking(open, scrolling, reportsReading);
  const typingNow = typingText(typing.inRoom(open.id), open.members.value);
  return (
    <div class="history-area">
      <section
        ref={scrolling.container}
        class="history"
        aria-label={t('conversation.messages')}
        tabIndex={0}
        onScroll={scrolling.handleScroll}
        aria-busy={open.isLoading.value}
      >
        <div ref={scrolling.content} class="history-content">
          <HistoryStart open={open} />
          <ol ref={scrolling.list} class="lines" onKeyDown={(event) => rove(event, '.message')}>
            {rows.map((row, at) => (
              <Fragment key={row.key}>
                {row.isNewDay && (
                  <Day
                    time={isMessageRow(row) ? row.message.created_at : row.notice.created_at}
                    overlay={overlay}
                    isFirst={at === 0}
                  />
                )}
                {isMessageRow(row) ? (
                  <MessageRowView {...{ row, open, entry, rights, overlay }} isTabStop={row === last} />
                ) : (
                  <li>
                    <NoticeView notice={row.notice} self={self} />
                  </li>
                )}
              </Fragment>
            ))}
          </ol>
          {open.hasNewer.value && <Skeletons />}
        </div>
      </section>
      <NewMessagesButton
        count={scrolling.newCount.value}
        isVisible={scrolling.hasArrived.value && !scrolling.isAtEnd.value}
        onClick={() => void open.goToNewest()}
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

/** The `seq` below the divider of unread messages; null: there is none, or it is not among the loaded messages. */
function dividerOf({ unreadAfter: { value: unreadAfter }, hasOlder, messages }: OpenRoom): number | null {
  const oldest = messages.value[0];
  const isLoaded = !hasOlder.value || (oldest && 'seq' in oldest && oldest.seq <= (unreadAfter ?? 0));
  return isLoaded ? unreadAfter : null;
}

interface DayProps {
  readonly time: string;
  readonly overlay: Signal<Overlay | null>;
  readonly isFirst: boolean;
}

const Day = ({ time, overlay, isFirst }: DayProps): JSX.Element => (
  <li class="day">
    <button
      type="button"
      title={t('conversation.jumpToDate')}
      // One tab stop for all days.
      tabIndex={isFirst ? 0 : -1}
      onClick={() => (overlay.value = { kind: 'date', day: time })}
    >
      {dayName(time, new Date())}
    </button>
  </li>
);

/** In place of messages that are not loaded. */
const Skeletons = (): JSX.Element => (
  <div class="history-skeletons" aria-hidden="true">
    <span class="skeleton skeleton-bubble" />
    <span class="skeleton skeleton-bubble is-own" />
    <span class="skeleton skeleton-bubble" />
  </div>
);

function HistoryStart({ open }: { readonly open: OpenRoom }): JSX.Element | null {
  if (open.hasOlder.value) return <Skeletons />;
  const text = startText(open);
  return (
    <div class="beginning">
      <Icon name="smile" />
      {text !== null && <p>{text}</p>}
    </div>
  );
}

/** Null: the notices say how the room began. */
function startText({ messages, notices: { list, removedBefore } }: OpenRoom): string | null {
  if (removedBefore.value !== null) {
    return t('conversation.messagesRemoved', { date: fullDay(removedBefore.value) });
  }
  if (messages.value.length > 0) return t('conversation.noOlderMessages');
  return list.value.length > 0 ? null : t('conversation.noMessages');
}

interface NewMessagesButtonProps {
  readonly count: number;
  readonly isVisible: boolean;
  readonly onClick: () => void;
}

function NewMessagesButton({ count, isVisible: isAway, onClick }: NewMessagesButtonProps): JSX.Element | null {
  if (!isAway) return null;
  const label = t('conversation.newMessageCount', { count });
  return (
    <button
      type="button"
      class={count > 0 ? 'pill is-news' : 'pill'}
      onClick={onClick}
      aria-label={count > 0 ? label : t('conversation.jumpToNewest')}
    >
      <Icon name="down" />
      {count > 0 && label}
    </button>
  );
}
