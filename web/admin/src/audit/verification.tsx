import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { get } from '../api.js';
import { ActButton } from '../app/act-button.js';
import { withQuery } from '../app/addresses.js';
import { t } from '../languages/texts.js';
import type { AuditVerificationPart } from './answers.js';

/** Verifies the hash chain over the audit log, part by part. */
export function Verification(): JSX.Element {
  const text = useSignal('');
  const verify = async (): Promise<void> => {
    let cursor: string | null = null;
    do {
      const part: AuditVerificationPart = await get<AuditVerificationPart>(
        withQuery('audit/verification/', { cursor }),
      );
      cursor = part.next_cursor;
      text.value = resultText(part);
    } while (cursor !== null);
  };
  return (
    <>
      <ActButton label={t('audit.verify')} onAct={verify} />
      <p role="status">{text}</p>
    </>
  );
}

function resultText({ verified: count, broken, next_cursor: next }: AuditVerificationPart): string {
  if (broken) return t('audit.broken', { number: broken.entry_id });
  return next === null ? t('audit.holds', { count }) : t('audit.verifying', { count });
}
