import { SubCommand } from 'nest-commander';

import type { ApiKeyView } from '../../integrations/rest-api/keys/api-key.view.js';
import { ApiKeysService } from '../../integrations/rest-api/keys/api-keys.service.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { printable, table } from '../support/table.js';

@SubCommand({ name: 'list', description: 'list the API keys, including revoked ones' })
@Examples('parley keys list')
export class KeysListCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const keys = await (await this.deployment.get(ApiKeysService)).all();
    const headings = ['ID', 'NAME', 'PREFIX', 'USER', 'SCOPES', 'EXPIRES', 'LAST USED', 'REVOKED'];
    this.print(options, keys, table(headings, keys.map(cells)));
  }
}

const cells = (key: ApiKeyView): string[] => [
  key.id,
  printable(key.name),
  key.prefix,
  printable(key.username ?? '(any user)'),
  key.scopes.join(','),
  key.expires_at ?? 'never',
  key.last_used_at ?? 'never',
  key.revoked_at ?? '',
];
