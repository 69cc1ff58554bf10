import type { ScheduledMessage } from '@parley/client/private-state';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { ConfirmDialog } from '../design/confirm-dialog.js';
import { attempt } from '../errors.js';
import { ScheduleDialog } from './schedule-dialog.js';

/** Refusals of changes to a message whose time has come. */
export const MESSAGES = {
  4004: 'This message is sent, or it was cancelled on another device.',
  4005: 'This message is being sent.',
};

export type ScheduledDialog = 'edit' | 'cancel';

interface ScheduledDialogsProps {
  readonly item: ScheduledMessage;
  readonly dialog: Signal<ScheduledDialog | null>;
}

/** The open one of the dialogs of a scheduled message. One that was refused takes another time. */
export function ScheduledDialogs({ item, dialog }: ScheduledDialogsProps): JSX.Element | null {
  const { scheduled } = useChat().preferences;
  const { id, content, send_at: sendAt, refused } = item;
  const close = (): void => {
    dialog.value = null;
  };
  switch (dialog.value) {
    case 'edit':
      return (
        <ScheduleDialog
          title="Edit scheduled message"
          verb={refused ? 'Schedule' : 'Save'}
          text={content}
          mayBeEmpty={content === ''}
          {...(!refused && { sendAt })}
          // A room that is closed now may be open at the other time: only a new text is checked.
          onSubmit={(text, time) => scheduled.update(id, { ...(text !== content && { text }), sendAt: time })}
          onClose={close}
        />
      );
    case 'cancel':
      return (
        <ConfirmDialog
          title={refused ? 'Remove this message?' : 'Cancel this message?'}
          question={refused ? 'Its text is deleted.' : 'The message is not sent, and its text is deleted.'}
          verb={refused ? 'Remove message' : 'Cancel message'}
          onConfirm={() => void attempt(() => scheduled.cancel(id), MESSAGES)}
          onClose={close}
        />
      );
    case null:
      return null;
  }
}
