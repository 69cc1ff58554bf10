import type { JSX } from 'preact';

import { Facts, Mark, Time } from '../app/facts.js';
import { fileSize, numberText } from '../app/numbers.js';
import { t } from '../languages/texts.js';
import type { NodeFigures } from './answers.js';

const orNull = (value: number | null | undefined, text: (value: number) => string): string | null =>
  value === null || value === undefined ? null : text(value);

export const NodeList = ({ nodes }: { readonly nodes: readonly NodeFigures[] }): JSX.Element => (
  <section class="card" aria-label={t('figures.nodes')}>
    <h2>{t('figures.nodes')}</h2>
    <ul class="rows">
      {nodes.map(({ id, version, started_at, last }) => (
        <li key={id} class="row">
          <p class="row-title">
            <code>{id}</code> {version !== null && <Mark>{version}</Mark>}
          </p>
          <Facts
            facts={[
              [t('figures.startedAt'), <Time iso={started_at} />],
              [t('figures.connections'), orNull(last?.connections, numberText)],
              [t('figures.memory'), orNull(last?.memory_bytes, fileSize)],
            ]}
          />
        </li>
      ))}
    </ul>
  </section>
);
