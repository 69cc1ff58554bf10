import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { StrictObject, Texts, UserIds } from '@parley/realtime/requests';
import type { Answer, RequestOrigin } from '@parley/realtime/requests';

import { toEach } from '../../audit/audited-act.js';
import { roomChangeTypes, toChangeRecord } from '../change-log/change-record.js';
import { RoomLog } from '../change-log/room-log.js';
import { MembersRepository } from '../membership/members.repository.js';
import type { Member } from '../membership/members.repository.js';
import type { RoomChange } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { roomUpdated } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';
import { LARGEST_ROOM } from '../room.settings.js';
import { RoomTypes } from '../types/room-types.js';
import { membersNamed, Modification, RoomModifyRequest } from './modification.js';

class PermissionData {
  @UserIds({ least: 1, most: LARGEST_ROOM })
  users!: number[];

  @Texts({ least: 1, most: 10, max: 64 })
  permission!: string[];
}

class PermissionRequest extends RoomModifyRequest {
  @StrictObject(() => PermissionData)
  data!: PermissionData;
}

/** `add_permission`, `remove_permission`: permissions of a member in addition to its role. */
@Injectable()
export class AssignPermissions extends Modification {
  static readonly requests = { add_permission: PermissionRequest, remove_permission: PermissionRequest };

  constructor(
    private readonly policy: RoomPolicy,
    private readonly types: RoomTypes,
    private readonly members: MembersRepository,
    private readonly directory: RoomDirectory,
    private readonly log: RoomLog,
  ) {
    super();
  }

  override async modify(
    change: RoomChange,
    request: PermissionRequest,
    origin: RequestOrigin,
  ): Promise<Answer | undefined> {
    const { work, roomId, room, membership } = change;
    const grant = this.policy.mayChange('room.assign_permission', membership);
    const { permissions: known } = this.types.named(room.type);
    if (!request.data.permission.every((name) => known.includes(name))) {
      throw invalid({ 'data.permission': [`Must be among ${known.join(', ')}.`] });
    }
    const named = await membersNamed(this.members, change, request.data.users, 'data.users');
    const changed = named.map((member) => ({ member, permissions: permissionsAfter(member, request) }));
    const changing = changed.filter(({ member, permissions }) => permissions.length !== member.permissions.length);
    if (changing.length === 0) return roomUpdated(await this.directory.roomWithoutMembers(work, roomId), undefined);
    const rows = changing.map(({ member, permissions }) => ({ userId: member.user.id, permissions }));
    const audited = toEach(
      rows.map(({ userId }) => userId),
      { action: `room.${request.action}`, details: { permissions: request.data.permission } },
    );
    const seq = await change.takeNumber({
      room: true,
      access: true,
      changeRecord: toChangeRecord(roomChangeTypes.updated, { roles: false }),
      audited,
    });
    await this.members.setPermissions(work.manager, grant, rows, seq);
    const updated = await this.directory.roomWithoutMembers(work, roomId);
    const frame = roomUpdated(updated, seq);
    await this.log.append(work, { roomId, seq, frame }, origin);
    return undefined;
  }
}

function permissionsAfter({ permissions }: Member, { action, data }: PermissionRequest): string[] {
  const named = new Set(data.permission);
  const others = permissions.filter((name) => !named.has(name));
  if (action === 'remove_permission') return others;
  return [...permissions, ...[...named].filter((name) => !permissions.includes(name))];
}
