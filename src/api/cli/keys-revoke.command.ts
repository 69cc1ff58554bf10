import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { ApiKeys } from '../keys/api-keys.service.js';

@SubCommand({ name: 'revoke', arguments: '<id>', description: 'end an API key: it opens nothing from now on' })
export class KeysRevokeCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(ApiKeys)).revoke(id);
    this.print(options, { id }, `The key ${id} opens nothing any more.`);
  }
}
