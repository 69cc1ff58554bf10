import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { Button } from '../../../src/design/button.js';
import { withQuery } from '../app/addresses.js';
import { Filters, filterValues } from '../app/filters.js';
import type { FormField } from '../app/form-values.js';
import { Heading } from '../app/heading.js';
import { ListEnd } from '../app/item-list.js';
import { may } from '../app/me.js';
import { usePolling } from '../app/use-polling.js';
import { t } from '../languages/texts.js';
import { BulkResolution } from './bulk-resolution.js';
import { ReportList } from './report-list.js';
import { ReportView } from './report-view.js';

const POLL_MS = 10_000;

const filters = (): readonly FormField[] => [
  {
    name: 'state',
    label: t('reports.state'),
    kind: 'choice',
    options: [
      ['', t('reports.open')],
      ['resolved', t('reports.resolved')],
    ],
  },
  { name: 'room_id', label: t('reports.roomId'), kind: 'room' },
];

/** The reports that the user may resolve. New ones are announced, and shown on demand. */
export function ReportsPage(): JSX.Element {
  const fields = filters();
  const path = withQuery('reports/', filterValues(fields));
  const list = useMemo(() => new ReportList(path), [path]);
  usePolling(() => list.poll(), POLL_MS, list);
  const items = list.items.value;
  const mayResolve = may('reports.resolve');
  return (
    <>
      <Heading title={t('reports.title')} />
      <Filters label={t('reports.find')} fields={fields} />
      {list.aboutYou.value > 0 && <p>{t('reports.aboutYou', { count: list.aboutYou.value })}</p>}
      <FreshReports list={list} />
      {mayResolve && <BulkResolution list={list} />}
      {items.length > 0 && (
        <ul class="rows" aria-label={t('reports.title')}>
          {items.map((report) => (
            <li key={report.report_id}>
              <ReportView report={report} list={list} mayResolve={mayResolve} />
            </li>
          ))}
        </ul>
      )}
      {list.isRead.value && items.length === 0 && !list.hasMore.value && <p class="muted">{t('reports.noReports')}</p>}
      <ListEnd list={list} />
    </>
  );
}

/** How many new reports there are, with a button that shows them. */
function FreshReports({ list }: { readonly list: ReportList }): JSX.Element {
  const count = list.fresh.value.length;
  return (
    <div role="status" class="fresh">
      {count > 0 && (
        <Button kind="primary" onClick={() => list.showFresh()}>
          {t('reports.showFresh', { count })}
        </Button>
      )}
    </div>
  );
}
