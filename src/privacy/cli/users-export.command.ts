import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import { UserExportService } from '../user-export.js';

@SubCommand({
  name: 'export',
  arguments: '<username>',
  description: 'print all data of a user as one JSON document',
})
export class UsersExportCommand extends ParleyCommand {
  async run([username = '']: string[]): Promise<void> {
    await this.printPieces(await (await this.deployment.get(UserExportService)).ofUser(username));
  }
}
