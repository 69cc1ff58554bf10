import { invalid } from '@parley/protocol';
import { Option, SubCommand } from 'nest-commander';

import { listParts } from '../../../platform/collections/list-part.js';
import type { PartOf } from '../../../platform/collections/list-part.js';
import { RoomAdministrationService } from '../../../features/rooms/administration/room-administration.service.js';
import { RoomLookupService } from '../../../features/rooms/administration/room-lookup.service.js';
import type { RoomSize } from '../../../features/rooms/administration/room-pages.repository.js';
import type { MemberSummary } from '../../../features/rooms/administration/room-members.repository.js';
import type { RoomSummary } from '../../../features/rooms/administration/room-summaries.repository.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { UsersService } from '../../../features/users/users.service.js';
import { counted } from '../support/quantities.js';
import { DestructiveCommand } from '../support/destructive-command.js';
import type { DestructiveOptions } from '../support/destructive-command.js';
import { choiceOf, limitOf } from '../support/list-options.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { printable, table } from '../support/table.js';

const ROOM_HEADINGS = ['ID', 'TYPE', 'NAME', 'CREATOR', 'MEMBERS', 'LAST SEQ', 'CREATED', 'HELD SINCE'];

const roomCells = (room: RoomSummary): string[] => [
  room.id,
  room.type,
  printable(room.name),
  room.creator ?? '',
  String(room.members),
  String(room.last_seq),
  room.created_at,
  room.held_at ?? '',
];

/** The orders of rooms: the first has the most. */
const ORDERS = ['messages', 'members'] as const satisfies readonly RoomSize[];

interface ListOptions extends OutputOptions {
  readonly user?: string;
  readonly sort?: RoomSize;
  readonly limit?: number;
}

const sizeOf = (room: RoomSummary, sort: RoomSize): number => (sort === 'messages' ? room.last_seq : room.members);

/** The rooms of one user are sorted in memory: their number has a limit. */
async function* sorted<Room extends RoomSummary>(
  parts: AsyncIterable<readonly Room[]>,
  by: RoomSize,
  limit: number | undefined,
): AsyncGenerator<readonly Room[], void> {
  const rooms: Room[] = [];
  for await (const part of parts) rooms.push(...part);
  yield rooms.toSorted((one, other) => sizeOf(other, by) - sizeOf(one, by)).slice(0, limit);
}

@SubCommand({ name: 'list', description: 'list all rooms, oldest first, or the rooms of a user, newest first' })
@Examples('parley rooms list', 'parley rooms list --user ada', 'parley rooms list --sort messages --limit 20')
export class RoomsListCommand extends ParleyCommand {
  async run(_: string[], { user, ...options }: ListOptions): Promise<void> {
    if (user !== undefined) return this.listOf(user, options);
    const lookup = await this.deployment.get(RoomLookupService);
    const { sort, limit } = options;
    const rooms = sort ? lookup.largest(sort, limit) : listParts((part: PartOf<string>) => lookup.oldest(part), limit);
    await this.printList(options, rooms, { headings: ROOM_HEADINGS, cells: roomCells });
  }

  @Option({ flags: '--user <username>', description: 'only rooms of this user, with the role in each' })
  parseUser(username: string): string {
    return username;
  }

  @Option({
    flags: '--sort <by>',
    description: 'the rooms with the most messages or members first',
    choices: [...ORDERS],
  })
  parseSort(by: string): ListOptions['sort'] {
    return choiceOf('--sort', ORDERS, by);
  }

  @Option({ flags: '--limit <n>', description: 'at most so many rooms' })
  parseLimit(count: string): number {
    return limitOf(count);
  }

  private async listOf(username: string, options: ListOptions): Promise<void> {
    const userId = await (await this.deployment.get(UsersService)).idOf(username);
    const lookup = await this.deployment.get(RoomLookupService);
    const { sort, limit } = options;
    const all = listParts((part: PartOf<string>) => lookup.ofUser(userId, part), sort ? undefined : limit);
    await this.printList(options, sort ? sorted(all, sort, limit) : all, {
      headings: [...ROOM_HEADINGS, 'ROLE'],
      cells: (room) => [...roomCells(room), room.role],
    });
  }
}

