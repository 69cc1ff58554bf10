import { SubCommand } from 'nest-commander';

import { ApiKeysService } from '../../integrations/rest-api/keys/api-keys.service.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({ name: 'revoke', arguments: '<id>', description: 'revoke an API key, with immediate effect' })
export class KeysRevokeCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(ApiKeysService)).revoke(id);
    this.print(options, { id }, `Revoked the key ${id}.`);
  }
}
