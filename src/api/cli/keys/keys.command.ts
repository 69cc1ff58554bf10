import { Option, SubCommand } from 'nest-commander';

import type { ApiKeyView } from '../../../features/api-keys/api-keys.repository.js';
import { ApiKeysService } from '../../../features/api-keys/api-keys.service.js';
import { listParts, partOf } from '../../../platform/collections/list-part.js';
import type { PartOf } from '../../../platform/collections/list-part.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { ageOf } from '../support/option-values.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { printable } from '../support/table.js';

interface CreateOptions extends OutputOptions {
  readonly name?: string;
  readonly scopes?: string[];
  readonly user?: string;
  readonly only?: string[];
  readonly expires?: number;
}

@SubCommand({ name: 'create', description: 'create an API key, and print the key, which is never shown again' })
@Examples(
  'parley keys create --name deploy-bot --scopes rooms:read,messages:write --user bot --expires 90d',
  'parley keys create --name shop --scopes users:manage,tokens:issue,rooms:manage',
  'parley keys create --name help-desk --scopes messages:write,act-as-anybody --only ada,bob',
)
export class KeysCreateCommand extends ParleyCommand {
  async run(_: string[], options: CreateOptions): Promise<void> {
    const { name = '', scopes = [], user: username, only, expires: lifetime } = options;
    const made = await (
      await this.deployment.get(ApiKeysService)
    ).create(OPERATOR, { name, scopes, username, only, lifetime });
    this.print(options, { id: made.id, key: made.key }, `id: ${made.id}\nkey: ${made.key}`);
  }

  @Option({ flags: '--name <name>', description: 'the name of the key in the list of keys' })
  parseName(name: string): string {
    return name;
  }

  @Option({
    flags: '--scopes <scopes>',
    description: 'comma-separated scopes of the key, as in rooms:read,rooms:write',
  })
  parseScopes(scopes: string): string[] {
    return listOf(scopes);
  }

  @Option({
    flags: '--user <username>',
    description:
      'the user for whom the key acts; without one, act-as-anybody is required, or the scopes of a product alone',
  })
  parseUser(username: string): string {
    return username;
  }

  @Option({
    flags: '--only <users>',
    description: 'comma-separated usernames: with act-as-anybody, the key may act for these users only',
  })
  parseOnly(users: string): string[] {
    return listOf(users);
  }

  @Option({ flags: '--expires <age>', description: 'the age at which the key expires, with a unit: 15m, 24h, 90d' })
  parseExpires(age: string): number {
    return ageOf('--expires', age);
  }
}

const HEADINGS = ['ID', 'NAME', 'PREFIX', 'USER', 'SCOPES', 'EXPIRES', 'LAST USED', 'REVOKED'];

const listOf = (text: string): string[] => text.split(',').map((word) => word.trim());

@SubCommand({ name: 'list', description: 'list the API keys, including revoked ones' })
@Examples('parley keys list')
export class KeysListCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const service = await this.deployment.get(ApiKeysService);
    const keys = listParts(async ({ after, limit }: PartOf<string>) =>
      partOf(await service.page({ after, limit: limit + 1 }), { limit }, ({ id }) => id),
    );
    await this.printList(options, keys, { headings: HEADINGS, cells });
  }
}

const cells = (key: ApiKeyView): string[] => [
  key.id,
  printable(key.name),
  key.prefix,
  printable(key.username ?? key.only?.join(',') ?? '(any user)'),
  key.scopes.join(','),
  key.expires_at ?? 'never',
  key.last_used_at ?? 'never',
  key.revoked_at ?? '',
];

@SubCommand({ name: 'revoke', arguments: '<id>', description: 'revoke an API key, with immediate effect' })
@Examples('parley keys revoke 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a43')
export class KeysRevokeCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(ApiKeysService)).revoke(OPERATOR, id);
    this.print(options, { id }, `Revoked the key ${id}.`);
  }
}
