import { SubCommand } from 'nest-commander';

import { ParleyCommand, table } from '../../cli/index.js';
import type { OutputOptions } from '../../cli/index.js';
import { RoomAdministrationService } from '../room-administration.js';
import type { MemberSummary } from '../room-summaries.repository.js';
import { ROOM_HEADINGS, roomCells } from './room.cells.js';

const HEADINGS = ['USER ID', 'USERNAME', 'ROLE', 'PERMISSIONS', 'JOINED'];

@SubCommand({ name: 'show', arguments: '<room-id>', description: 'show a room and its members' })
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
