import type { ScheduledMessage } from '@parley/client/private-state';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { IconButton } from '../design/button.js';
import { fullTime } from '../design/times.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { roomName } from '../rooms/names.js';
import { refusalText } from './refusal-text.js';
import { changeErrors, ScheduledDialogs } from './scheduled-dialogs.js';
import type { ScheduledDialog } from './scheduled-dialogs.js';
import { scheduledIn } from './scheduled-in.js';
import type { SchedulePlace } from './scheduled-in.js';

/** The scheduled messages of a place, the earliest first, with what can be done with them. */
export function ScheduledList(place: SchedulePlace): JSX.Element {
  const items = scheduledIn(useChat().preferences.scheduled, place);
  return (
    <>
      <p class="muted search-count" role="status">
        {items.length === 0 && t('scheduled.none')}
      </p>
      <ul class="choices" aria-label={t('scheduled.messages')}>
        {items.map((item) => (
          <ScheduledRow key={item.id} item={item} />
        ))}
      </ul>
    </>
  );
}

function ScheduledRow({ item }: { readonly item: ScheduledMessage }): JSX.Element {
  const { rooms, preferences } = useChat();
  const dialog = useSignal<ScheduledDialog | null>(null);
  const { scheduled } = preferences;
  const entry = rooms.entry(item.room_id);
  return (
    <li class="scheduled-row">
      <div class="scheduled-content">
        <p class="found-head">
          <strong dir="auto">{entry ? roomName(entry) : t('scheduled.leftRoom')}</strong>
          {item.extra_fields.thread_id !== undefined && <span class="muted">{t('scheduled.replyInThread')}</span>}
          <time class="muted" dateTime={item.send_at}>
            {fullTime(item.send_at)}
          </time>
        </p>
        <p class="found-text" dir="auto">
          {item.content || t('scheduled.attachment')}
        </p>
        {item.refused && <p class="refusal">{refusalText(item.refused)}</p>}
      </div>
      <div class="scheduled-actions">
        <IconButton
          icon="send"
          label={t('scheduled.sendNow')}
          onClick={() => void attempt(() => scheduled.sendNow(item), changeErrors())}
        />
        <IconButton icon="edit" label={t('scheduled.editMessage')} onClick={() => (dialog.value = 'edit')} />
        <IconButton
          icon="trash"
          label={item.refused ? t('scheduled.removeMessage') : t('scheduled.cancelMessage')}
          onClick={() => (dialog.value = 'cancel')}
        />
      </div>
      {dialog.value && <ScheduledDialogs item={item} shown={dialog.value} onClose={() => (dialog.value = null)} />}
    </li>
  );
}
