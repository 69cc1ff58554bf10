import { SubCommand } from 'nest-commander';

import { UserDeletionService } from '../../users/user-deletion.service.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({
  name: 'delete',
  arguments: '<username>',
  description: 'delete a user with all one-to-one chats of the user; messages in other rooms stay under a placeholder',
})
@Examples('parley users delete ada')
export class UsersDeleteCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(UserDeletionService)).delete(username);
    this.print(options, { username }, `${username} is deleted.`);
  }
}
