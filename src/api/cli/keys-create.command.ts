import { invalid } from '@parley/protocol';
import { Option, SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { secondsOf } from '../../config/index.js';
import { ApiKeys } from '../keys/api-keys.service.js';

interface CreateOptions extends OutputOptions {
  readonly name?: string;
  readonly scopes?: string[];
  readonly user?: string;
  readonly expires?: number;
}

@SubCommand({ name: 'create', description: 'make an API key, and print it: it is shown this once' })
export class KeysCreateCommand extends ParleyCommand {
  async run(_: string[], options: CreateOptions): Promise<void> {
    const { name = '', scopes = [], user: username, expires: lifetime } = options;
    const made = await (await this.deployment.get(ApiKeys)).create({ name, scopes, username, lifetime });
    this.print(options, { id: made.id, key: made.key }, `id: ${made.id}\nkey: ${made.key}`);
  }

  @Option({ flags: '--name <name>', description: 'what to call it' })
  parseName(name: string): string {
    return name;
  }

  @Option({
    flags: '--scopes <scopes>',
    description: 'what it is for, with commas between, as in rooms:read,rooms:write',
  })
  parseScopes(scopes: string): string[] {
    return scopes.split(',').map((scope) => scope.trim());
  }

  @Option({ flags: '--user <username>', description: 'whom it acts for; without, the scope act-as-anybody is needed' })
  parseUser(username: string): string {
    return username;
  }

  @Option({ flags: '--expires <age>', description: 'after which it is good no more: seconds, or 15m, 24h, 90d' })
  parseExpires(age: string): number {
    try {
      return secondsOf(age);
    } catch (error) {
      throw invalid(`--expires ${error instanceof Error ? error.message : ''}.`);
    }
  }
}
