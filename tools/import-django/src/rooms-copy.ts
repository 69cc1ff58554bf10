import { grouped } from '../../../src/platform/collections/groups.js';
import type { Report } from './import-report.js';
import type { ImportTarget } from './import-target.js';
import { MessagesCopy } from './messages-copy.js';
import type { RoomFates } from './messages-copy.js';
import { OpenRoom } from './open-rooms.js';
import { importedRoom } from './rules/room.rules.js';
import type { ImportedRoom } from './rules/room.rules.js';
import type { DjangoSource } from './source/django-source.repository.js';
import type { SourceMember, SourcePermission, SourceRoom } from './source/source-rows.js';

const PERMISSIONS = {
  OneToOneChat: [] as string[],
  GroupChat: ['can_add_new_participants', 'can_remove_participants'],
  Channel: ['can_add_new_subscribers', 'can_remove_subscribers', 'can_send_messages'],
};

export interface RoomsCopyLimits {
  readonly contentLength: number;
  /** The ids of the users of the target. */
  readonly users: ReadonlySet<number>;
}

/**
 * Copies rooms with their contents, in batches of one transaction each: so an existing room is complete, and a run
 * after an interruption continues with the others.
 */
export class RoomsCopy {
  private readonly messages: MessagesCopy;

  constructor(
    private readonly source: DjangoSource,
    private readonly target: ImportTarget,
    private readonly report: Report,
    private readonly limits: RoomsCopyLimits,
  ) {
    this.messages = new MessagesCopy(source, report, limits);
  }

  /** @param advanced called after each batch of messages */
  async copy(advanced: () => void): Promise<void> {
    for await (const rooms of this.source.rooms()) await this.copyBatch(rooms, advanced);
  }

  private async copyBatch(rooms: readonly SourceRoom[], advanced: () => void): Promise<void> {
    const there = await this.target.rooms(rooms.map(({ id }) => id));
    const made = await this.made(rooms.filter(({ id }) => !there.has(id)));
    const opened = new Map(made.map(({ row, memberships }) => [row.id, new OpenRoom(row.id, memberships)]));
    const fates: RoomFates = { opened, there };
    const ids = rooms.flatMap(({ id, twin_ids }) => [id, ...twin_ids]);
    const into = rooms.flatMap(({ id, twin_ids }) => [id, ...twin_ids.map(() => id)]);
    await this.target.write(async (pen) => {
      const rows = made.map(({ row }) => row);
      await pen.add('rooms', rows);
      for await (const messages of this.source.messages({ ids, into })) {
        await this.messages.copy(messages, fates, pen);
        advanced();
      }
      const ends = [...opened.values()];
      await pen.add(
        'room_members',
        ends.flatMap((room) => room.members()),
      );
      await pen.endRooms(ends.map((room) => room.end()));
    });
  }

  private async made(rooms: readonly SourceRoom[]): Promise<ImportedRoom[]> {
    const ids = rooms.flatMap(({ id, twin_ids }) => [id, ...twin_ids]);
    const members = grouped(await this.source.members(ids), ({ room_id }) => room_id);
    const permissions = grouped(await this.source.permissions(ids), ({ room_id }) => room_id);
    const made: ImportedRoom[] = [];
    for (const room of rooms) {
      const permitted = await this.permitted(room, members.get(room.id) ?? [], permissions.get(room.id) ?? []);
      const present = await this.present(members.get(room.id) ?? []);
      const verdict = importedRoom(room, present, permitted);
      const memberships = [...present, ...room.twin_ids.flatMap((id) => members.get(id) ?? [])];
      await this.count(room, memberships, verdict);
      if (typeof verdict !== 'string') made.push(verdict);
    }
    return made;
  }

  /** The members who are users of the target, each once. */
  private async present(members: readonly SourceMember[]): Promise<SourceMember[]> {
    const seen = new Set<number>();
    const present: SourceMember[] = [];
    for (const member of members) {
      const { room_id, user_id } = member;
      if (this.limits.users.has(user_id) && !seen.has(user_id)) present.push(member);
      else await this.report.left('members', `${room_id}:${String(user_id)}`, 'user_not_there');
      seen.add(user_id);
    }
    return present;
  }

  /** The permissions of members, by user. */
  private async permitted(
    { type }: SourceRoom,
    members: readonly SourceMember[],
    permissions: readonly SourcePermission[],
  ): Promise<ReadonlyMap<number, readonly string[]>> {
    const memberIds = new Set(members.map(({ user_id }) => user_id));
    const permitted = new Map<number, string[]>();
    for (const { room_id, user_id, permission } of permissions) {
      const known = type !== null && PERMISSIONS[type].includes(permission);
      if (known && memberIds.has(user_id)) {
        permitted.set(user_id, [...(permitted.get(user_id) ?? []), permission]);
        this.report.copied('permissions');
      } else {
        await this.report.left('permissions', `${room_id}:${String(user_id)}`, known ? 'not_a_member' : 'unknown');
      }
    }
    return permitted;
  }

  private async count(
    room: SourceRoom,
    memberships: readonly SourceMember[],
    verdict: ImportedRoom | string,
  ): Promise<void> {
    const ids = [room.id, ...room.twin_ids];
    if (typeof verdict === 'string') {
      for (const id of ids) await this.report.left('rooms', id, verdict);
      for (const { room_id, user_id } of memberships) {
        await this.report.left('members', `${room_id}:${String(user_id)}`, 'room_left_out');
      }
      return;
    }
    this.report.copied('rooms', ids.length);
    this.report.copied('members', memberships.length);
    for (const correction of verdict.corrections) await this.report.corrected('rooms', room.id, correction);
  }
}
