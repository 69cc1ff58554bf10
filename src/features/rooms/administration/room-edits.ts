import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import { isOneLine, isVisible } from '@parley/protocol/text';

import type { AuditedAct } from '../../audit/audited-act.js';
import type { Permitted } from '../../moderation/shown-texts.js';
import type { Authority } from '../../users/roles/authority.js';
import { UsersService } from '../../users/users.service.js';
import { roomChangeTypes, toChangeRecord } from '../change-log/change-record.js';
import { RoomLog } from '../change-log/room-log.js';
import { MembersRepository } from '../membership/members.repository.js';
import { settingsOf } from '../modifications/change-settings.js';
import { RoomChanges } from '../room-changes.js';
import type { RoomChange } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { roomUpdated } from '../room.frames.js';
import { operatorGrant } from '../room.policy.js';
import { RoomsRepository } from '../rooms.repository.js';
import type { RoomSettings } from '../room.view.js';
import { LONGEST_ROOM_NAME } from '../types/room-fields.js';
import { RoomTypes } from '../types/room-types.js';
import { roomIdOf } from './room-lookup.service.js';

/** Changes a room for operators and administrators, who need not be members. Its members see each as a change. */
@Injectable()
export class RoomEdits {
  constructor(
    private readonly changes: RoomChanges,
    private readonly rooms: RoomsRepository,
    private readonly members: MembersRepository,
    private readonly users: UsersService,
    private readonly types: RoomTypes,
    private readonly directory: RoomDirectory,
    private readonly log: RoomLog,
  ) {}

  /**
   * @returns false if it has the name already
   * @throws Refusal 4002, 4003 for no name or a OneToOneChat, which has none, 4004
   */
  rename(authority: Authority, given: string, name: string): Promise<boolean> {
    if (!isVisible(name) || !isOneLine(name) || Array.from(name).length > LONGEST_ROOM_NAME) {
      throw invalid({ name: [`Must be one visible line of at most ${String(LONGEST_ROOM_NAME)} characters.`] });
    }
    return this.edit(authority, given, async (change) => {
      const { work, roomId, room } = change;
      if (room.name === name) return false;
      const seq = await this.number(change, { action: 'room.update', details: { changed: ['name'] } }, false);
      // Nobody moderates who moderates.
      const settings = { ...settingsOf(room), name } as Permitted<RoomSettings>;
      await this.rooms.update(work.manager, operatorGrant<'room.update'>(roomId), settings);
      return this.tell(change, seq, false);
    });
  }

  /**
   * Makes a member the creator of the room, who alone may delete it and whose role nobody changes, and a leader. The
   * former one stays a leader.
   * @returns false if it is the creator already
   * @throws Refusal 4002, 4003 for no member or a OneToOneChat, 4004
   */
  async setOwner(authority: Authority, given: string, username: string): Promise<boolean> {
    const userId = await this.users.idOf(username);
    return this.edit(authority, given, async (change) => {
      const { work, roomId, room } = change;
      if (room.creatorId === userId) return false;
      const member = (await this.members.membersAmong(work.manager, roomId, [userId])).get(userId);
      if (!member) throw invalid({ username: ['Must be a member of the room.'] });
      const { leader } = this.types.named(room.type);
      const seq = await this.number(change, { action: 'rooms.set_owner', subjectId: userId }, true);
      await this.rooms.setCreator(work.manager, operatorGrant<'room.leave'>(roomId), userId);
      if (leader && member.role !== leader) {
        await this.members.setRole(work.manager, operatorGrant<'room.leave'>(roomId), [userId], leader, seq);
      }
      return this.tell(change, seq, true);
    });
  }

  private edit(
    authority: Authority,
    given: string,
    edit: (change: RoomChange<undefined>) => Promise<boolean>,
  ): Promise<boolean> {
    return this.changes.byAuthority(authority, { action: 'rooms.manage' }, roomIdOf(given), async (change) => {
      if (!change) throw notFound(`No such room: ${given}.`);
      if (change.room.type === 'OneToOneChat') throw invalid('A OneToOneChat has no name and no owner.');
      return edit(change);
    });
  }

  /** @param roles whether roles of members change */
  private number(change: RoomChange<undefined>, audited: AuditedAct, roles: boolean): Promise<number> {
    const changeRecord = toChangeRecord(roomChangeTypes.updated, { roles });
    return change.takeNumber({ room: true, access: roles, changeRecord, audited: [audited] });
  }

  private async tell({ work, roomId }: RoomChange<undefined>, seq: number, withMembers: boolean): Promise<true> {
    const updated = await (withMembers
      ? this.directory.room(work, roomId)
      : this.directory.roomWithoutMembers(work, roomId));
    await this.log.append(work, { roomId, seq, frame: roomUpdated(updated, seq) }, undefined);
    return true;
  }
}
