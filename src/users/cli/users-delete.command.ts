import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { UserDeletionService } from '../user-deletion.js';

@SubCommand({
  name: 'delete',
  arguments: '<username>',
  description: 'delete a user and their one-to-one chats; messages in other rooms stay under a placeholder',
})
export class UsersDeleteCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(UserDeletionService)).delete(username);
    this.print(options, { username }, `${username} is deleted.`);
  }
}
