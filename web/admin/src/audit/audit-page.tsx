import type { JSX } from 'preact';

import { getBlob } from '../api.js';
import { ActButton } from '../app/act-button.js';
import { withQuery } from '../app/addresses.js';
import { Filters, filterValues } from '../app/filters.js';
import type { FormField } from '../app/form-values.js';
import { Heading } from '../app/heading.js';
import { saveFile } from '../app/save-file.js';
import { t } from '../languages/texts.js';
import { EntryList } from './entry-list.js';
import { Verification } from './verification.js';

const filters = (): readonly FormField[] => [
  { name: 'user', label: t('audit.user'), kind: 'text' },
  { name: 'action', label: t('audit.action'), kind: 'text', hint: t('audit.actionHint') },
  { name: 'room_id', label: t('audit.roomId'), kind: 'room' },
  { name: 'key_id', label: t('audit.keyId'), kind: 'text' },
  { name: 'since', label: t('audit.since'), kind: 'time' },
  { name: 'until', label: t('audit.until'), kind: 'time' },
];

/** The audit log with its filters, and its export. */
export function AuditPage(): JSX.Element {
  const fields = filters();
  const values = filterValues(fields);
  const save = async (format: 'csv' | 'jsonl'): Promise<void> => {
    saveFile(await getBlob(withQuery('audit/export/', { format, ...values })), `audit.${format}`);
  };
  return (
    <>
      <Heading title={t('audit.title')} />
      <Filters label={t('audit.find')} fields={fields} />
      <div class="acts">
        <ActButton label={t('audit.saveCsv')} onAct={() => save('csv')} />
        <ActButton label={t('audit.saveLines')} onAct={() => save('jsonl')} />
        <Verification />
      </div>
      <EntryList filters={values} />
    </>
  );
}
