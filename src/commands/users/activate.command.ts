import { SubCommand } from 'nest-commander';

import { UsersService } from '../../users/users.service.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({
  name: 'activate',
  arguments: '<username>',
  description: 'allow a deactivated user to log in again',
})
@Examples('parley users activate ada')
export class UsersActivateCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(UsersService)).activate(username);
    this.print(options, { username }, `${username} is active.`);
  }
}

@SubCommand({
  name: 'deactivate',
  arguments: '<username>',
  description: 'prevent a user from logging in, and close the connections of the user',
})
@Examples('parley users deactivate ada')
export class UsersDeactivateCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(UsersService)).deactivate(username);
    this.print(options, { username }, `${username} is deactivated.`);
  }
}
