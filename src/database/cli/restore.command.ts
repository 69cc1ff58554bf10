import { Command, Option } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { restore } from '../restore.js';
import { embeddedOnly } from './embedded-only.js';
import { inFigures } from './in-figures.js';

interface RestoreOptions extends OutputOptions {
  readonly force?: true;
}

@Command({
  name: 'restore',
  arguments: '<file>',
  description: 'restore a backup into the data folder, while no service uses it',
})
export class RestoreCommand extends ParleyCommand {
  async run([file = '']: string[], options: RestoreOptions): Promise<void> {
    const config = this.deployment.settings();
    embeddedOnly(config);
    const content = await restore(config.dataDir, file, options.force ?? false);
    this.print(options, { file, ...content }, `Restored ${inFigures(content)}.`);
  }

  @Option({ flags: '--force', description: 'replace an existing database' })
  parseForce(): true {
    return true;
  }
}
