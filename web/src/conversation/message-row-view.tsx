import type { RoomListEntry } from '@parley/client';
import type { Signal } from '@preact/signals';
import { useComputed } from '@preact/signals';
import { Component } from 'preact';
import type { JSX } from 'preact';

import { isCollapsed } from '../blocking/collapsing.js';
import { useChat } from '../chat/chat-context.js';
import { onDemand } from '../design/on-demand.js';
import { t, withAllTexts } from '../languages/translate.js';
import { activityHandlers } from './active-message.js';
import type { MessageRow } from './message-rows.js';
import { MessageView } from './message-view.js';
import type { MessageViewProps } from './message-view.js';
import type { OpenRoom } from './open-room.js';
import type { Overlay } from './overlay.js';
import { receiptOf } from './receipts.js';
import type { Rights } from './rights.js';

const CollapsedMessage = onDemand(
  async () => (await withAllTexts(import('../blocking/collapsed-message.js'))).CollapsedMessage,
);

interface MessageRowProps {
  readonly row: MessageRow;
  readonly open: OpenRoom;
  readonly entry: RoomListEntry;
  readonly rights: Rights;
  readonly overlay: Signal<Overlay | null>;
  readonly isTabStop: boolean;
}

/** A message in the history, below the divider of unread messages if it is the first of them. */
export function MessageRowView({ row, open, entry, rights, overlay, isTabStop }: MessageRowProps): JSX.Element {
  const chat = useChat();
  const { marks, self } = chat;
  const { message, isOwn } = row;
  const receipt = isOwn ? receiptOf(message, marks.inRoom(open.id), entry.member_count - 1, self) : null;
  const isTarget = 'id' in message && open.targetId.value === message.id;
  const isHidden = 'id' in message && isCollapsed(chat, message) && !open.revealed.value.has(message.id);
  const isGroup = entry.type !== 'OneToOneChat';
  return (
    <>
      {row.isFirstUnread && (
        <li class="unread-divider">
          <span>{t('conversation.newMessages')}</span>
        </li>
      )}
      <li
        class={`line ${isOwn ? 'is-own' : ''} ${row.isGroupStart ? 'is-first' : ''}`}
        data-seq={'seq' in message ? message.seq : undefined}
        {...activityHandlers(open.activeMessage, row.key)}
      >
        {isHidden ? (
          <Collapsed {...{ row, open, isTabStop }} id={message.id} />
        ) : (
          <UnchangedMessage {...{ row, open, rights, overlay, receipt, isGroup, isTabStop, isTarget }} />
        )}
      </li>
    </>
  );
}

interface CollapsedProps extends Pick<MessageRowProps, 'row' | 'open' | 'isTabStop'> {
  readonly id: string;
}

function Collapsed({ row, open, isTabStop, id }: CollapsedProps): JSX.Element {
  const isActive = useComputed(() => open.activeMessage.value === row.key);
  return (
    <CollapsedMessage
      {...{ isTabStop, isActive }}
      onShow={() => (open.revealed.value = new Set([...open.revealed.value, id]))}
    />
  );
}

/** The values on which the view of a message depends. */
const shownOf = ({ row, rights, receipt, isGroup, isTabStop, isTarget }: MessageViewProps): readonly unknown[] => [
  row.message,
  row.isGroupStart,
  row.isGroupEnd,
  row.isOwn,
  receipt?.label,
  isGroup,
  isTabStop,
  isTarget,
  rights.maySend,
  rights.isLeader,
];

/**
 * Renders a message again only when something changes that it shows. A component decides that, and not an element that
 * is kept: such an element would hold the rows that were beside it.
 */
class UnchangedMessage extends Component<MessageViewProps> {
  override shouldComponentUpdate(next: MessageViewProps): boolean {
    const shown = shownOf(this.props);
    return shownOf(next).some((value, at) => value !== shown[at]);
  }

  override render(): JSX.Element {
    return <MessageView {...this.props} />;
  }
}
