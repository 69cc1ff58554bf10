import { Controller, Get, UseGuards } from '@nestjs/common';
import type { DeploymentRole } from '@parley/protocol';

import { CurrentUser, UserGuard, userRefusals } from '../../features/auth/http/user.guard.js';
import type { AuthenticatedUser } from '../../features/auth/http/user.guard.js';
import { InvitationPolicy } from '../../features/invitations/invitation.policy.js';
import { DirectorySettings } from '../../features/people/people.settings.js';
import { RoomPolicy } from '../../features/rooms/room.policy.js';
import { ChannelDirectorySettings } from '../../features/rooms/room.settings.js';
import { VerifiedAddressesRepository } from '../../features/users/verified-addresses.repository.js';
import type { OwnAddress } from '../../features/users/verified-addresses.repository.js';
import { PublicRoute } from '../../platform/http/route-contract.js';

/** What the deployment lets a user do, for a client that offers only that. */
export interface AccountRightsView {
  /** Whether the user may invite people to the deployment. */
  readonly invite: boolean;
  readonly create_groups: boolean;
  readonly create_channels: boolean;
  /** Whether the user may search the public Channels. */
  readonly channel_directory: boolean;
  /** By what `user.search` finds others; `none`: the user is a guest. */
  readonly user_directory: DirectorySettings['users'] | 'none';
}

const OF_GUESTS: AccountRightsView = {
  invite: false,
  create_groups: false,
  create_channels: false,
  channel_directory: false,
  user_directory: 'none',
};

/** What the user of an access token may do in the deployment. Each act is judged again. */
@Controller('api/account')
export class AccountRightsController {
  constructor(
    private readonly invitations: InvitationPolicy,
    private readonly rooms: RoomPolicy,
    private readonly channels: ChannelDirectorySettings,
    private readonly people: DirectorySettings,
    private readonly addresses: VerifiedAddressesRepository,
  ) {}

  @PublicRoute({
    summary: 'Returns the e-mail address of the user, which no event has.',
    bearer: 'user',
    answers: { 200: { description: 'The address.', type: 'OwnAddress' }, ...userRefusals },
  })
  @Get('address/')
  @UseGuards(UserGuard)
  address(@CurrentUser() { userId }: AuthenticatedUser): Promise<OwnAddress> {
    return this.addresses.own(userId);
  }

  @PublicRoute({
    summary: 'Returns what the deployment lets the user do.',
    bearer: 'user',
    answers: { 200: { description: 'The rights of the user.', type: 'AccountRightsView' }, ...userRefusals },
  })
  @Get('rights/')
  @UseGuards(UserGuard)
  show(@CurrentUser() { user, role, mayUseRole }: AuthenticatedUser): AccountRightsView {
    if (user.is_guest === true) return OF_GUESTS;
    const usable: DeploymentRole = mayUseRole ? role : 'user';
    return {
      invite: this.invitations.permits(usable),
      create_groups: this.rooms.permitsCreation(usable, 'GroupChat'),
      create_channels: this.rooms.permitsCreation(usable, 'Channel'),
      channel_directory: this.channels.enabled,
      user_directory: this.people.users,
    };
  }
}
