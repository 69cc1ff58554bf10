import type { Message } from '@parley/client';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { Dialog } from '../design/dialog.js';
import { rove } from '../design/roving.js';
import { FileStrip } from '../files/file-strip.js';
import { t } from '../languages/translate.js';
import { showRoom } from '../location.js';
import { roomAvatar, roomIcon, roomName } from '../rooms/names.js';
import { send } from './sending.js';
import { summaryOf } from './shown-message.js';

interface ForwardProps {
  readonly message: Message;
  readonly onClose: () => void;
}

/** Chooses the room to forward a message to. */
export function ForwardDialog({ message, onClose }: ForwardProps): JSX.Element {
  const { parley, rooms } = useChat();
  return (
    <Dialog title={t('conversation.forwardTo')} onClose={onClose}>
      <blockquote class="quote">
        <span class="quote-text" dir="auto">
          {summaryOf(message)}
        </span>
        <FileStrip message={message} />
      </blockquote>
      <p class="muted">{t('conversation.forwardAccess')}</p>
      <ul
        class="choices"
        onKeyDown={(event) => {
          rove(event, 'button');
        }}
      >
        {rooms.sorted.value.map((entry, at) => (
          <li key={entry.id}>
            <button
              type="button"
              class="choice"
              data-first={at === 0}
              onClick={() => {
                onClose();
                send(parley.rooms.open(entry.id), '', { forward: message.id, forwardRoom: message.room.id });
                showRoom(entry.id);
              }}
            >
              <Avatar name={roomName(entry)} url={roomAvatar(entry)} icon={roomIcon(entry)} size="small" />
              {roomName(entry)}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
