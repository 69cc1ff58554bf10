import { Injectable } from '@nestjs/common';
import { conflict, invalid } from '@parley/protocol';
import { StrictObject, UserIds } from '@parley/realtime/requests';
import type { Answer, RequestOrigin } from '@parley/realtime/requests';

import { toEach } from '../../audit/audited-act.js';
import { roomChangeTypes, toChangeRecord } from '../change-log/change-record.js';
import { RoomLog } from '../change-log/room-log.js';
import { MembersRepository } from '../membership/members.repository.js';
import type { Role } from '../membership/membership.js';
import type { RoomChange } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { roomUpdated } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';
import { LARGEST_ROOM } from '../room.settings.js';
import { RoomTypes } from '../types/room-types.js';
import { membersNamed, Modification, RoomModifyRequest } from './modification.js';

class RoleData {
  @UserIds({ least: 1, most: LARGEST_ROOM })
  users!: number[];
}

class RoleRequest extends RoomModifyRequest {
  @StrictObject(() => RoleData)
  data!: RoleData;
}

const ROLES: Readonly<Record<string, { readonly leader: Role; readonly role: Role }>> = {
  add_admin: { leader: 'admin', role: 'admin' },
  remove_admin: { leader: 'admin', role: 'member' },
  add_moderator: { leader: 'moderator', role: 'moderator' },
  remove_moderator: { leader: 'moderator', role: 'member' },
};

/** `add_admin` and `remove_admin` in a GroupChat, `add_moderator` and `remove_moderator` in a Channel. */
@Injectable()
export class AssignRoles extends Modification {
  static readonly requests = Object.fromEntries(Object.keys(ROLES).map((action) => [action, RoleRequest]));

  constructor(
    private readonly policy: RoomPolicy,
    private readonly types: RoomTypes,
    private readonly members: MembersRepository,
    private readonly directory: RoomDirectory,
    private readonly log: RoomLog,
  ) {
    super();
  }

  override async modify(change: RoomChange, request: RoleRequest, origin: RequestOrigin): Promise<Answer | undefined> {
    const { work, roomId, room, membership } = change;
    const { leader, role } = ROLES[request.action] ?? {};
    if (!role || this.types.named(room.type).leader !== leader) {
      throw invalid({ action: [`A ${room.type} has no such role.`] });
    }
    this.policy.mayActOnUser('room.assign_role', membership);
    const named = await membersNamed(this.members, change, request.data.users, 'data.users');
    const changing = named.filter((member) => member.role !== role);
    if (role !== 'member' && changing.some(({ user }) => user.is_guest === true)) {
      throw conflict('A guest cannot lead a room.');
    }
    if (changing.length === 0) return roomUpdated(await this.directory.roomWithoutMembers(work, roomId), undefined);
    const grant = this.policy.mayChange('room.assign_role', membership, changing);
    const userIds = changing.map(({ user }) => user.id);
    const audited = toEach(userIds, { action: `room.${request.action}` });
    const seq = await change.takeNumber({
      room: true,
      access: true,
      changeRecord: toChangeRecord(roomChangeTypes.updated, { roles: true }),
      audited,
    });
    await this.members.setRole(work.manager, grant, userIds, role, seq);
    const updated = await this.directory.room(work, roomId);
    const frame = roomUpdated(updated, seq);
    await this.log.append(work, { roomId, seq, frame }, origin);
    return undefined;
  }
}
