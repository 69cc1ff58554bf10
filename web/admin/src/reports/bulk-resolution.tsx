import type { ReportAction } from '@parley/protocol';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { toast } from '../../../src/design/toasts.js';
import { post } from '../api.js';
import { reasonsText } from '../api-error.js';
import { t } from '../languages/texts.js';
import type { ReportResolutions } from './answers.js';
import { PurgeAuthorsButton } from './purge-authors-button.js';
import type { ReportList } from './report-list.js';
import type { Resolution } from './resolution.js';
import { ResolutionForm } from './resolution-form.js';

/** The most reports of one request. */
const MOST_AT_ONCE = 50;

const ACTIONS: readonly ReportAction[] = ['dismiss', 'delete_message', 'mute', 'ban', 'deactivate'];

async function resolveAll(ids: readonly string[], resolution: Resolution): Promise<ReportResolutions> {
  const refused: ReportResolutions['refused'][number][] = [];
  let resolved = 0;
  for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
    const report_ids = ids.slice(at, at + MOST_AT_ONCE);
    const answer = await post<ReportResolutions>('reports/resolve/', { ...resolution, report_ids });
    resolved += answer.resolved;
    refused.push(...answer.refused);
  }
  return { resolved, refused };
}

/** Resolves all selected reports with the same action, and shows why some were not resolved. */
export function BulkResolution({ list }: { readonly list: ReportList }): JSX.Element | null {
  const refused = useSignal<ReportResolutions['refused']>([]);
  const selected = list.selected.value;
  const resolve = async (resolution: Resolution): Promise<void> => {
    const ids = [...selected];
    const answer = await resolveAll(ids, resolution);
    const left = new Set(answer.refused.map(({ report_id }) => report_id));
    list.drop(new Set(ids.filter((id) => !left.has(id))));
    refused.value = answer.refused;
    toast(t('reports.resolvedCount', { count: answer.resolved }));
  };
  const nameOf = (id: string): string =>
    list.items.value.find(({ report_id }) => report_id === id)?.user.username ?? id;
  if (list.items.value.length === 0) return null;
  return (
    <section class="bulk" aria-label={t('reports.several')}>
      <label class="check">
        <input
          type="checkbox"
          checked={selected.size === list.items.value.length}
          onChange={({ currentTarget: { checked } }) => list.selectAll(checked)}
        />
        {t('reports.selectAll')}
      </label>
      <p role="status" class="muted">
        {selected.size > 0 ? t('reports.selectedCount', { count: selected.size }) : ''}
      </p>
      {selected.size > 0 && (
        <>
          <ResolutionForm label={t('reports.several')} actions={ACTIONS} onResolve={resolve} />
          <PurgeAuthorsButton usernames={[...new Set([...selected].map(nameOf))]} />
        </>
      )}
      {refused.value.length > 0 && (
        <div role="alert">
          <ul class="refusal">
            {refused.value.map(({ report_id: id, detail }) => (
              <li key={id}>
                <bdi>{nameOf(id)}</bdi>: {typeof detail === 'string' ? detail : reasonsText(detail)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
