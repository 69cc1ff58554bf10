import { Option, SubCommand } from 'nest-commander';

import { OPERATOR } from '../../../features/users/roles/authority.js';
import { UserEditsService } from '../../../features/users/user-edits.service.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

interface RenameOptions extends OutputOptions {
  readonly force?: true;
}

@SubCommand({
  name: 'rename',
  arguments: '<username> <new-username>',
  description: 'give a user another username, and tell all who share a room; mentions in old messages stay',
})
@Examples('parley users rename ada ada.lovelace')
export class UsersRenameCommand extends ParleyCommand {
  async run([username = '', newName = '']: string[], options: RenameOptions): Promise<void> {
    const edits = await this.deployment.get(UserEditsService);
    const account = await edits.edit(OPERATOR, username, { username: newName }, { force: options.force ?? false });
    this.print(options, account, `${username} is ${account.username} now.`);
  }

  @Option({ flags: '--force', description: 'accept a username that looks like another or mixes scripts' })
  parseForce(): true {
    return true;
  }
}
