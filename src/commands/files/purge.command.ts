import { invalid } from '@parley/protocol';
import { Option, SubCommand } from 'nest-commander';

import { AbandonedUploads } from '../../messages/attachments/abandoned-uploads.js';
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
  description:
    'delete stored bytes that belong to no file and files of messages that are gone, and report files whose bytes are missing',
})
@Examples('parley files purge --orphans --dry-run', 'parley files purge --orphans --yes')
export class FilesPurgeCommand extends DestructiveCommand {
  async run(_: string[], options: PurgeOptions): Promise<void> {
    if (!options.orphans) throw invalid('--orphans is required: files of messages are deleted with their messages.');
    const service = await this.deployment.get(OrphansService);
    const uploads = await this.deployment.get(AbandonedUploads);
    const confirmed = await this.isConfirmed(options, async () => {
      const found = {
        orphans: await service.count(),
        abandoned: await uploads.count(),
        missing: await service.missing(),
      };
      const { orphans, abandoned, missing } = found;
      const text = [
        `${inFigures(orphans)}, which no file needs, older than a day.`,
        `${counted(abandoned, 'file')} of messages that are gone.`,
        ...warnings(missing),
      ];
      return {
        document: documentOf(found),
        text: text.join('\n'),
        question: 'Delete these bytes permanently?',
      };
    });
    if (!confirmed) return;
    const purged = {
      orphans: await service.purge(),
      abandoned: await uploads.release(),
      missing: await service.missing(),
    };
    const { orphans, abandoned, missing } = purged;
    for (const sentence of warnings(missing)) this.warn(sentence);
    const text = `Deleted ${inFigures(orphans)}. ${counted(abandoned, 'file')} of messages that are gone will be deleted.`;
    this.print(options, documentOf(purged), text);
  }

  @Option({ flags: '--orphans', description: 'delete stored bytes older than a day that belong to no file' })
  parseOrphans(): true {
    return true;
  }
}

interface Found {
  readonly orphans: OrphanCount;
  /** The number of files of messages that are gone. */
  readonly abandoned: number;
  readonly missing: MissingFiles;
}

const documentOf = ({ orphans, abandoned, missing }: Found): object => ({
  orphans: orphans.files,
  orphan_bytes: orphans.bytes,
  abandoned,
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
