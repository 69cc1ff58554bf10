import { Controller, Param } from '@nestjs/common';

import { JsonBody } from '../../../platform/http/body.js';
import type { Nothing } from '../../../platform/http/route-contract.js';
import { RestrictUser } from '../../../features/rooms/acts/restrict-user.js';
import { roomIdOf } from '../../../features/rooms/administration/room-lookup.service.js';
import { UsersService } from '../../../features/users/users.service.js';
import { Administration, AdministrationRoute, DONE, done } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';
import { MemberRestrictionRequest } from './room-requests.js';

/** Restrictions of users in rooms, by moderators and administrators. */
@Controller('api/admin/rooms/:room_id/restrictions')
@Administration()
export class MemberRestrictionsController {
  constructor(
    private readonly users: UsersService,
    private readonly restriction: RestrictUser,
  ) {}

  @AdministrationRoute('POST', '', {
    summary: 'Mutes a user in a GroupChat or Channel, bans the user from it, or lifts that.',
    right: 'rooms.read',
    body: MemberRestrictionRequest,
    answer: DONE,
  })
  async restrict(
    @CurrentAdministrator() { actor }: Administrator,
    @Param('room_id') given: string,
    @JsonBody(MemberRestrictionRequest) { username, kind, until, reason }: MemberRestrictionRequest,
  ): Promise<Nothing> {
    const place = { roomId: roomIdOf(given), userId: await this.users.idOf(username) };
    const restriction = { kind, until: until ? new Date(until) : undefined, reason: reason ?? undefined };
    return done(this.restriction.restrict({ actor, as: 'moderator' }, { ...place, ...restriction }));
  }
}
