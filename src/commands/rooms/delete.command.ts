import { SubCommand } from 'nest-commander';

import { RoomAdministrationService } from '../../rooms/administration/room-administration.service.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({
  name: 'delete',
  arguments: '<room-id>',
  description: 'delete a room with everything in it, and notify its members',
})
@Examples('parley rooms delete 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40')
export class RoomsDeleteCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(RoomAdministrationService)).delete(id);
    this.print(options, { id }, `The room ${id} is deleted.`);
  }
}
