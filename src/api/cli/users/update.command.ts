import { Option, SubCommand } from 'nest-commander';

import { OPERATOR } from '../../../features/users/roles/authority.js';
import { UserEditsService } from '../../../features/users/user-edits.service.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

interface UpdateOptions extends OutputOptions {
  readonly username?: string;
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly force?: true;
}

@SubCommand({
  name: 'update',
  arguments: '<username>',
  description: 'change the username, the name or the email address of a user, and tell all who share a room',
})
@Examples(
  'parley users update ada --username ada.lovelace',
  'parley users update ada --first-name Ada --last-name Lovelace --email ada@example.com',
  'parley users update ada --email ""',
)
export class UsersUpdateCommand extends ParleyCommand {
  async run([username = '']: string[], options: UpdateOptions): Promise<void> {
    const { force = false, username: newName, email, firstName, lastName } = options;
    const edits = await this.deployment.get(UserEditsService);
    const account = await edits.edit(OPERATOR, username, { username: newName, email, firstName, lastName }, { force });
    this.print(options, account, `${account.username} is changed.`);
  }

  @Option({ flags: '--username <name>', description: 'the new username, with which the user logs in from now on' })
  parseUsername(name: string): string {
    return name;
  }

  @Option({ flags: '--email <address>', description: 'the new email address; empty for none' })
  parseEmail(email: string): string {
    return email;
  }

  @Option({ flags: '--first-name <name>', description: 'the new first name; empty for none' })
  parseFirstName(name: string): string {
    return name;
  }

  @Option({ flags: '--last-name <name>', description: 'the new last name; empty for none' })
  parseLastName(name: string): string {
    return name;
  }

  @Option({ flags: '--force', description: 'accept a username that looks like another or mixes scripts' })
  parseForce(): true {
    return true;
  }
}
