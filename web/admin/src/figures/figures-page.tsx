import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { clockTime } from '../../../src/design/times.js';
import { get } from '../api.js';
import { withQuery } from '../app/addresses.js';
import { errorText } from '../app/attempt.js';
import { Filters, filterValues } from '../app/filters.js';
import type { FormField } from '../app/form-values.js';
import { Heading } from '../app/heading.js';
import { usePolling } from '../app/use-polling.js';
import { t } from '../languages/texts.js';
import type { FigureHistory, PresentFigures } from './answers.js';
import { DeploymentView } from './deployment-view.js';
import { figureGroups } from './figures.js';
import { NodeList } from './node-list.js';
import { Plot } from './plot.js';

const POLL_MS = 10_000;

const filters = (present: PresentFigures | null): readonly FormField[] => [
  {
    name: 'node',
    label: t('figures.node'),
    kind: 'choice',
    options: [['', t('figures.allNodes')], ...(present?.nodes ?? []).map(({ id }) => [id, id] as const)],
  },
];

/** The live figures of the deployment, with the last hour. They are read again while the page is shown. */
export function FiguresPage(): JSX.Element {
  const present = useSignal<PresentFigures | null>(null);
  const history = useSignal<FigureHistory | null>(null);
  const error = useSignal('');
  const path = withQuery('figures/history/', filterValues(filters(null)));
  const read = async (): Promise<void> => {
    try {
      [present.value, history.value] = await Promise.all([get<PresentFigures>('figures/'), get<FigureHistory>(path)]);
      error.value = '';
    } catch (thrown) {
      error.value = errorText(thrown);
    }
  };
  usePolling(read, POLL_MS, path);
  const shown = history.value;
  return (
    <>
      <Heading title={t('figures.title')} />
      <p class="refusal" role="alert">
        {error.value}
      </p>
      {present.value === null && error.value === '' && (
        <p class="muted" role="status">
          {t('app.loading')}
        </p>
      )}
      {present.value && (
        <>
          <DeploymentView counts={present.value.deployment} />
          {present.value.nodes.length > 1 && <Filters label={t('figures.choose')} fields={filters(present.value)} />}
        </>
      )}
      {shown && <p class="muted">{t('figures.since', { time: clockTime(shown.from) })}</p>}
      {shown &&
        figureGroups().map(({ title, figures }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <div class="tiles">
              {figures.map((figure) => (
                <Plot key={figure.name} figure={figure} history={shown} />
              ))}
            </div>
          </section>
        ))}
      {present.value && <NodeList nodes={present.value.nodes} />}
    </>
  );
}
