import type { User } from '@parley/client';
import { Reports } from '@parley/client/conversations';
import type { ReportReason } from '@parley/client/conversations';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { AreaField } from '../design/area-field.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { toast } from '../design/toasts.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import { ReasonChoice } from './reason-choice.js';

/** The most characters of a comment. */
const LONGEST_COMMENT = 1_000;

interface ReportDialogProps {
  /** The reported user: the sender of the message, if one is reported. */
  readonly user: User;
  readonly message?: { readonly id: string; readonly roomId: string };
  readonly onClose: () => void;
}

/** Reports a message, or a user, with a reason. */
export function ReportDialog({ user, message, onClose }: ReportDialogProps): JSX.Element {
  const { parley } = useChat();
  const reason = useSignal<ReportReason>('spam');
  const comment = useSignal('');
  const isBusy = useSignal(false);
  const report = async (): Promise<void> => {
    const reports = new Reports(parley);
    const text = comment.value.trim();
    isBusy.value = true;
    const isDone = await attempt(
      () => (message ? reports.message(message, reason.value, text) : reports.user(user.id, reason.value, text)),
      { 4005: t('reports.alreadyReported') },
    );
    isBusy.value = false;
    if (!isDone) return;
    onClose();
    toast(t('reports.reported'));
  };
  const name = personName(user);
  return (
    <Dialog title={t(message ? 'reports.reportMessage' : 'reports.reportUser', { name })} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void report();
        }}
      >
        <p class="muted">{t(message ? 'reports.whoSeesMessage' : 'reports.whoSeesUser', { name })}</p>
        <ReasonChoice chosen={reason} />
        <AreaField label={t('reports.comment')} value={comment} maxLength={LONGEST_COMMENT} />
        <div class="dialog-buttons">
          <Button onClick={onClose}>{t('design.cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy.value}>
            {t('reports.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
