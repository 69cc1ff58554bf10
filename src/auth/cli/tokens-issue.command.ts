import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { UsersService } from '../../users/index.js';
import { TokenPairs } from '../token-pairs.service.js';

@SubCommand({
  name: 'issue',
  arguments: '<username>',
  description: 'log a user in, and print the access and the refresh token',
})
export class TokensIssueCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions): Promise<void> {
    const holder = await (await this.deployment.get(UsersService)).tokenHolder(username);
    const { access, refresh } = await (await this.deployment.get(TokenPairs)).issueByOperator(holder);
    this.print(options, { access, refresh }, `access: ${access}\nrefresh: ${refresh}`);
  }
}
