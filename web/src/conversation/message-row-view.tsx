import type { RoomListEntry } from '@parley/client';
import type { Signal } from '@preact/signals';
import { Component } from 'preact';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { t } from '../languages/translate.js';
import { activityHandlers } from './active-message.js';
import type { MessageRow } from './message-rows.js';
import { MessageView } from './message-view.js';
import type { MessageViewProps } from './message-view.js';
import type { OpenRoom } from './open-room.js';
import type { Overlay } from './overlay.js';
import { receiptOf } from './receipts.js';
import type { Rights } from './rights.js';

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
  const { marks, self } = useChat();
  const { message, isOwn } = row;
  const receipt = isOwn ? receiptOf(message, marks.inRoom(open.id), entry.member_count - 1, self) : null;
  const isTarget = 'id' in message && open.targetId.value === message.id;
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
        <UnchangedMessage {...{ row, open, rights, overlay, receipt, isGroup, isTabStop, isTarget }} />
      </li>
    </>
  );
}

/** What a message shows. */
const shownOf = ({ row, rights, receipt, isGroup, isTabStop, isTarget }: MessageViewProps): readonly unknown[] => [
  ...[row.message, row.isGroupStart, row.isGroupEnd, row.isOwn, receipt?.label, isGroup, isTabStop, isTarget],
  ...[rights.maySend, rights.isLeader],
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
