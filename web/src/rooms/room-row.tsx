import type { RoomListEntry } from '@parley/client';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { summaryFor } from '../blocking/collapsing.js';
import { useChat } from '../chat/chat-context.js';
import type { Chat } from '../chat/chat.js';
import { MAX_COUNT } from '../chat/page-title.js';
import { typingText } from '../chat/typing-users.js';
import { Avatar } from '../design/avatar.js';
import { Icon } from '../design/icon.js';
import { shortTime } from '../design/times.js';
import { t, textWithElements } from '../languages/translate.js';
import { roomHash, shownRoomId } from '../location.js';
import { personName, roomAvatar, roomIcon, roomName, typeName } from './names.js';

const hidden = (content: ComponentChildren): JSX.Element => <span class="visually-hidden">{content}</span>;

/** The last message, with its sender where that is not clear. */
function lastMessageText(chat: Chat, { last_message: last, type }: RoomListEntry): string {
  if (!last) return typeName({ type });
  const text = summaryFor(chat, last);
  if (last.sender.id === chat.self.id) return t('rooms.ownMessage', { text });
  return type === 'GroupChat' ? t('rooms.messageOf', { name: personName(last.sender), text }) : text;
}

interface RoomRowProps {
  readonly entry: RoomListEntry;
  readonly isFirst: boolean;
}

export function RoomRow({ entry, isFirst }: RoomRowProps): JSX.Element {
  const { preferences, presences } = useChat();
  const isShown = shownRoomId.value === entry.id;
  const name = roomName(entry);
  const status = presences.ofPeer(entry)?.status;
  const { unread_count: unread, unread_mentions: mentions } = entry;
  const isMarked = preferences.unreadFrom(entry.id) !== undefined;
  const row = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <li>
      <a
        ref={row}
        class={unread > 0 || isMarked ? 'room-row is-unread' : 'room-row'}
        href={roomHash(entry.id)}
        aria-current={isShown && 'page'}
        tabIndex={isShown || isFirst ? 0 : -1}
      >
        <Avatar name={name} url={roomAvatar(entry)} icon={roomIcon(entry)} status={status} />
        <span class="room-row-text">
          <RowTop entry={entry} isOnline={status === 'online'} />
          <span class="room-row-bottom">
            <LastMessage entry={entry} />
            {mentions > 0 && <MentionBadge />}
            <Badge unread={unread} isMarked={isMarked} />
          </span>
        </span>
      </a>
    </li>
  );
}

function RowTop({ entry, isOnline }: { readonly entry: RoomListEntry; readonly isOnline: boolean }): JSX.Element {
  const { preferences } = useChat();
  const { last_message: last } = entry;
  return (
    <span class="room-row-top">
      <span class="room-row-name" dir="auto">
        {roomName(entry)}
      </span>
      {isOnline && hidden(t('rooms.isOnline'))}
      {preferences.isMuted(entry.id) && <MutedSign />}
      {last && <time dateTime={last.created_at}>{shortTime(last.created_at, new Date())}</time>}
    </span>
  );
}

const draftLabel = (content: ComponentChildren): JSX.Element => <span class="room-row-draft">{content}</span>;

function LastMessage({ entry }: { readonly entry: RoomListEntry }): JSX.Element {
  const chat = useChat();
  const { typing, drafts } = chat;
  const users = typing.inRoom(entry.id);
  const typingNow = entry.type === 'OneToOneChat' ? t('rooms.typing') : typingText(users);
  if (users.length > 0) return <span class="room-row-last is-typing">{typingNow}</span>;
  const draft = shownRoomId.value === entry.id ? '' : drafts.text({ roomId: entry.id }).trim();
  return (
    <span class="room-row-last" dir="auto">
      {draft ? textWithElements('rooms.draft', { label: draftLabel }, { draft }) : lastMessageText(chat, entry)}
    </span>
  );
}

const MutedSign = (): JSX.Element => (
  <span class="room-row-muted">
    <Icon name="bellOff" />
    {hidden(t('rooms.isMuted'))}
  </span>
);

const MentionBadge = (): JSX.Element => <span class="badge">{textWithElements('rooms.mentionBadge', { hidden })}</span>;

interface BadgeProps {
  /** The number of unread messages. */
  readonly unread: number;
  /** Whether the user has marked the room as unread. */
  readonly isMarked: boolean;
}

function Badge({ unread, isMarked }: BadgeProps): JSX.Element | null {
  if (unread === 0) {
    return isMarked ? <span class="badge badge-dot">{hidden(t('rooms.markedUnread'))}</span> : null;
  }
  return (
    <span class="badge">
      {unread > MAX_COUNT
        ? textWithElements('rooms.unreadMoreThan', { hidden }, { count: MAX_COUNT })
        : textWithElements('rooms.unreadCount', { hidden }, { count: unread })}
    </span>
  );
}
