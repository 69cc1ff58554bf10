import { SubCommand } from 'nest-commander';

import { ParleyCommand } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { RoomAdministrationService } from '../room-administration.js';

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
