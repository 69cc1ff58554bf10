import type { RoomListEntry } from '@parley/client';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { typingWords } from '../chat/typing-now.js';
import { summaryOf } from '../conversation/message-summary.js';
import { Avatar } from '../design/avatar.js';
import { shortTime } from '../design/times.js';
import { hashOf, shownRoomId } from '../location.js';
import { personName } from './person-name.js';
import { roomAvatar, roomIcon, roomName, TYPE_NAMES } from './room-name.js';

const MOST_SHOWN = 99;

/** What was said last, and by whom where that is not clear. */
function lastWords({ last_message: last, type }: RoomListEntry, ownId: number): string {
  if (!last) return TYPE_NAMES[type];
  if (last.sender.id === ownId) return `You: ${summaryOf(last)}`;
  return type === 'GroupChat' ? `${personName(last.sender)}: ${summaryOf(last)}` : summaryOf(last);
}

interface RoomRowProps {
  readonly entry: RoomListEntry;
  readonly isFirst: boolean;
}

export function RoomRow({ entry, isFirst }: RoomRowProps): JSX.Element {
  const { presences } = useChat();
  const isShown = shownRoomId.value === entry.id;
  const name = roomName(entry);
  const status = presences.in(entry)?.status;
  const { unread_count: unread, last_message: last } = entry;
  return (
    <li>
      <a
        class={unread > 0 ? 'room-row is-unread' : 'room-row'}
        href={hashOf(entry.id)}
        aria-current={isShown && 'page'}
        tabIndex={isShown || isFirst ? 0 : -1}
      >
        <Avatar name={name} url={roomAvatar(entry)} icon={roomIcon(entry)} status={status} />
        <span class="room-row-words">
          <span class="room-row-top">
            <span class="room-row-name">{name}</span>
            {status === 'online' && <span class="unseen">, online</span>}
            {last && <time dateTime={last.created_at}>{shortTime(last.created_at, new Date())}</time>}
          </span>
          <span class="room-row-bottom">
            <Latest entry={entry} />
            {unread > 0 && <Unread count={unread} />}
          </span>
        </span>
      </a>
    </li>
  );
}

function Latest({ entry }: { readonly entry: RoomListEntry }): JSX.Element {
  const { self, typing } = useChat();
  const users = typing.in(entry.id);
  const typingNow = entry.type === 'OneToOneChat' ? 'Typing…' : typingWords(users);
  if (users.length > 0) return <span class="room-row-last is-typing">{typingNow}</span>;
  return <span class="room-row-last">{lastWords(entry, self.id)}</span>;
}

const Unread = ({ count }: { readonly count: number }): JSX.Element => (
  <span class="badge">
    {count > MOST_SHOWN ? `${String(MOST_SHOWN)}+` : count}
    <span class="unseen"> unread</span>
  </span>
);
