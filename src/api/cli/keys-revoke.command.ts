import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { ApiKeysService } from '../keys/api-keys.service.js';

@SubCommand({ name: 'revoke', arguments: '<id>', description: 'revoke an API key, with immediate effect' })
export class KeysRevokeCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(ApiKeysService)).revoke(id);
    this.print(options, { id }, `Revoked the key ${id}.`);
  }
}
