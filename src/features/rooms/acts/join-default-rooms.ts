import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { reasonOf } from '../../../platform/logging/log-record.js';
import { SettingRules } from '../../deployment/setting-rules.js';
import { NewUserListeners } from '../../users/new-user-listeners.js';
import { ConsentRepository } from '../consent/consent.repository.js';
import { SELF } from '../membership/change-members.js';
import { MemberAddition } from '../membership/member-changes.js';
import { MembersRepository } from '../membership/members.repository.js';
import { RoomChanges } from '../room-changes.js';
import { operatorGrant } from '../room.policy.js';
import { NewRoomSettings } from '../room.settings.js';
import { RoomsRepository } from '../rooms.repository.js';

/** New users join the Channels that the deployment names, by whatever way they come. */
@Injectable()
export class JoinDefaultRooms implements OnModuleInit {
  private readonly log = new Logger('Rooms');

  constructor(
    private readonly settings: NewRoomSettings,
    private readonly rules: SettingRules,
    private readonly newUsers: NewUserListeners,
    private readonly changes: RoomChanges,
    private readonly rooms: RoomsRepository,
    private readonly members: MembersRepository,
    private readonly consent: ConsentRepository,
    private readonly addition: MemberAddition,
  ) {}

  onModuleInit(): void {
    this.rules.add('default_rooms', async ({ manager, value }) => {
      const ids = value as readonly string[];
      const channels = await this.rooms.channelsAmong(manager, ids);
      const other = ids.find((id) => !channels.has(id));
      return other === undefined ? undefined : `There is no Channel ${other}.`;
    });
    this.newUsers.add((userIds) => this.join(userIds));
  }

  /** The users exist by now: a Channel that cannot be entered keeps nobody from the others, and fails no request. */
  private async join(userIds: readonly number[]): Promise<void> {
    for (const roomId of this.settings.defaultRooms) {
      try {
        await this.enter(roomId, userIds);
      } catch (error) {
        this.log.warn(`${String(userIds.length)} new users could not join the room ${roomId}: ${reasonOf(error)}`);
      }
    }
  }

  private enter(roomId: string, userIds: readonly number[]): Promise<void> {
    return this.changes.byTimer(roomId, async (change) => {
      if (change?.room.type !== 'Channel') return;
      const { manager } = change.work;
      const grant = operatorGrant<'room.join'>(roomId);
      const there = await this.members.membersAmong(manager, roomId, userIds);
      const newcomers = userIds.filter((id) => !there.has(id));
      if (newcomers.length === 0) return;
      const consenting = await this.consent.lockNew(manager, grant, newcomers);
      const request = { grant, consenting, kind: 'joined', by: SELF, field: undefined, audited: [] } as const;
      await this.addition.add(change, { ...request, origin: undefined });
    });
  }
}
