import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { UsersService } from '../users.service.js';

@SubCommand({
  name: 'deactivate',
  arguments: '<username>',
  description: 'prevent a user from logging in, and close the connections',
})
export class UsersDeactivateCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(UsersService)).deactivate(username);
    this.print(options, { username }, `${username} is deactivated.`);
  }
}
