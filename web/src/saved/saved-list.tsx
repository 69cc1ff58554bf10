import type { SavedMessage } from '@parley/client/private-state';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { MessageChoice } from '../conversation/message-choice.js';
import { summaryOf } from '../conversation/shown-message.js';
import { IconButton } from '../design/button.js';
import { fullTime } from '../design/times.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { showRoom } from '../location.js';
import { roomName } from '../rooms/names.js';
import { reminders, reminderTime } from './reminders.js';

/** The messages that the user has saved, each of which leads to its place in its conversation. */
export function SavedList({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { preferences } = useChat();
  const { saved } = preferences;
  return (
    <>
      <p class="muted search-count" role="status">
        {saved.length === 0 && t('saved.none')}
      </p>
      <ul class="choices">
        {saved.map((item) => (
          <SavedRow key={item.message.id} item={item} onClose={onClose} />
        ))}
      </ul>
    </>
  );
}

function SavedRow({ item, onClose }: { readonly item: SavedMessage; readonly onClose: () => void }): JSX.Element {
  const { rooms, openRooms, preferences } = useChat();
  const { message } = item;
  if ('gone' in message) {
    return (
      <li class="saved-row">
        <p class="choice muted">{t('saved.messageGone')}</p>
        <RemoveButton onClick={() => preferences.removeSaved(undefined, message.id)} />
      </li>
    );
  }
  const room = rooms.entry(message.room.id);
  const goTo = (): void => {
    onClose();
    showRoom(message.room.id);
    openRooms.goTo(message.room.id, message);
  };
  return (
    <li class="saved-row">
      <MessageChoice
        sender={message.sender}
        note={room && roomName(room)}
        time={message.created_at}
        text={summaryOf(message)}
        onChoose={goTo}
      />
      <ReminderSelect item={item} roomId={message.room.id} />
      <RemoveButton onClick={() => preferences.removeSaved(message.room.id, message.id)} />
    </li>
  );
}

const RemoveButton = ({ onClick }: { readonly onClick: () => Promise<void> }): JSX.Element => (
  <IconButton icon="close" label={t('saved.removeFromSaved')} onClick={() => void attempt(onClick)} />
);

interface ReminderSelectProps {
  readonly item: SavedMessage;
  readonly roomId: string;
}

/** Shows the time of the reminder, and offers others. */
function ReminderSelect({ item, roomId }: ReminderSelectProps): JSX.Element {
  const { preferences } = useChat();
  const { remind_at: remindAt } = item;
  return (
    <select
      class="input reminder"
      aria-label={t('saved.reminder')}
      value={remindAt === null ? 'never' : 'set'}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        const time = reminderTime(chosen, new Date());
        void attempt(() => preferences.saveMessage(roomId, item.message.id, { remindAt: time }));
      }}
    >
      {remindAt !== null && <option value="set">{fullTime(remindAt)}</option>}
      {reminders(new Date()).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
