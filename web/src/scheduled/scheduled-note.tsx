import type { ScheduledMessage } from '@parley/client/private-state';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Button, IconButton } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { onDemand } from '../design/on-demand.js';
import { t } from '../languages/translate.js';
import { refusalText } from './refusal-text.js';
import type { ScheduledDialog } from './scheduled-dialogs.js';
import { scheduledIn } from './scheduled-in.js';
import type { SchedulePlace } from './scheduled-in.js';

const ScheduledDialogs = onDemand(async () => (await import('./scheduled-dialogs.js')).ScheduledDialogs);
const ScheduledListDialog = onDemand(async () => (await import('./scheduled-list-dialog.js')).ScheduledListDialog);

/** Further refused messages are in the list. */
const MOST_REFUSED = 3;

/** Shows above a composer which messages of its place were refused at their time, and how many others are scheduled. */
export function ScheduledNote(place: SchedulePlace): JSX.Element | null {
  const isOpen = useSignal(false);
  const items = scheduledIn(useChat().preferences.scheduled, place);
  const refused = items.filter((item) => item.refused !== null).slice(0, MOST_REFUSED);
  const count = items.length - refused.length;
  return (
    <>
      {refused.map((item) => (
        <RefusedNote key={item.id} item={item} />
      ))}
      {count > 0 && (
        <div class="scheduled-note">
          <Button aria-haspopup="dialog" onClick={() => (isOpen.value = true)}>
            <Icon name="clock" /> {t('scheduled.messageCount', { count })}
          </Button>
        </div>
      )}
      {isOpen.value && <ScheduledListDialog place={place} onClose={() => (isOpen.value = false)} />}
    </>
  );
}

function RefusedNote({ item }: { readonly item: ScheduledMessage }): JSX.Element {
  const dialog = useSignal<ScheduledDialog | null>(null);
  const show = (kind: ScheduledDialog) => () => {
    dialog.value = kind;
  };
  return (
    <>
      <div class="composer-note scheduled-note">
        <Icon name="failed" />
        <p>
          <strong role="alert">{item.refused && refusalText(item.refused)}</strong>
          <span dir="auto">{item.content || t('scheduled.attachment')}</span>
        </p>
        <IconButton icon="edit" label={t('scheduled.editRefused')} onClick={show('edit')} />
        <IconButton icon="trash" label={t('scheduled.removeRefused')} onClick={show('cancel')} />
      </div>
      {dialog.value && <ScheduledDialogs item={item} shown={dialog.value} onClose={() => (dialog.value = null)} />}
    </>
  );
}
