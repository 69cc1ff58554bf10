import { Controller, Param } from '@nestjs/common';
import { invalid } from '@parley/protocol';

import { JsonBody } from '../../../platform/http/body.js';
import type { Nothing } from '../../../platform/http/route-contract.js';
import { MemberAdmission } from '../../../features/rooms/administration/member-admission.js';
import { RoomAdministrationService } from '../../../features/rooms/administration/room-administration.service.js';
import type { RoomDeletion } from '../../../features/rooms/administration/room-administration.service.js';
import { RoomEdits } from '../../../features/rooms/administration/room-edits.js';
import { UsersService } from '../../../features/users/users.service.js';
import { Administration, AdministrationRoute, DONE, done, INVALID_ID } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';
import { HoldRequest, RetentionRequest, RoomNameRequest, RoomUserRequest } from './room-requests.js';

/** Holds, retention and deletion of rooms, for administrators. */
@Controller('api/admin/rooms/:room_id')
@Administration()
export class RoomManagementController {
  constructor(
    private readonly rooms: RoomAdministrationService,
    private readonly edits: RoomEdits,
    private readonly admission: MemberAdmission,
    private readonly users: UsersService,
  ) {}

  @AdministrationRoute('POST', 'name/', {
    summary: 'Gives a group or channel another name, which its members see at once.',
    right: 'rooms.manage',
    body: RoomNameRequest,
    answer: DONE,
  })
  rename(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('room_id') id: string,
    @JsonBody(RoomNameRequest) { name }: RoomNameRequest,
  ): Promise<Nothing> {
    return done(this.edits.rename(authority, id, name));
  }

  @AdministrationRoute('POST', 'owner/', {
    summary: 'Makes a member the owner of a group or channel, who alone may delete it.',
    right: 'rooms.manage',
    body: RoomUserRequest,
    answer: DONE,
  })
  setOwner(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('room_id') id: string,
    @JsonBody(RoomUserRequest) { username }: RoomUserRequest,
  ): Promise<Nothing> {
    return done(this.edits.setOwner(authority, id, username));
  }

  @AdministrationRoute('POST', 'members/', {
    summary: 'Adds a user to a group or channel. Its members see the user join.',
    right: 'rooms.manage',
    body: RoomUserRequest,
    answer: DONE,
  })
  async addMember(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('room_id') id: string,
    @JsonBody(RoomUserRequest) { username }: RoomUserRequest,
  ): Promise<Nothing> {
    return done(this.admission.admit(authority, id, await this.users.idOf(username)));
  }

  @AdministrationRoute('POST', 'hold/', {
    summary: 'Stops every deletion and edit in a room, until it is released.',
    right: 'rooms.manage',
    body: HoldRequest,
    answer: DONE,
  })
  hold(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('room_id') id: string,
    @JsonBody(HoldRequest) { reason }: HoldRequest,
  ): Promise<Nothing> {
    return done(this.rooms.hold(authority, id, reason ?? undefined));
  }

  @AdministrationRoute('POST', 'release/', {
    summary: 'Ends the hold on a room.',
    right: 'rooms.manage',
    answer: DONE,
    refusals: INVALID_ID,
  })
  release(@CurrentAdministrator() { authority }: Administrator, @Param('room_id') id: string): Promise<Nothing> {
    return done(this.rooms.release(authority, id));
  }

  @AdministrationRoute('POST', 'retention/', {
    summary: 'Sets for how many days a room keeps its messages.',
    right: 'rooms.manage',
    body: RetentionRequest,
    answer: DONE,
  })
  keepMessages(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('room_id') id: string,
    @JsonBody(RetentionRequest) { days }: RetentionRequest,
  ): Promise<Nothing> {
    // Without the check an empty body would end the retention of the room.
    if (days === undefined) throw invalid({ days: ['This field is required.'] });
    return done(this.rooms.keepMessages(authority, id, days));
  }

  @AdministrationRoute('GET', 'deletion/', {
    summary: 'Returns what the deletion of a room would delete.',
    right: 'rooms.manage',
    answer: { description: 'The room, with the number of its messages.', type: 'RoomDeletion' },
    refusals: INVALID_ID,
  })
  deletion(@Param('room_id') id: string): Promise<RoomDeletion> {
    return this.rooms.deletion(id);
  }

  @AdministrationRoute('DELETE', '', {
    summary: 'Deletes a room with everything in it, and notifies its members.',
    right: 'rooms.manage',
    answer: DONE,
    refusals: {
      ...INVALID_ID,
      403: {
        description: 'The role of the user does not permit this, or the room is held: `permission_denied`.',
        type: 'HttpError',
      },
    },
  })
  delete(@CurrentAdministrator() { authority }: Administrator, @Param('room_id') id: string): Promise<Nothing> {
    return done(this.rooms.delete(authority, id));
  }
}
