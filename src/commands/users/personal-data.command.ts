import { SubCommand } from 'nest-commander';

import { UserErasureService } from '../../operations/privacy/user-erasure.service.js';
import { UserExportService } from '../../operations/privacy/user-export.service.js';
import { UserHoldingsService } from '../../operations/privacy/user-holdings.service.js';
import { DestructiveCommand } from '../support/destructive-command.js';
import type { DestructiveOptions } from '../support/destructive-command.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import { table } from '../support/table.js';
import { erasurePlan } from './user-plans.js';

@SubCommand({
  name: 'export',
  arguments: '<username>',
  description: 'print all data of a user as one JSON document',
})
@Examples('parley users export ada > ada.json')
export class UsersExportCommand extends ParleyCommand {
  async run([username = '']: string[]): Promise<void> {
    await this.printPieces(await (await this.deployment.get(UserExportService)).ofUser(username));
  }
}

@SubCommand({
  name: 'erase',
  arguments: '<username>',
  description: 'delete a user with all messages of the user, and print a receipt; can be interrupted and run again',
})
@Examples('parley users erase ada --dry-run', 'parley users erase ada --yes --json > receipt.json')
export class UsersEraseCommand extends DestructiveCommand {
  async run([username = '']: string[], options: DestructiveOptions): Promise<void> {
    const holdings = await this.deployment.get(UserHoldingsService);
    if (!(await this.isConfirmed(options, async () => erasurePlan(await holdings.ofAnyUser(username))))) return;
    const receipt = await (await this.deployment.get(UserErasureService)).erase(username);
    const who = `${receipt.username} (${String(receipt.user_id)})`;
    const counts = Object.entries(receipt.removed).map(([what, count]) => [what.replace('_', ' '), String(count)]);
    this.print(
      options,
      receipt,
      `${who} was erased at ${receipt.erased_at}.\n\n${table(['REMOVED', 'COUNT'], counts)}`,
    );
  }
}
