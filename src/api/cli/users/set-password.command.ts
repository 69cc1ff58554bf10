import { createInterface } from 'node:readline';

import { invalid } from '@parley/protocol';
import { Option, SubCommand } from 'nest-commander';

import { OPERATOR } from '../../../features/users/roles/authority.js';
import { UsersService } from '../../../features/users/users.service.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

export interface PasswordOptions {
  readonly password?: string;
  readonly passwordStdin?: true;
}

/**
 * The password of a command: from its arguments, or the first line of standard input.
 * @throws Refusal 4003 if both are given, or standard input is empty
 */
export async function givenPassword({ password, passwordStdin }: PasswordOptions): Promise<string | undefined> {
  if (!passwordStdin) return password;
  if (password !== undefined) throw invalid('Give --password or --password-stdin, not both.');
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw invalid('Standard input contains no password.');
}

interface SetPasswordOptions extends OutputOptions, PasswordOptions {
  readonly force?: true;
}

@SubCommand({
  name: 'set-password',
  arguments: '<username>',
  description: 'set the password of a user, and end every log-in of this user',
})
@Examples('parley users set-password ada --password-stdin < password.txt')
export class UsersSetPasswordCommand extends ParleyCommand {
  async run([username = '']: string[], options: SetPasswordOptions): Promise<void> {
    const password = await givenPassword(options);
    if (password === undefined) throw invalid('Give --password or --password-stdin.');
    await (
      await this.deployment.get(UsersService)
    ).setPassword(OPERATOR, username, password, { force: options.force ?? false });
    this.print(options, { username }, `${username} has a new password; every earlier log-in is ended.`);
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

  @Option({ flags: '--force', description: 'accept a short or common password' })
  parseForce(): true {
    return true;
  }
}
