import { SubCommand } from 'nest-commander';

import { UserExportService } from '../../operations/privacy/user-export.service.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';

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
