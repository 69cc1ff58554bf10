import type { Message, RoomListEntry } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Field } from '../design/field.js';
import { Icon } from '../design/icon.js';
import { rove } from '../design/roving.js';
import { toast } from '../design/toasts.js';
import { FileStrip } from '../files/file-strip.js';
import { t } from '../languages/translate.js';
import { showRoom } from '../location.js';
import { roomAvatar, roomIcon, roomName } from '../rooms/names.js';
import { fitting } from '../switcher/matching.js';
import { send } from './sending.js';
import { summaryOf } from './shown-message.js';

/** Of the rooms that fit; further ones are found by more letters. */
const MOST_SHOWN = 100;
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
  const [filter, comment] = [useSignal(''), useSignal('')];
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const found = fitting(rooms.sorted.value, filter.value, roomName, MOST_SHOWN);
  const isFull = chosen.value.size >= MOST_CHOSEN;
  const toggle = (id: string): void => {
    const next = new Set(chosen.value);
    if (!next.delete(id) && !isFull) next.add(id);
    chosen.value = next;
  };
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
        <Field label={t('rooms.filterRooms')} value={filter} autocomplete="off" />
        <ul class="choices forward-rooms" onKeyDown={(event) => rove(event, 'button')}>
          {found.map((entry) => (
            <RoomChoice
              key={entry.id}
              entry={entry}
              isChosen={chosen.value.has(entry.id)}
              isFull={isFull}
              onToggle={toggle}
            />
          ))}
        </ul>
        <p class="muted" role="status">
          {found.length === 0 && t('rooms.noneFound')}
          {isFull && t('conversation.forwardMost', { most: MOST_CHOSEN })}
        </p>
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

interface RoomChoiceProps {
  readonly entry: RoomListEntry;
  readonly isChosen: boolean;
  readonly isFull: boolean;
  readonly onToggle: (id: string) => void;
}

const RoomChoice = ({ entry, isChosen, isFull, onToggle }: RoomChoiceProps): JSX.Element => (
  <li>
    <button
      type="button"
      class="choice"
      aria-pressed={isChosen}
      disabled={isFull && !isChosen}
      onClick={() => onToggle(entry.id)}
    >
      <Avatar name={roomName(entry)} url={roomAvatar(entry)} icon={roomIcon(entry)} size="small" />
      <span class="forward-name" dir="auto">
        {roomName(entry)}
      </span>
      {isChosen && <Icon name="check" />}
    </button>
  </li>
);
