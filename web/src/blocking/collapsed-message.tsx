import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Button } from '../design/button.js';
import { t } from '../languages/translate.js';

interface CollapsedMessageProps {
  readonly isTabStop: boolean;
  /** Whether the pointer or the focus is on it. */
  readonly isActive: ReadonlySignal<boolean>;
  readonly onShow: () => void;
}

/** A message of a blocked user in a group, without its content. */
export const CollapsedMessage = ({ isTabStop, isActive, onShow }: CollapsedMessageProps): JSX.Element => (
  <article class="message is-collapsed" tabIndex={isTabStop ? 0 : -1} aria-label={t('conversation.blockedMessage')}>
    <p class="muted">{t('conversation.blockedMessage')}</p>
    <Button
      tabIndex={isActive.value ? 0 : -1}
      onClick={({ currentTarget }) => {
        const line = currentTarget.closest('li');
        onShow();
        // The button is gone, and with it the focus.
        requestAnimationFrame(() => line?.querySelector<HTMLElement>('.message')?.focus());
      }}
    >
      {t('blocking.show')}
    </Button>
  </article>
);
