import { invalid } from '@parley/protocol';
import { Option, SubCommand } from 'nest-commander';

import { OrphansService } from '../../uploads/inventory/orphans.service.js';
import type { MissingFiles, OrphanCount } from '../../uploads/inventory/orphans.service.js';
import { counted } from '../support/counted.js';
import { DestructiveCommand } from '../support/destructive-command.js';
import type { DestructiveOptions } from '../support/destructive-command.js';
import { Examples } from '../support/parley-command.js';
import { sizeText } from '../support/size.js';

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
    const service = await this.deployment.get(OrphansService);
    const confirmed = await this.isConfirmed(options, async () => {
      const [orphans, missing] = [await service.count(), await service.missing()];
      return {
        document: documentOf(orphans, missing),
        text: [`${inFigures(orphans)}, which no file needs, older than a day.`, ...warnings(missing)].join('\n'),
        question: 'Delete these bytes permanently?',
      };
    });
    if (!confirmed) return;
    const purged = await service.purge();
    const missing = await service.missing();
    for (const sentence of warnings(missing)) this.warn(sentence);
    this.print(options, documentOf(purged, missing), `Deleted ${inFigures(purged)}.`);
  }

  @Option({ flags: '--orphans', description: 'delete stored bytes older than a day that belong to no file' })
  parseOrphans(): true {
    return true;
  }
}

const documentOf = (orphans: OrphanCount, missing: MissingFiles): object => ({
  orphans: orphans.files,
  orphan_bytes: orphans.bytes,
  missing: missing.count,
  missing_ids: missing.ids,
});

const inFigures = ({ files, bytes }: OrphanCount): string => `${counted(files, 'stored object')} (${sizeText(bytes)})`;

/** What no purge mends. */
function warnings({ count, ids }: MissingFiles): string[] {
  if (count === 0) return [];
  const named = ids.length < count ? `the first ${String(ids.length)}: ` : '';
  return [`The bytes of ${counted(count, 'file')} are missing in the store: ${named}${ids.join(', ')}`];
}
