import { SubCommand } from 'nest-commander';

import { UsersService } from '../../users/users.service.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({
  name: 'revoke',
  arguments: '<username>',
  description: 'revoke every token of a user, and close the connections of the user',
})
@Examples('parley tokens revoke ada')
export class TokensRevokeCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(UsersService)).revokeTokens(username);
    this.print(options, { username }, `Every log-in of ${username} is ended.`);
  }
}
