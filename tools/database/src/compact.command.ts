import { invalid } from '@parley/protocol';
import { Option, SubCommand } from 'nest-commander';

import { Examples, ParleyCommand } from '../../../src/api/cli/support/parley-command.js';
import type { OutputOptions } from '../../../src/api/cli/support/parley-command.js';
import { sizeText } from '../../../src/api/cli/support/quantities.js';
import { stepProgress } from '../../../src/api/cli/support/step-progress.js';
import { table as textTable } from '../../../src/api/cli/support/table.js';
import { Compaction, totalOf } from '../../../src/platform/database/compact/compaction.js';
import type { CompactedTable } from '../../../src/platform/database/compact/compaction.js';

interface CompactOptions extends OutputOptions {
  readonly dryRun?: true;
  readonly table?: readonly string[];
}

@SubCommand({
  name: 'compact',
  description: 'give the disk space of deleted rows back, while a service is running; can be stopped and run again',
})
@Examples('parley database compact --dry-run', 'parley database compact --table messages --table receipts')
export class DatabaseCompactCommand extends ParleyCommand {
  async run(_: string[], options: CompactOptions): Promise<void> {
    const compaction = await this.deployment.get(Compaction);
    for (const name of options.table ?? []) {
      if (!compaction.tables.includes(name)) {
        throw invalid(`There is no table ${name}: --table must be one of ${compaction.tables.join(', ')}.`);
      }
    }
    const dryRun = options.dryRun ?? false;
    const { onStep, stop } = stepProgress();
    const tables = await compaction.run({ tables: options.table, dryRun, mustRun: true, onStep }).finally(stop);
    this.print(options, documentOf(tables, dryRun), text(tables, dryRun));
  }

  @Option({ flags: '--dry-run', description: 'estimate what can be given back, and change nothing but statistics' })
  parseDryRun(): true {
    return true;
  }

  @Option({ flags: '--table <name>', description: 'compact only this table; can be given several times' })
  parseTable(name: string, before: readonly string[] = []): readonly string[] {
    return [...before, name];
  }
}

const sum = (tables: readonly CompactedTable[], when: 'before' | 'expected' | 'after'): number =>
  tables.reduce((total, table) => total + totalOf(table, when), 0);

const sizesOf = ({ name, before, expected, after }: CompactedTable | CompactedTable['indexes'][number]) => ({
  name,
  bytes_before: before,
  bytes_expected: expected,
  bytes_after: after,
});

const documentOf = (tables: readonly CompactedTable[], dryRun: boolean) => ({
  dry_run: dryRun,
  bytes_before: sum(tables, 'before'),
  bytes_expected: sum(tables, 'expected'),
  bytes_after: sum(tables, 'after'),
  tables: tables.map((table) => ({
    ...sizesOf(table),
    toast_bytes: table.toast,
    moved_rows: table.movedRows,
    indexes: table.indexes.map(sizesOf),
  })),
});

function text(tables: readonly CompactedTable[], dryRun: boolean): string {
  const rows = tables.flatMap((table) => [
    cells(table.name, table),
    ...table.indexes.map((i) => cells(`  ${i.name}`, i)),
  ]);
  const [before, expected, after] = [sum(tables, 'before'), sum(tables, 'expected'), sum(tables, 'after')];
  const total = cells('total', { before, expected, after });
  const last = dryRun
    ? `About ${sizeText(before - expected)} can be given back. Nothing was changed, because of --dry-run.`
    : `Given back: ${sizeText(Math.max(0, before - after))}.`;
  return `${textTable(['RELATION', 'BEFORE', 'EXPECTED', 'AFTER'], [...rows, total])}\n${last}`;
}

const cells = (
  name: string,
  { before, expected, after }: Pick<CompactedTable, 'before' | 'expected' | 'after'>,
): string[] => [name, sizeText(before), sizeText(expected), sizeText(after)];
