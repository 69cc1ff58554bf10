import type { RoomListEntry } from '@parley/client';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { typingText } from '../chat/typing-users.js';
import { summaryOf } from '../conversation/shown-message.js';
import { Avatar } from '../design/avatar.js';
import { Icon } from '../design/icon.js';
import { shortTime } from '../design/times.js';
import { roomHash, shownRoomId } from '../location.js';
import { personName, roomAvatar, roomIcon, roomName, TYPE_NAMES } from './names.js';

const MAX_COUNT = 99;

/** The last message, with its sender where that is not clear. */
function lastMessageText({ last_message: last, type }: RoomListEntry, ownId: number): string {
  if (!last) return TYPE_NAMES[type];
  if (last.sender.id === ownId) return `You: ${summaryOf(last)}`;
  return type === 'GroupChat' ? `${personName(last.sender)}: ${summaryOf(last)}` : summaryOf(last);
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
      <span class="room-row-name">{roomName(entry)}</span>
      {isOnline && <span class="visually-hidden">, online</span>}
      {preferences.isMuted(entry.id) && <MutedSign />}
      {last && <time dateTime={last.created_at}>{shortTime(last.created_at, new Date())}</time>}
    </span>
  );
}

function LastMessage({ entry }: { readonly entry: RoomListEntry }): JSX.Element {
  const { self, typing, drafts } = useChat();
  const users = typing.inRoom(entry.id);
  const typingNow = entry.type === 'OneToOneChat' ? 'Typing…' : typingText(users);
  if (users.length > 0) return <span class="room-row-last is-typing">{typingNow}</span>;
  const draft = shownRoomId.value === entry.id ? '' : drafts.text({ roomId: entry.id }).trim();
  return (
    <span class="room-row-last">
      {draft && <span class="room-row-draft">Draft: </span>}
      {draft || lastMessageText(entry, self.id)}
    </span>
  );
}

const MutedSign = (): JSX.Element => (
  <span class="room-row-muted">
    <Icon name="bellOff" />
    <span class="visually-hidden">, muted</span>
  </span>
);

const MentionBadge = (): JSX.Element => (
  <span class="badge">
    @<span class="visually-hidden"> you are mentioned</span>
  </span>
);

interface BadgeProps {
  /** The number of unread messages. */
  readonly unread: number;
  /** Whether the user has marked the room as unread. */
  readonly isMarked: boolean;
}

function Badge({ unread, isMarked }: BadgeProps): JSX.Element | null {
  if (unread === 0) {
    return isMarked ? (
      <span class="badge badge-dot">
        <span class="visually-hidden">marked as unread</span>
      </span>
    ) : null;
  }
  return (
    <span class="badge">
      {unread > MAX_COUNT ? `${String(MAX_COUNT)}+` : unread}
      <span class="visually-hidden"> unread</span>
    </span>
  );
}
