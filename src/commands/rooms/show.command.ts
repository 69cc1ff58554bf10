import { SubCommand } from 'nest-commander';

import { RoomAdministrationService } from '../../rooms/administration/room-administration.service.js';
import type { MemberSummary } from '../../rooms/administration/room-summaries.repository.js';
import { Examples } from '../support/examples.js';
import { ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { table } from '../support/table.js';
import { ROOM_HEADINGS, roomCells } from './list.command.js';

const HEADINGS = ['USER ID', 'USERNAME', 'ROLE', 'PERMISSIONS', 'JOINED'];

@SubCommand({ name: 'show', arguments: '<room-id>', description: 'show a room and its members' })
@Examples('parley rooms show 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40')
export class RoomsShowCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    const room = await (await this.deployment.get(RoomAdministrationService)).show(id);
    const members = table(HEADINGS, room.member_list.map(memberCells));
    this.print(options, room, `${table(ROOM_HEADINGS, [roomCells(room)])}\n\n${members}`);
  }
}

const memberCells = (member: MemberSummary): string[] => [
  String(member.id),
  member.username,
  member.role,
  member.permissions.join(', '),
  member.joined_at,
];
