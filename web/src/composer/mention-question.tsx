import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { ConfirmDialog } from '../design/confirm-dialog.js';
import { t } from '../languages/translate.js';

/** A room of so many members is asked about before all of them are notified. */
export const ASKED_FROM = 10;

interface MentionQuestionProps {
  /** Sends the message; null: nothing is asked. */
  readonly asked: Signal<(() => void) | null>;
  /** Of the room. */
  readonly memberCount: number;
}

/** Asks before a message notifies everybody in a room. */
export function MentionQuestion({ asked, memberCount }: MentionQuestionProps): JSX.Element | null {
  const { value: send } = asked;
  return (
    send && (
      <ConfirmDialog
        title={t('composer.notifyAll')}
        question={t('composer.notifyAllQuestion', { count: memberCount })}
        verb={t('design.send')}
        onConfirm={send}
        onClose={() => (asked.value = null)}
      />
    )
  );
}
