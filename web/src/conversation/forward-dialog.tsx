import type { Message } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Field } from '../design/field.js';
import { toast } from '../design/toasts.js';
import { attempt } from '../errors.js';
import { FileStrip } from '../files/file-strip.js';
import { t } from '../languages/translate.js';
import { showRoom } from '../location.js';
import { PeoplePicker } from '../people/people-picker.js';
import { PeopleSelection } from '../people/people-selection.js';
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

/** Forwards a message to chosen people and rooms, below a comment if there is one. */
export function ForwardDialog({ message, onClose }: ForwardProps): JSX.Element {
  const { parley, rooms } = useChat();
  const comment = useSignal('');
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const selection = useMemo(() => new PeopleSelection(parley), []);
  const isBusy = useSignal(false);
  /** The chosen rooms, and those of two with the chosen people. Null: one of them cannot be used. */
  const targets = async (): Promise<readonly string[] | null> => {
    if (!(await selection.find(false))) return null;
    if (chosen.value.size + selection.ids.length > MOST_CHOSEN) {
      selection.error.value = t('rooms.mostRooms', { most: MOST_CHOSEN });
      return null;
    }
    const ids = new Set(chosen.value);
    const isDone = await attempt(
      async () => {
        for (const id of selection.ids) {
          ids.add((await parley.rooms.create({ type: 'OneToOneChat', participants: [id] })).id);
        }
      },
      { 4002: t('rooms.chatNotAccepted'), 4004: t('rooms.usersGone') },
    );
    return isDone ? [...ids] : null;
  };
  const submit = async (): Promise<void> => {
    isBusy.value = true;
    const ids = await targets();
    isBusy.value = false;
    const [only] = ids ?? [];
    if (!ids || only === undefined) return;
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
      <form
        class="forward"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <blockquote class="quote">
          <span class="quote-text" dir="auto">
            {summaryOf(message)}
          </span>
          <FileStrip message={message} />
        </blockquote>
        <p class="muted">{t('conversation.forwardAccess')}</p>
        <PeoplePicker label={t('people.people')} selection={selection} isFirst />
        <RoomChoices legend={t('rooms.rooms')} entries={rooms.sorted.value} chosen={chosen} most={MOST_CHOSEN} />
        <Field label={t('reports.comment')} value={comment} maxLength={LONGEST_COMMENT} />
        <div class="dialog-buttons">
          <Button onClick={onClose}>{t('design.cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            isBusy={isBusy.value}
            disabled={chosen.value.size === 0 && selection.isEmpty}
          >
            {t('conversation.forward')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
