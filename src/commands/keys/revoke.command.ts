import { SubCommand } from 'nest-commander';

import { ApiKeysService } from '../../integrations/rest-api/keys/api-keys.service.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({ name: 'revoke', arguments: '<id>', description: 'revoke an API key, with immediate effect' })
@Examples('parley keys revoke 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a43')
export class KeysRevokeCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(ApiKeysService)).revoke(id);
    this.print(options, { id }, `Revoked the key ${id}.`);
  }
}
