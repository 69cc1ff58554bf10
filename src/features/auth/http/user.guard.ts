import { createParamDecorator, HttpStatus, Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { DeploymentRole, User } from '@parley/protocol';
import { requireOpen } from '@parley/realtime/requests';
import type { LimitedToRooms } from '@parley/realtime/requests';

import { ApiError } from '../../../platform/http/api-error.js';
import type { ParsedRequest } from '../../../platform/http/body.js';
import { bearerTokenOf } from '../../../platform/http/request-headers.js';
import { PublicRoute } from '../../../platform/http/route-contract.js';
import type { AnswerContract, RouteContract } from '../../../platform/http/route-contract.js';
import type { LogInProof } from '../log-ins/log-in-proof.js';
import { AccessCheck } from '../tokens/access-check.js';
import { Unauthenticated } from '../tokens/verified-token.js';

export interface AuthenticatedUser extends LimitedToRooms {
  readonly userId: number;
  readonly user: User;
  /** The role in the deployment when the token was checked. */
  readonly role: DeploymentRole;
  /** Whether the log-in may use that role: REQUIRE_TOTP may ask for a second factor. */
  readonly mayUseRole: boolean;
  readonly proof: LogInProof;
  /** The log-in that the token is of; undefined for tokens of another issuer. */
  readonly family: string | undefined;
}

/** The refusals of every route that requires a user. */
export const userRefusals = {
  401: {
    description: 'The access token is missing or not valid: `token_not_valid`.',
    type: 'HttpError',
    headers: { 'WWW-Authenticate': { description: '`Bearer`.' } },
  },
} as const satisfies RouteContract['answers'];

/** The refusal of a route that asks for a fresh proof of the user. */
export const NO_FRESH_PROOF: AnswerContract = {
  description:
    'No password and no code was given in this log-in within the last five minutes: `reauthentication_required`. `POST /api/account/reauthentication/` takes one.',
  type: 'HttpError',
};

/**
 * Requires an access token of an active user in `Authorization: Bearer`, with the same check as for a socket. One that is
 * limited to rooms opens the routes that say so.
 */
@Injectable()
export class UserGuard implements CanActivate {
  constructor(
    private readonly access: AccessCheck,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ParsedRequest & { user?: AuthenticatedUser }>();
    const token = bearerTokenOf(request);
    if (token === undefined) throw refusal('An access token is required in Authorization: Bearer.');
    const user = await this.authenticate(token);
    const { roomTokens } = this.reflector.get(PublicRoute, context.getHandler());
    requireOpen({ roomTokens, stores: request.method !== 'GET' }, user, undefined);
    request.user = user;
    return true;
  }

  private async authenticate(token: string): Promise<AuthenticatedUser> {
    try {
      const { token: verified, account, role, proof } = await this.access.authenticate(token);
      const { user } = account.known;
      return {
        userId: user.id,
        user,
        family: verified.login?.family,
        proof,
        role: account.role.role,
        mayUseRole: role !== undefined,
        rooms: account.login?.rooms,
      };
    } catch (error) {
      if (error instanceof Unauthenticated) throw refusal('Token is invalid or expired');
      throw error;
    }
  }
}

const refusal = (detail: string): ApiError => new ApiError(HttpStatus.UNAUTHORIZED, detail, 'token_not_valid');

/** The user that the {@link UserGuard} has accepted. */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<ParsedRequest & { user: AuthenticatedUser }>().user,
);
