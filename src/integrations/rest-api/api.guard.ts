import type { IncomingMessage, ServerResponse } from 'node:http';

import { HttpStatus, Injectable, NotFoundException } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { User } from '@parley/protocol';

import { Config } from '../../platform/config/config.js';
import { ApiError } from '../../platform/http/api-error.js';
import { PublicRoute } from '../../platform/http/route-contract.js';
import { ApiMetrics } from './api-metrics.js';
import { KeyCheck, ON_BEHALF_OF } from './key-check.js';
import type { ApiKeyStatus } from './keys/api-key-status.repository.js';
import { IMPERSONATION } from './keys/api-key.entity.js';

/** The user that a request acts for. */
export interface ApiUser {
  readonly user: User;
  /** The version of the user's list of rooms when the key was checked. */
  readonly roomsVersion: number;
  readonly key: { readonly id: string; readonly scopes: readonly string[] };
}

/** A request that the guard has authenticated. */
export type ApiRequest = IncomingMessage & { apiUser?: ApiUser };

/** Requires a valid key with the scope of the route, and sets the user that the request acts for. */
@Injectable()
export class ApiGuard implements CanActivate {
  constructor(
    private readonly config: Config,
    private readonly reflector: Reflector,
    private readonly keyCheck: KeyCheck,
    private readonly metrics: ApiMetrics,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.config.api.enabled) throw new NotFoundException();
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest & { readonly route: { readonly path: string } }>();
    this.metrics.begun(`${request.method ?? ''} ${request.route.path}/`, http.getResponse<ServerResponse>());
    const key = await this.keyCheck.authenticate(request);
    const scope = this.reflector.get(PublicRoute, context.getHandler()).event?.scope ?? '';
    if (!key.scopes.includes(scope)) {
      throw new ApiError(HttpStatus.FORBIDDEN, `The key lacks the scope ${scope}.`, 'scope_missing');
    }
    request.apiUser = apiUserOf(key, request.headers[ON_BEHALF_OF.toLowerCase()] !== undefined);
    return true;
  }
}

type KeyUser = NonNullable<ApiKeyStatus['user']>;

/** @param isNamed whether the request names a user */
function apiUserOf({ keyId, isBound, scopes, onlyUserIds, user }: ApiKeyStatus, isNamed: boolean): ApiUser {
  if (isBound && isNamed) {
    throw new ApiError(HttpStatus.BAD_REQUEST, `The key acts for its own user: leave out ${ON_BEHALF_OF}.`, 'invalid');
  }
  if (!isBound && !scopes.includes(IMPERSONATION)) {
    throw new ApiError(HttpStatus.FORBIDDEN, `The key lacks the scope ${IMPERSONATION}.`, 'scope_missing');
  }
  if (!isBound && !isNamed) {
    throw new ApiError(
      HttpStatus.BAD_REQUEST,
      `${ON_BEHALF_OF} must name the user that the request acts for.`,
      'user_required',
    );
  }
  const { profile, roomsVersion } = allowedUser(user, onlyUserIds);
  return { user: profile, roomsVersion, key: { id: keyId, scopes } };
}

/** A limited key shows nothing of users that it may not act for: an unknown one is refused in the same way. */
function allowedUser(user: ApiKeyStatus['user'], onlyUserIds: ApiKeyStatus['onlyUserIds']): KeyUser {
  if (onlyUserIds && !onlyUserIds.includes(user?.profile.id ?? 0)) {
    throw new ApiError(HttpStatus.FORBIDDEN, 'The key may not act for this user.', 'user_not_allowed');
  }
  if (!user) {
    throw new ApiError(HttpStatus.FORBIDDEN, 'There is no such active user to act for.', 'user_inactive');
  }
  return user;
}
