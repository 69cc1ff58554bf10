import type { JSX } from 'preact';

import { Dialog } from '../design/dialog.js';
import { t } from '../languages/translate.js';
import type { SchedulePlace } from './scheduled-in.js';
import { ScheduledList } from './scheduled-list.js';

interface ScheduledListDialogProps {
  readonly place: SchedulePlace;
  readonly onClose: () => void;
}

/** The messages that are sent later to a room or to a thread. */
export const ScheduledListDialog = ({ place, onClose }: ScheduledListDialogProps): JSX.Element => (
  <Dialog title={t('scheduled.messages')} isWide onClose={onClose}>
    <ScheduledList {...place} />
  </Dialog>
);
