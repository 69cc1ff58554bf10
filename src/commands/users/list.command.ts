import { SubCommand } from 'nest-commander';

import { UsersService } from '../../users/users.service.js';
import type { Account } from '../../users/users.service.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { stateCell, table } from '../support/table.js';
import type { Cell } from '../support/table.js';

@SubCommand({ name: 'list', description: 'list the users' })
@Examples('parley users list', 'parley users list --json')
export class UsersListCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const accounts = await (await this.deployment.get(UsersService)).all();
    this.print(options, accounts, table(['ID', 'USERNAME', 'ACTIVE', 'NAME', 'EMAIL'], accounts.map(cells)));
  }
}

const cells = (account: Account): Cell[] => [
  String(account.id),
  account.username,
  stateCell(account.is_active ? 'yes' : 'no'),
  `${account.first_name} ${account.last_name}`.trim(),
  account.email ?? '',
];
