import type { JSX } from 'preact';

import { Icon } from '../../../src/design/icon.js';
import { Link } from '../app/link.js';
import { t } from '../languages/texts.js';
import type { Warning } from './answers.js';
import { warningText } from './warning-texts.js';

/** What needs attention, with what to do. */
export function WarningList({ warnings }: { readonly warnings: readonly Warning[] }): JSX.Element {
  if (warnings.length === 0) {
    return (
      <p class="all-well">
        <Icon name="check" /> {t('overview.allWell')}
      </p>
    );
  }
  return (
    <section aria-label={t('overview.warnings')}>
      <h2>{t('overview.warnings')}</h2>
      <ul class="rows">
        {warnings.map((warning) => (
          <WarningRow key={JSON.stringify(warning)} warning={warning} />
        ))}
      </ul>
    </section>
  );
}

function WarningRow({ warning }: { readonly warning: Warning }): JSX.Element {
  const { title, remedy, part } = warningText(warning);
  return (
    <li class="row warning">
      <p class="row-title">{title}</p>
      <p>{remedy}</p>
      {part !== undefined && (
        <p class="acts">
          <Link to={part[0]}>{part[1]}</Link>
        </p>
      )}
    </li>
  );
}
