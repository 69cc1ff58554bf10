import { invalid } from '@parley/protocol';
import { Option, SubCommand } from 'nest-commander';

import { FilePurgeService } from '../../../features/uploads/inventory/file-purge.js';
import type { FilePurge } from '../../../features/uploads/inventory/file-purge.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { counted, sizeText } from '../support/quantities.js';
import { DestructiveCommand } from '../support/destructive-command.js';
import type { DestructiveOptions } from '../support/destructive-command.js';
import { Examples } from '../support/parley-command.js';

interface PurgeOptions extends DestructiveOptions {
  readonly orphans?: true;
}

@SubCommand({
  name: 'purge',
  description: 'delete stored bytes that belong to no file, and report files whose bytes are missing',
})
@Examples('parley files purge --orphans --dry-run', 'parley files purge --orphans --yes')
export class FilesPurgeCommand extends DestructiveCommand {
  async run(_: string[], options: PurgeOptions): Promise<void> {
    if (!options.orphans) throw invalid('--orphans is required: files of messages are deleted with their messages.');
    const service = await this.deployment.get(FilePurgeService);
    const confirmed = await this.isConfirmed(options, async () => {
      const found = await service.count();
      const text = [`${inFigures(found)}, which no file needs, older than a day.`, ...warnings(found)];
      return { document: found, text: text.join('\n'), question: 'Delete these bytes permanently?' };
    });
    if (!confirmed) return;
    const purged = await service.purge(OPERATOR);
    for (const sentence of warnings(purged)) this.warn(sentence);
    this.print(options, purged, `Deleted ${inFigures(purged)}.`);
  }

  @Option({ flags: '--orphans', description: 'delete stored bytes older than a day that belong to no file' })
  parseOrphans(): true {
    return true;
  }
}

const inFigures = ({ orphans, orphan_bytes }: FilePurge): string =>
  `${counted(orphans, 'stored object')} (${sizeText(orphan_bytes)})`;

function warnings({ missing, missing_ids: ids }: FilePurge): string[] {
  if (missing === 0) return [];
  const named = ids.length < missing ? `the first ${String(ids.length)}: ` : '';
  return [`The bytes of ${counted(missing, 'file')} are missing in the store: ${named}${ids.join(', ')}`];
}
