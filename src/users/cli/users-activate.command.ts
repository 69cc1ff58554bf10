import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { UsersService } from '../users.service.js';

@SubCommand({
  name: 'activate',
  arguments: '<username>',
  description: 'allow a deactivated user to log in again',
})
export class UsersActivateCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(UsersService)).activate(username);
    this.print(options, { username }, `${username} is active.`);
  }
}
