import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Button, IconButton } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Icon } from '../design/icon.js';
import { ScheduledList } from './scheduled-list.js';

/** Says above the composer how many messages are scheduled in a room, and which ones were refused. */
export function ScheduledNote({ roomId }: { readonly roomId: string }): JSX.Element | null {
  const { preferences, refusedSchedules } = useChat();
  const isOpen = useSignal(false);
  const { length: count } = preferences.scheduled.inRoom(roomId);
  const refused = refusedSchedules.inRoom(roomId);
  return (
    <>
      {refused.map(({ id, text }) => (
        <div key={id} class="composer-note scheduled-note" role="alert">
          <Icon name="failed" />
          <p>{text}</p>
          <IconButton
            icon="close"
            label="Dismiss"
            onClick={() => {
              refusedSchedules.dismiss(id);
            }}
          />
        </div>
      ))}
      {count > 0 && (
        <div class="scheduled-note">
          <Button
            aria-haspopup="dialog"
            onClick={() => {
              isOpen.value = true;
            }}
          >
            <Icon name="clock" /> {count === 1 ? '1 scheduled message' : `${String(count)} scheduled messages`}
          </Button>
        </div>
      )}
      {isOpen.value && (
        <Dialog
          title="Scheduled messages"
          isWide
          onClose={() => {
            isOpen.value = false;
          }}
        >
          <ScheduledList roomId={roomId} />
        </Dialog>
      )}
    </>
  );
}
