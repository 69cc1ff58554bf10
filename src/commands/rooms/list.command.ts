import { SubCommand } from 'nest-commander';

import { RoomAdministrationService } from '../../rooms/administration/room-administration.service.js';
import type { RoomSummary } from '../../rooms/administration/room-summaries.repository.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { printable, table } from '../support/table.js';

export const ROOM_HEADINGS = ['ID', 'TYPE', 'NAME', 'CREATOR', 'MEMBERS', 'LAST SEQ', 'CREATED'];

export const roomCells = (room: RoomSummary): string[] => [
  room.id,
  room.type,
  printable(room.name),
  room.creator ?? '',
  String(room.members),
  String(room.last_seq),
  room.created_at,
];

@SubCommand({ name: 'list', description: 'list all rooms, oldest first' })
@Examples('parley rooms list')
export class RoomsListCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const rooms = await (await this.deployment.get(RoomAdministrationService)).list();
    this.print(options, rooms, table(ROOM_HEADINGS, rooms.map(roomCells)));
  }
}
