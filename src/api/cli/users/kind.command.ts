import { Option, SubCommand } from 'nest-commander';

import { USER_KINDS } from '../../../features/users/account.js';
import { UserKindsService } from '../../../features/users/kinds/user-kinds.service.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { choiceOf, endOf } from '../support/list-options.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

interface KindOptions extends OutputOptions {
  readonly until?: Date;
}

@SubCommand({
  name: 'kind',
  aliases: ['kinds'],
  arguments: '<username> <kind>',
  description: 'make a user a guest, who sees only the rooms it was added to and the people in them, or a member',
})
@Examples('parley users kind ada guest --until 30d', 'parley users kind ada member')
export class UsersKindCommand extends ParleyCommand {
  async run([username = '', word = '']: string[], { until, ...output }: KindOptions): Promise<void> {
    const kind = choiceOf('the kind', USER_KINDS, word);
    const changed = await (await this.deployment.get(UserKindsService)).set(OPERATOR, username, { kind, until });
    const end = until ? ` until ${until.toISOString()}` : '';
    const text = `${username} is a ${kind}${end}${changed ? '' : ' already'}.`;
    this.print(output, { username, kind, guest_until: until?.toISOString() ?? null, changed }, text);
  }

  @Option({
    flags: '--until <time>',
    description: 'when the access of the guest ends: a time such as 2027-01-31T08:00:00Z, or 30d from now',
  })
  parseUntil(time: string): Date {
    return endOf('--until', time);
  }
}
