import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Field } from '../design/field.js';
import { dateInput } from '../design/times.js';
import { t } from '../languages/translate.js';
import type { OpenRoom } from './open-room.js';

interface DateDialogProps {
  /** The day that is shown, ISO 8601. */
  readonly day: string;
  readonly open: OpenRoom;
  readonly onClose: () => void;
}

/** Chooses a day, to show the first message of it or later. */
export function DateDialog({ day, open, onClose }: DateDialogProps): JSX.Element {
  const chosen = useSignal(dateInput(new Date(day)));
  return (
    <Dialog title={t('conversation.jumpToDate')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          // Midnight of the user's time zone.
          void open.goToDate(new Date(`${chosen.value}T00:00`));
        }}
      >
        <Field label={t('conversation.date')} type="date" value={chosen} max={dateInput(new Date())} required />
        <div class="dialog-buttons">
          <Button onClick={onClose}>{t('design.cancel')}</Button>
          <Button kind="primary" type="submit">
            {t('conversation.jump')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
