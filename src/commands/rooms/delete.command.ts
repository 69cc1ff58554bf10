import { SubCommand } from 'nest-commander';

import { RoomAdministrationService } from '../../rooms/administration/room-administration.service.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({
  name: 'delete',
  arguments: '<room-id>',
  description: 'delete a room with everything in it, and notify its members',
})
export class RoomsDeleteCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(RoomAdministrationService)).delete(id);
    this.print(options, { id }, `The room ${id} is deleted.`);
  }
}
