import { Command } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { backUp, hasSomethingToBackUp } from '../backup.js';
import { embeddedOnly } from './embedded-only.js';
import { inFigures } from './in-figures.js';

@Command({
  name: 'backup',
  arguments: '<file>',
  description: 'write the embedded database into one file, while a service is running or not',
})
export class BackupCommand extends ParleyCommand {
  async run([file = '']: string[], options: OutputOptions): Promise<void> {
    const config = this.deployment.settings();
    embeddedOnly(config);
    hasSomethingToBackUp(config.dataDir);
    const content = await backUp(await this.deployment.database(), config.dataDir, file);
    this.print(options, { file, ...content }, `Backed up ${inFigures(content)}.`);
  }
}
