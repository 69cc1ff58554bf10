import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { Button } from '../design/button.js';
import { copyText } from '../design/clipboard.js';
import { Labelled } from '../design/labelled.js';
import { onDemand } from '../design/on-demand.js';
import { t } from '../languages/translate.js';
import { dayAndTime } from '../moderation/durations.js';
import type { MadeInvitation } from './invitation-requests.js';

const QrCode = onDemand(async () => (await import('../design/qr-code.js')).QrCode);

interface MadeLinkProps {
  readonly made: MadeInvitation;
  readonly onAnother: () => void;
}

/** The link of an invitation, which is shown once. */
export function MadeLink({
  made: { url, expires_at: end, is_mailed: isMailed },
  onAnother,
}: MadeLinkProps): JSX.Element {
  const address = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    address.current?.focus();
    address.current?.select();
  }, []);
  return (
    <div class="stack">
      {isMailed && (
        <p class="notice" role="status">
          {t('inviting.mailed')}
        </p>
      )}
      <Labelled
        label={t('inviting.link')}
        hint={`${t('inviting.shownOnce')} ${t('inviting.validUntil', { time: dayAndTime(end) })}`}
      >
        {(attributes) => (
          <div class="invite-link">
            <input {...attributes} ref={address} class="input" dir="ltr" readOnly value={url} />
            <Button kind="primary" onClick={() => void copyText(url, t('settings.linkCopied'))}>
              {t('session.copy')}
            </Button>
          </div>
        )}
      </Labelled>
      <div class="invite-code">
        <QrCode text={url} />
        <p class="muted">{t('inviting.scan')}</p>
      </div>
      <div class="dialog-buttons">
        <Button onClick={onAnother}>{t('inviting.another')}</Button>
      </div>
    </div>
  );
}
