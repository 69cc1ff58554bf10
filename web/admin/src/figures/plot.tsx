import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

import { clockTime } from '../../../src/design/times.js';
import { t } from '../languages/texts.js';
import type { FigureHistory } from './answers.js';
import type { ShownFigure } from './figures.js';
import { byMinutes, lastOf, plotPath, rangeOf } from './plot-path.js';

const SIZE = { width: 300, height: 60 };

interface PlotProps {
  readonly figure: ShownFigure;
  readonly history: FigureHistory;
}

/** A figure: its last value, a plot of the last hour, and the same as a table. */
export function Plot({ figure: { name, title, text }, history }: PlotProps): JSX.Element {
  const id = useId();
  const values = history.series[name] ?? [];
  const range = rangeOf(values);
  const last = lastOf(values);
  const shown = (value: number | null): string => (value === null ? t('figures.unknown') : text(value));
  return (
    <section class="tile" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p class="tile-value">{shown(last)}</p>
      <svg
        class="plot"
        viewBox={`0 -2 ${String(SIZE.width)} ${String(SIZE.height + 4)}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('figures.plotOf', { title, most: shown(values.length === 0 ? null : range.most) })}
      >
        <path class="plot-base" d={`M0 ${String(SIZE.height)}H${String(SIZE.width)}`} />
        <path class="plot-line" d={plotPath(values, SIZE, range)} />
      </svg>
      <details>
        <summary>{t('figures.table')}</summary>
        <div class="plot-table" tabIndex={0} role="region" aria-label={t('figures.tableOf', { title })}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('figures.minute')}</th>
                <th scope="col">{t('figures.mean')}</th>
              </tr>
            </thead>
            <tbody>
              {byMinutes(values, history.from, history.step_seconds).map(({ at, mean }) => (
                <tr key={at}>
                  <th scope="row">
                    <time dateTime={at}>{clockTime(at)}</time>
                  </th>
                  <td>{shown(mean)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}