const MEMBER_HEADINGS = ['USER ID', 'USERNAME', 'NICKNAME', 'ROLE', 'PERMISSIONS', 'JOINED'];

@SubCommand({ name: 'show', arguments: '<room-id>', description: 'show a room and its members' })
@Examples('parley rooms show 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40')
export class RoomsShowCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    const room = await (await this.deployment.get(RoomAdministrationService)).show(id);
    const members = table(MEMBER_HEADINGS, room.member_list.map(memberCells));
    const notes = [
      ...(room.hold_reason === null ? [] : [`Reason of the hold: ${printable(room.hold_reason)}`]),
      ...(room.retention_days === null ? [] : [keptFor(room.retention_days)]),
    ];
    this.print(options, room, [table(ROOM_HEADINGS, [roomCells(room)]), ...notes, members].join('\n\n'));
  }
}

const keptFor = (days: number): string =>
  days === 0 ? 'Messages are kept permanently.' : `Messages are kept for ${counted(days, 'day')}.`;

const memberCells = (member: MemberSummary): string[] => [
  String(member.id),
  member.username,
  printable(member.nickname ?? ''),
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
    await service.delete(OPERATOR, id);
    this.print(options, { id }, `The room ${id} is deleted.`);
  }
}

/** A OneToOneChat has no name. */
const nameOf = ({ id, name }: RoomSummary): string => (name === '' ? id : `"${printable(name)}" (${id})`);

interface HoldOptions extends OutputOptions {
  readonly reason?: string;
}

@SubCommand({
  name: 'hold',
  arguments: '<room-id>',
  description: 'stop every deletion and edit in a room, until it is released',
})
@Examples('parley rooms hold 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40 --reason "Case 2026-17"')
export class RoomsHoldCommand extends ParleyCommand {
  async run([id = '']: string[], options: HoldOptions): Promise<void> {
    await (await this.deployment.get(RoomAdministrationService)).hold(OPERATOR, id, options.reason);
    this.print(options, { id, held: true }, `The room ${id} is held: nothing in it can be deleted or edited.`);
  }

  @Option({ flags: '--reason <text>', description: 'a note for operators, such as the number of a case' })
  parseReason(reason: string): string {
    return reason;
  }
}

@SubCommand({ name: 'release', arguments: '<room-id>', description: 'end the hold on a room' })
@Examples('parley rooms release 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40')
export class RoomsReleaseCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(RoomAdministrationService)).release(OPERATOR, id);
    this.print(options, { id, held: false }, `The room ${id} is released.`);
  }
}

/** Other words than a number of days. */
const TIMES: Readonly<Record<string, number | null>> = { forever: 0, default: null };
const MOST_DAYS = 36_500;

@SubCommand({
  name: 'retention',
  arguments: '<room-id> <days>',
  description: 'set for how many days a room keeps its messages: a number, forever, or default',
})
@Examples(
  'parley rooms retention 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40 90',
  'parley rooms retention 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40 default',
)
export class RoomsRetentionCommand extends ParleyCommand {
  async run([id = '', time = '']: string[], options: OutputOptions): Promise<void> {
    const days = daysOf(time);
    await (await this.deployment.get(RoomAdministrationService)).keepMessages(OPERATOR, id, days);
    const text = days === null ? 'Messages are kept as in other rooms of its type.' : keptFor(days);
    this.print(options, { id, retention_days: days }, text);
  }
}

/** @throws Refusal 4003 */
function daysOf(time: string): number | null {
  const named = TIMES[time];
  if (named !== undefined) return named;
  const days = /^\d{1,5}$/.test(time) ? Number(time) : 0;
  if (days >= 1 && days <= MOST_DAYS) return days;
  throw invalid(`Not a number of days from 1 to ${String(MOST_DAYS)}, forever or default: ${time}`);
}
