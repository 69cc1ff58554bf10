import { Option, SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { UsersService } from '../../users/index.js';
import { TokenPairsService } from '../token-pairs.service.js';
import { socketUrl } from './socket-url.js';

interface IssueOptions extends OutputOptions {
  readonly socketUrl?: true;
}

@SubCommand({
  name: 'issue',
  arguments: '<username>',
  description: 'log a user in and print the access and refresh tokens',
})
export class TokensIssueCommand extends ParleyCommand {
  async run([username = '']: string[], options: IssueOptions): Promise<void> {
    const urlWith = (token: string): string => socketUrl(this.deployment.settings(), token);
    // Fails before a token is issued if the address cannot be printed.
    if (options.socketUrl) urlWith('');
    const holder = await (await this.deployment.get(UsersService)).tokenHolder(username);
    const { access, refresh } = await (await this.deployment.get(TokenPairsService)).issueByOperator(holder);
    if (options.socketUrl) this.print(options, { url: urlWith(access), refresh }, urlWith(access));
    else this.print(options, { access, refresh }, `access: ${access}\nrefresh: ${refresh}`);
  }

  @Option({
    flags: '--socket-url',
    description: 'print the address of a WebSocket with the access token in it, for: npx wscat -c "$(...)"',
  })
  parseSocketUrl(): true {
    return true;
  }
}
