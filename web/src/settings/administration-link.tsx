import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { serviceUrl } from '../deployment.js';
import { t } from '../languages/translate.js';

/** Leads moderators and administrators to the administration page, where the service has it. */
export function AdministrationLink(): JSX.Element | null {
  const address = serviceUrl('admin/').href;
  const isThere = useSignal(false);
  useEffect(() => {
    fetch(address, { method: 'HEAD' }).then(
      ({ ok }) => (isThere.value = ok),
      () => undefined,
    );
  }, []);
  if (!isThere.value) return null;
  return (
    <section class="settings-section">
      <a class="button" href={address}>
        {t('settings.administration')}
      </a>
    </section>
  );
}
