import type { JSX } from 'preact';

import { Mark, Time } from '../app/facts.js';
import { UserLink } from '../app/link.js';
import { t } from '../languages/texts.js';
import type { SettingState } from './answers.js';

interface OriginProps {
  readonly state: SettingState;
}

export function SourceMark({ state: { source } }: OriginProps): JSX.Element {
  if (source === 'environment') return <Mark kind="warn">{t('settings.fixed')}</Mark>;
  return source === 'stored' ? <Mark kind="good">{t('settings.stored')}</Mark> : <Mark>{t('settings.default')}</Mark>;
}

/** Where the value is from: the variable, or who has changed it when. */
export function SettingOrigin({ state }: OriginProps): JSX.Element | null {
  const { source, variable, changed_at: at, changed_by: by } = state;
  if (source === 'environment') return <p class="row-note">{t('settings.fixedBy', { variable })}</p>;
  if (at === null) return null;
  return (
    <p class="row-note">
      {t('settings.changed')} <Time iso={at} /> ·{' '}
      {by === null ? t('settings.byOperator') : <UserLink username={by.username} />}
    </p>
  );
}
