import type { ScheduledMessage } from '@parley/client/private-state';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { ConfirmDialog } from '../design/confirm-dialog.js';
import { attempt } from '../errors.js';
import type { ErrorMessages } from '../errors.js';
import { t } from '../languages/translate.js';
import { ScheduleDialog } from './schedule-dialog.js';

/** Refusals of changes to a message whose time has come. */
export const changeErrors = (): ErrorMessages => ({
  4004: t('scheduled.sentOrCancelled'),
  4005: t('scheduled.beingSent'),
});

export type ScheduledDialog = 'edit' | 'cancel';

interface ScheduledDialogsProps {
  readonly item: ScheduledMessage;
  readonly shown: ScheduledDialog;
  readonly onClose: () => void;
}

/** The dialogs of a scheduled message. One that was refused takes another time. */
export function ScheduledDialogs({ item, shown, onClose }: ScheduledDialogsProps): JSX.Element {
  const { scheduled } = useChat().preferences;
  const { id, content, send_at: sendAt, refused } = item;
  switch (shown) {
    case 'edit':
      return (
        <ScheduleDialog
          title={t('scheduled.editMessage')}
          verb={refused ? t('scheduled.schedule') : t('design.save')}
          text={content}
          mayBeEmpty={content === ''}
          {...(!refused && { sendAt })}
          // A room that is closed now may be open at the other time: only a new text is checked.
          onSubmit={(text, time) => scheduled.update(id, { ...(text !== content && { text }), sendAt: time })}
          onClose={onClose}
        />
      );
    case 'cancel':
      return (
        <ConfirmDialog
          title={refused ? t('scheduled.removeQuestion') : t('scheduled.cancelQuestion')}
          question={refused ? t('scheduled.removeEffect') : t('scheduled.cancelEffect')}
          verb={refused ? t('scheduled.remove') : t('scheduled.cancel')}
          onConfirm={() => void attempt(() => scheduled.cancel(id), changeErrors())}
          onClose={onClose}
        />
      );
  }
}
