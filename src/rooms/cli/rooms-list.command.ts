import { SubCommand } from 'nest-commander';

import { ParleyCommand, table } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { RoomAdministrationService } from '../room-administration.js';
import { ROOM_HEADINGS, roomCells } from './room.cells.js';

@SubCommand({ name: 'list', description: 'list all rooms, oldest first' })
export class RoomsListCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const rooms = await (await this.deployment.get(RoomAdministrationService)).list();
    this.print(options, rooms, table(ROOM_HEADINGS, rooms.map(roomCells)));
  }
}
