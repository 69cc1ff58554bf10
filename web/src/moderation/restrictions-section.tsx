import type { JSX } from 'preact';

import { t } from '../languages/translate.js';
import { RestrictionList } from './restriction-list.js';
import { useRestrictions } from './use-restrictions.js';

/** The restrictions in a room, for its leaders, who can lift them. */
export function RestrictionsSection({ roomId }: { readonly roomId: string }): JSX.Element | null {
  const { restrictions, current } = useRestrictions(roomId);
  if (!current || current.length === 0) return null;
  return (
    <section class="settings-section" aria-label={t('settings.restrictions')}>
      <h3>{t('settings.restrictions')}</h3>
      <RestrictionList restrictions={restrictions} shown={current} />
    </section>
  );
}
