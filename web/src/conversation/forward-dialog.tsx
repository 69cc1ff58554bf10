import type { Message } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Field } from '../design/field.js';
import { toast } from '../design/toasts.js';
import { FileStrip } from '../files/file-strip.js';
import { t } from '../languages/translate.js';
import { showRoom } from '../location.js';
import { RoomChoices } from '../rooms/room-choices.js';
import { send } from './sending.js';
import { summaryOf } from './shown-message.js';

/** Each is a message. */
const MOST_CHOSEN = 10;
const LONGEST_COMMENT = 2_000;

interface ForwardProps {
  readonly message: Message;
  readonly onClose: () => void;
}

/** Forwards a message to chosen rooms, below a comment if there is one. */
export function ForwardDialog({ message, onClose }: ForwardProps): JSX.Element {
  const { parley, rooms } = useChat();
  const comment = useSignal('');
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const submit = (event: Event): void => {
    event.preventDefault();
    const ids = [...chosen.value];
    const [only] = ids;
    if (only === undefined) return;
    onClose();
    const text = comment.value.trim();
    for (const id of ids) {
      const room = parley.rooms.open(id);
      if (text !== '') send(room, text);
      send(room, '', { forward: message.id, forwardRoom: message.room.id });
    }
    if (ids.length === 1) showRoom(only);
    else toast(t('conversation.forwarded'));
  };
  return (
    <Dialog title={t('conversation.forwardTo')} onClose={onClose}>
      <form class="forward" onSubmit={submit}>
        <blockquote class="quote">
          <span class="quote-text" dir="auto">
            {summaryOf(message)}
          </span>
          <FileStrip message={message} />
        </blockquote>
        <p class="muted">{t('conversation.forwardAccess')}</p>
        <RoomChoices legend={t('rooms.rooms')} entries={rooms.sorted.value} chosen={chosen} most={MOST_CHOSEN} />
        <Field label={t('reports.comment')} value={comment} maxLength={LONGEST_COMMENT} />
        <div class="dialog-buttons">
          <Button onClick={onClose}>{t('design.cancel')}</Button>
          <Button kind="primary" type="submit" disabled={chosen.value.size === 0}>
            {t('conversation.forward')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
