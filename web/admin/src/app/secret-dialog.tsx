import type { JSX } from 'preact';

import { Button } from '../../../src/design/button.js';
import { copyText } from '../../../src/design/clipboard.js';
import { Dialog } from '../../../src/design/dialog.js';
import { t } from '../languages/texts.js';

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret that the service shows once. */
export const SecretDialog = ({ title, secret, onClose }: SecretDialogProps): JSX.Element => (
  <Dialog title={title} onClose={onClose}>
    <p>{t('app.secretHint')}</p>
    <p>
      <code class="secret">{secret}</code>
    </p>
    <div class="dialog-buttons">
      <Button data-first onClick={() => void copyText(secret, t('app.copied'))}>
        {t('app.copy')}
      </Button>
      <Button kind="primary" onClick={onClose}>
        {t('app.close')}
      </Button>
    </div>
  </Dialog>
);
