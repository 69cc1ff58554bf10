import type { JSX } from 'preact';

import { serviceUrl } from '../deployment.js';
import { t } from '../languages/translate.js';
import { useAnswer } from '../session/deployment-words.js';

/** Leads moderators and administrators to the administration page, where the service has it. */
export function AdministrationLink(): JSX.Element | null {
  const address = serviceUrl('admin/').href;
  const isThere = useAnswer(async () => (await fetch(address, { method: 'HEAD' })).ok, false);
  if (!isThere) return null;
  return (
    <section class="settings-section">
      <a class="button" href={address}>
        {t('settings.administration')}
      </a>
    </section>
  );
}
