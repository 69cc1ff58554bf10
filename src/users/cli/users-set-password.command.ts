import { invalid } from '@parley/protocol';
import { Option, SubCommand } from 'nest-commander';

import { givenPassword, ParleyCommand } from '../../cli/index.js';
import type { OutputOptions, PasswordOptions } from '../../cli/index.js';
import { UsersService } from '../users.service.js';

@SubCommand({
  name: 'set-password',
  arguments: '<username>',
  description: 'set the password of a user, and end every log-in of this user',
})
export class UsersSetPasswordCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions & PasswordOptions): Promise<void> {
    const password = await givenPassword(options);
    if (password === undefined) throw invalid('Give --password or --password-stdin.');
    await (await this.deployment.get(UsersService)).setPassword(username, password);
    this.print(options, { username }, `${username} has a new password; every earlier log-in is ended.`);
  }

  @Option({
    flags: '--password <password>',
    description: 'visible to other users of this machine; prefer --password-stdin',
  })
  parsePassword(password: string): string {
    return password;
  }

  @Option({ flags: '--password-stdin', description: 'read the password from the first line of standard input' })
  parsePasswordStdin(): true {
    return true;
  }
}
