import { Controller, Param, UseGuards } from '@nestjs/common';
import { Ids, idsOf, Integer, Optional, StrictObject, Text } from '@parley/realtime/requests';

import { actorOf } from '../../../features/api-keys/key-authorities.js';
import { LONGEST_DEVICE } from '../../../features/auth/log-ins/log-in-origin.js';
import { MOST_ROOMS_OF_TOKEN } from '../../../features/auth/tokens/room-token.js';
import { TokenPairsService } from '../../../features/auth/tokens/token-pairs.service.js';
import type { BackendToken } from '../../../features/auth/tokens/token-pairs.service.js';
import { externalIdOf } from '../../../features/provisioning/external-id.js';
import { RoomTokenPolicy } from '../../../features/provisioning/tokens/room-token.policy.js';
import { ProvisionUsers } from '../../../features/provisioning/users/provision-users.js';
import { UsersService } from '../../../features/users/users.service.js';
import { JsonBody } from '../../../platform/http/body.js';
import type { Nothing } from '../../../platform/http/route-contract.js';
import { BackendGuard, BackendRoute, CurrentBackend } from './backend-route.js';
import type { Backend } from './backend-route.js';
import { ActiveUserRequest, stateOf } from './product-user-requests.js';

const DEFAULT_SECONDS = 3_600;
const MOST_SECONDS = 86_400;

class TokenRequest {
  /** Seconds, 3600 by default. */
  @Optional({ nullable: false })
  @Integer({ min: 1, max: MOST_SECONDS })
  expires_in?: number;

  /** As the user sees it among the log-ins. */
  @Optional()
  @Text({ min: 1, max: LONGEST_DEVICE })
  device?: string | null;

  /** The only rooms that the token shows; all rooms of the user by default. */
  @Optional({ nullable: false })
  @Ids({ least: 1, most: MOST_ROOMS_OF_TOKEN })
  rooms?: string[];

  /** Makes the user, or changes the fields that are named, before the token is issued. */
  @Optional({ nullable: false })
  @StrictObject(() => ActiveUserRequest)
  user?: ActiveUserRequest;
}

/** The access tokens of the users of a product. */
@Controller('api/users/external/:external_id/tokens')
@UseGuards(BackendGuard)
export class ProductTokensController {
  constructor(
    private readonly provision: ProvisionUsers,
    private readonly tokens: TokenPairsService,
    private readonly users: UsersService,
    private readonly roomTokens: RoomTokenPolicy,
  ) {}

  @BackendRoute('POST', '', {
    summary: 'Issues an access token for an active user, whom the body may make at once.',
    scope: 'tokens:issue',
    body: TokenRequest,
    answers: { 200: { description: 'The token, which gives no role in the deployment.', type: 'BackendToken' } },
  })
  async issue(
    @CurrentBackend() backend: Backend,
    @Param('external_id') externalId: string,
    @JsonBody(TokenRequest) { expires_in: seconds = DEFAULT_SECONDS, device = null, rooms: limit, user }: TokenRequest,
  ): Promise<BackendToken> {
    const id = externalIdOf(externalId);
    // First: a refused request makes no user.
    const rooms = limit && (await this.roomTokens.mayLimit(id, idsOf(limit)));
    if (user) await this.provision.put(backend.authority, stateOf(id, user), 'refused');
    return this.tokens.issueByBackend(actorOf(backend.key), id, { seconds, device, rooms });
  }

  @BackendRoute('DELETE', '', {
    summary: 'Ends every log-in of the user, also by password, and closes the connections of the user.',
    scope: 'tokens:issue',
    answers: { 200: { description: 'It is done.', type: 'Nothing' } },
  })
  async end(@CurrentBackend() { authority }: Backend, @Param('external_id') externalId: string): Promise<Nothing> {
    const { username } = await this.provision.find(externalIdOf(externalId));
    await this.users.revokeTokens(authority, username);
    return {};
  }
}
