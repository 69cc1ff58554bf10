import type { ReportReason } from '@parley/client/conversations';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { t } from '../languages/translate.js';

const REASONS = [
  ['spam', 'reports.spam'],
  ['abuse', 'reports.abuse'],
  ['illegal', 'reports.illegal'],
  ['other', 'reports.other'],
] as const;

/** Why something is reported. */
export const ReasonChoice = ({ chosen }: { readonly chosen: Signal<ReportReason> }): JSX.Element => (
  <fieldset class="settings-choice">
    <legend>{t('reports.reason')}</legend>
    {REASONS.map(([reason, key]) => (
      <label key={reason}>
        <input
          type="radio"
          name="report-reason"
          checked={chosen.value === reason}
          onChange={() => (chosen.value = reason)}
        />
        {t(key)}
      </label>
    ))}
  </fieldset>
);
