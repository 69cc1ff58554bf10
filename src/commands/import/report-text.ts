import type { ImportReport, ReasonReport } from '../../operations/django-import/import-report.js';
import { table } from '../support/table.js';

/** The report as text. */
export function reportText(report: ImportReport): string {
  const rows = Object.entries(report.kinds).map(([kind, { source, copied, already_there, left_out }]) =>
    [kind, source, copied, already_there, left_out].map(String),
  );
  const parts = [
    table(['', 'SOURCE', report.dry_run ? 'TO COPY' : 'COPIED', 'ALREADY THERE', 'LEFT OUT'], rows),
    ...reasons('LEFT OUT', report.left_out),
    ...reasons('CHANGED', report.changed),
    report.dry_run ? 'Nothing was written.' : `Done in ${String(report.seconds)} seconds.`,
  ];
  return parts.join('\n\n');
}

const reasons = (heading: string, all: readonly ReasonReport[]): string[] =>
  all.length === 0
    ? []
    : [
        table(
          [heading, 'WHY', 'COUNT', 'FIRST IDS'],
          all.map(({ kind, reason, count, ids }) => [
            kind,
            reason.replaceAll('_', ' '),
            String(count),
            ids.slice(0, 2).join(' '),
          ]),
        ),
      ];
