import { SubCommand } from 'nest-commander';

import { RoomAdministrationService } from '../../rooms/administration/room-administration.service.js';
import type { MemberSummary, RoomSummary } from '../../rooms/administration/room-summaries.repository.js';
import { counted } from '../support/counted.js';
import { DestructiveCommand } from '../support/destructive-command.js';
import type { DestructiveOptions } from '../support/destructive-command.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { printable, table } from '../support/table.js';

const ROOM_HEADINGS = ['ID', 'TYPE', 'NAME', 'CREATOR', 'MEMBERS', 'LAST SEQ', 'CREATED'];

const roomCells = (room: RoomSummary): string[] => [
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

const MEMBER_HEADINGS = ['USER ID', 'USERNAME', 'ROLE', 'PERMISSIONS', 'JOINED'];

@SubCommand({ name: 'show', arguments: '<room-id>', description: 'show a room and its members' })
@Examples('parley rooms show 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40')
export class RoomsShowCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    const room = await (await this.deployment.get(RoomAdministrationService)).show(id);
    const members = table(MEMBER_HEADINGS, room.member_list.map(memberCells));
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

@SubCommand({
  name: 'delete',
  arguments: '<room-id>',
  description: 'delete a room with everything in it, and notify its members',
})
@Examples(
  'parley rooms delete 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40 --dry-run',
  'parley rooms delete 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40 --yes',
)
export class RoomsDeleteCommand extends DestructiveCommand {
  async run([id = '']: string[], options: DestructiveOptions): Promise<void> {
    const service = await this.deployment.get(RoomAdministrationService);
    const confirmed = await this.isConfirmed(options, async () => {
      const room = await service.deletion(id);
      const content = `${counted(room.members, 'member')} and ${counted(room.messages, 'message')}`;
      return {
        document: room,
        text: `The ${room.type} ${nameOf(room)} with ${content}.`,
        question: 'Delete the room with everything in it?',
      };
    });
    if (!confirmed) return;
    await service.delete(id);
    this.print(options, { id }, `The room ${id} is deleted.`);
  }
}

/** A OneToOneChat has no name. */
const nameOf = ({ id, name }: RoomSummary): string => (name === '' ? id : `"${printable(name)}" (${id})`);
