import type { JSX } from 'preact';

import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { OPERATORS } from './operators.js';
import type { Operator } from './operators.js';

const HINTS: Readonly<Record<Operator, TextKey>> = {
  from: 'search.fromHint',
  in: 'search.inHint',
  before: 'search.beforeHint',
  after: 'search.afterHint',
  has: 'search.hasHint',
};

export function OperatorHints(): JSX.Element {
  return (
    <section class="muted" aria-label={t('search.filters')}>
      <dl class="operator-hints">
        {OPERATORS.map((operator) => (
          <div key={operator}>
            <dt>
              <code dir="ltr">{operator}:</code>
            </dt>
            <dd>{t(HINTS[operator])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
