import { invalid } from '@parley/protocol';
import { Presets, SingleBar } from 'cli-progress';
import { Option, SubCommand } from 'nest-commander';

import { Examples, ParleyCommand } from '../../../src/api/cli/support/parley-command.js';
import type { OutputOptions } from '../../../src/api/cli/support/parley-command.js';
import { postgresAddressOf } from '../../../src/api/cli/support/option-values.js';
import { table } from '../../../src/api/cli/support/table.js';
import { Limits } from '../../../src/platform/config/limits.settings.js';
import { DjangoImport } from './django-import.js';
import { Report } from './import-report.js';
import type { ImportReport, ReasonReport } from './import-report.js';
import { NoTarget } from './import-target.js';
import { ImportTargetRepository } from './import-target.repository.js';
import { Listing } from './listing.js';
import { DjangoSource } from './source/django-source.repository.js';

const LABEL = 'realtime_chat_messaging';

interface ImportOptions extends OutputOptions {
  readonly from?: string;
  readonly label?: string;
  readonly dryRun?: true;
  readonly leftOut?: string;
  readonly mapping?: string;
}

@SubCommand({
  name: 'django',
  description: 'copy users, rooms and messages of django-realtime-chat-messaging; can be interrupted and run again',
})
@Examples(
  'parley import django --from postgres://user@host/database --dry-run',
  'parley import django --from postgres://user@host/database --left-out left-out.csv --mapping mapping.csv',
)
export class ImportDjangoCommand extends ParleyCommand {
  async run(_: string[], options: ImportOptions): Promise<void> {
    const { from, label = LABEL, dryRun = false } = options;
    if (from === undefined) throw invalid('Give --from, as in --from postgres://user@host/database.');
    const source = await DjangoSource.open(from, label);
    try {
      const [leftOut, changed] = [
        await listing(options.leftOut, ['kind', 'id', 'reason']),
        await listing(options.mapping, ['kind', 'id', 'what', 'now']),
      ];
      const counts = await source.counts();
      const target = dryRun ? new NoTarget() : await this.deployment.get(ImportTargetRepository, 'create');
      const report = new Report(counts, leftOut, changed);
      const progress = progressBar(counts.messages);
      const { contentLength } = this.deployment.settings().of(Limits);
      const advanced = (): void => progress.reached(report.messages);
      await new DjangoImport(source, target, report).execute(contentLength, advanced).finally(progress.stop);
      await Promise.all([leftOut.end(), changed.end()]);
      const result = report.result(dryRun);
      this.print(options, result, reportText(result));
    } finally {
      await source.close();
    }
  }

  @Option({
    flags: '--from <address>',
    description: 'postgres:// URL of its database; the password may be in PGPASSWORD',
  })
  parseFrom(address: string): string {
    return postgresAddressOf('--from', address);
  }

  @Option({ flags: '--label <name>', description: `label of its Django app, the prefix of its tables (${LABEL})` })
  parseLabel(label: string): string {
    if (!/^[a-z_][a-z0-9_]*$/i.test(label)) throw invalid('--label must be the label of a Django app.');
    return label;
  }

  @Option({ flags: '--dry-run', description: 'read and check all rows without writing' })
  parseDryRun(): true {
    return true;
  }

  @Option({ flags: '--left-out <file>', description: 'CSV file of all rows that are not copied: kind,id,reason' })
  parseLeftOut(path: string): string {
    return path;
  }

  @Option({
    flags: '--mapping <file>',
    description: 'CSV file of all rows that are copied with changes: kind,id,what,now',
  })
  parseMapping(path: string): string {
    return path;
  }
}

const listing = (path: string | undefined, headings: readonly string[]): Promise<Listing> =>
  path === undefined ? Promise.resolve(Listing.nowhere) : Listing.into(path, headings);

export interface Progress {
  readonly reached: (messages: number) => void;
  readonly stop: () => void;
}

const SILENT: Progress = { reached: () => undefined, stop: () => undefined };

/** Shows progress on standard error if it is a terminal. */
function progressBar(messages: number): Progress {
  if (!process.stderr.isTTY) return SILENT;
  const format = ' {bar} {percentage}% | {value} of {total} messages | {eta_formatted} left';
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true }, Presets.shades_classic);
  bar.start(messages, 0);
  return {
    reached: (count) => bar.update(count),
    stop: () => bar.stop(),
  };
}

function reportText(report: ImportReport): string {
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
