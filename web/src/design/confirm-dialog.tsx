import type { JSX } from 'preact';

import { t } from '../languages/translate.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';

interface ConfirmProps {
  readonly title: string;
  readonly question: string;
  /** The label of the confirm button. */
  readonly verb: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({ title, question, verb, onConfirm, onClose }: ConfirmProps): JSX.Element {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{question}</p>
      <div class="dialog-buttons">
        <Button onClick={onClose} data-first>
          {t('design.cancel')}
        </Button>
        <Button
          kind="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {verb}
        </Button>
      </div>
    </Dialog>
  );
}
