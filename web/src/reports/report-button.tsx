import type { User } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Button } from '../design/button.js';
import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import { ReportDialog } from './report-dialog.js';

/** Opens the dialog that reports a user. */
export function ReportButton({ user }: { readonly user: User }): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <>
      <Button aria-label={t('reports.reportUser', { name: personName(user) })} onClick={() => (isOpen.value = true)}>
        {t('reports.report')}
      </Button>
      {isOpen.value && <ReportDialog user={user} onClose={() => (isOpen.value = false)} />}
    </>
  );
}
