import { Option, SubCommand } from 'nest-commander';

import { OPERATOR } from '../../../features/users/roles/authority.js';
import { UsersService } from '../../../features/users/users.service.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { givenPassword } from './set-password.command.js';
import type { PasswordOptions } from './set-password.command.js';

interface CreateOptions extends OutputOptions, PasswordOptions {
  readonly force?: true;
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly bot?: true;
}

@SubCommand({
  name: 'create',
  arguments: '<username>',
  description: 'create a user, and print the id of the user',
})
@Examples(
  'parley users create ada --password-stdin < password.txt',
  'parley users create ada --email ada@example.com --first-name Ada --last-name Lovelace',
)
export class UsersCreateCommand extends ParleyCommand {
  async run([username = '']: string[], options: CreateOptions): Promise<void> {
    const { email, firstName, lastName, force = false, bot: isBot = false } = options;
    const password = await givenPassword(options);
    const users = await this.deployment.get(UsersService, 'create');
    const made = await users.create(OPERATOR, { username, password, email, firstName, lastName, isBot }, { force });
    this.print(options, { id: made.id, username: made.username }, String(made.id));
    if (password === undefined) {
      this.warn(`${made.username} has no password: this user can log in only with tokens of "parley tokens issue".`);
    }
  }

  @Option({
    flags: '--password <password>',
    description: 'the password, visible to other users of this machine; prefer --password-stdin',
  })
  parsePassword(password: string): string {
    return password;
  }

  @Option({ flags: '--password-stdin', description: 'read the password from the first line of standard input' })
  parsePasswordStdin(): true {
    return true;
  }

  @Option({
    flags: '--force',
    description: 'accept a short or common password, and a username that looks like another or mixes scripts',
  })
  parseForce(): true {
    return true;
  }

  @Option({ flags: '--email <address>', description: 'the email address of the user' })
  parseEmail(email: string): string {
    return email;
  }

  @Option({ flags: '--first-name <name>', description: 'the first name of the user' })
  parseFirstName(name: string): string {
    return name;
  }

  @Option({ flags: '--last-name <name>', description: 'the last name of the user' })
  parseLastName(name: string): string {
    return name;
  }

  @Option({ flags: '--bot', description: 'mark the user as a bot, as which a program acts' })
  parseBot(): true {
    return true;
  }
}
