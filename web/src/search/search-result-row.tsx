import type { SearchResult } from '@parley/client';
import { partsOfFragment } from '@parley/react/state';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { shortTime } from '../design/times.js';
import { FileStrip } from '../files/file-strip.js';
import { personName, roomName } from '../rooms/names.js';

interface SearchResultRowProps {
  readonly found: SearchResult;
  readonly onChoose: () => void;
}

export function SearchResultRow({ found: { message, fragments }, onChoose }: SearchResultRowProps): JSX.Element {
  const { rooms } = useChat();
  const entry = rooms.entry(message.room.id);
  const name = personName(message.sender);
  return (
    <li>
      <button type="button" class="choice found" onClick={onChoose}>
        <Avatar name={name} url={message.sender.avatar} size="small" />
        <span class="found-content">
          <span class="found-head">
            <strong dir="auto">{name}</strong>
            {entry && <bdi class="muted">{roomName(entry)}</bdi>}
            <time class="muted" dateTime={message.created_at}>
              {shortTime(message.created_at, new Date())}
            </time>
          </span>
          {fragments.map((fragment, at) => (
            <span key={at} class="found-text" dir="auto">
              {partsOfFragment(fragment).map(({ text, isMatch }, part) =>
                isMatch ? <mark key={part}>{text}</mark> : text,
              )}
            </span>
          ))}
          <FileStrip message={message} />
        </span>
      </button>
    </li>
  );
}
