import type { ScheduledMessage } from '@parley/client/private-state';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { IconButton } from '../design/button.js';
import { ConfirmDialog } from '../design/confirm-dialog.js';
import { fullTime } from '../design/times.js';
import { attempt } from '../errors.js';
import { roomName } from '../rooms/names.js';
import { ScheduleDialog } from './schedule-dialog.js';

/** Refusals of changes to a message whose time has come. */
const MESSAGES = {
  4004: 'This message is sent, or it was cancelled on another device.',
  4005: 'This message is being sent.',
};

/** The scheduled messages, the earliest first, with what can be done with them. @param roomId undefined: of all rooms */
export function ScheduledList({ roomId }: { readonly roomId?: string }): JSX.Element {
  const { scheduled } = useChat().preferences;
  const items = roomId === undefined ? scheduled.all : scheduled.inRoom(roomId);
  return (
    <>
      <p class="muted search-count" role="status">
        {items.length === 0 && 'No scheduled messages.'}
      </p>
      <ul class="choices" aria-label="Scheduled messages">
        {items.map((item) => (
          <ScheduledRow key={item.id} item={item} />
        ))}
      </ul>
    </>
  );
}

function ScheduledRow({ item }: { readonly item: ScheduledMessage }): JSX.Element {
  const { rooms, preferences } = useChat();
  const dialog = useSignal<'edit' | 'cancel' | null>(null);
  const { scheduled } = preferences;
  const entry = rooms.entry(item.room_id);
  const close = (): void => {
    dialog.value = null;
  };
  return (
    <li class="scheduled-row">
      <div class="scheduled-content">
        <p class="found-head">
          <strong>{entry ? roomName(entry) : 'A room that you have left'}</strong>
          <time class="muted" dateTime={item.send_at}>
            {fullTime(item.send_at)}
          </time>
        </p>
        <p class="found-text" dir="auto">
          {item.content || 'Attachment'}
        </p>
      </div>
      <div class="scheduled-actions">
        <IconButton
          icon="send"
          label="Send now"
          onClick={() => void attempt(() => scheduled.sendNow(item), MESSAGES)}
        />
        <IconButton
          icon="edit"
          label="Edit scheduled message"
          onClick={() => {
            dialog.value = 'edit';
          }}
        />
        <IconButton
          icon="trash"
          label="Cancel scheduled message"
          onClick={() => {
            dialog.value = 'cancel';
          }}
        />
      </div>
      {dialog.value === 'edit' && (
        <ScheduleDialog
          title="Edit scheduled message"
          verb="Save"
          text={item.content}
          mayBeEmpty={item.content === ''}
          sendAt={item.send_at}
          onSubmit={(text, sendAt) => scheduled.update(item.id, { text, sendAt })}
          onClose={close}
        />
      )}
      {dialog.value === 'cancel' && (
        <ConfirmDialog
          title="Cancel this message?"
          question="The message is not sent, and its text is deleted."
          verb="Cancel message"
          onConfirm={() => void attempt(() => scheduled.cancel(item.id), MESSAGES)}
          onClose={close}
        />
      )}
    </li>
  );
}
