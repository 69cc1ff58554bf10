import type { IncomingMessage, ServerResponse } from 'node:http';

import { HttpStatus, Injectable, NotFoundException } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { DeploymentRole, User } from '@parley/protocol';

import { ApiSettings } from './api.settings.js';
import { ApiError } from '../../platform/http/api-error.js';
import { ApiMetrics } from './api-metrics.js';
import type { ApiKeyStatus } from './api-key-status.repository.js';
import { IMPERSONATION } from './api-key.entity.js';
import type { BackendScope, RouteScope } from './api-key.entity.js';
import type { BackendKey } from './key-authorities.js';
import { KeyCheck, ON_BEHALF_OF } from './key-check.js';

/** The user that a request acts for. */
export interface ApiUser {
  readonly user: User;
  /** The user's role in the deployment when the key was checked. */
  readonly role: DeploymentRole;
  /** The version of the user's list of rooms when the key was checked. */
  readonly roomsVersion: number;
  readonly key: { readonly id: string; readonly scopes: readonly string[] };
}

type RoutedRequest = IncomingMessage & { readonly route: { readonly path: string } };

/** Finds the user that a request with an API key acts for. */
@Injectable()
export class KeyAccess {
  constructor(
    private readonly settings: ApiSettings,
    private readonly keyCheck: KeyCheck,
    private readonly metrics: ApiMetrics,
  ) {}

  /**
   * @param scope that the key must have
   * @throws ApiError 400, 401, 403, 429; NotFoundException if `API` is off
   */
  async authenticate(context: ExecutionContext, scope: RouteScope): Promise<ApiUser> {
    const { key, isNamed } = await this.checked(context, scope);
    return apiUserOf(key, isNamed);
  }

  /**
   * For a route on which the key acts as the backend of a product, and not for a user.
   * @throws as {@link authenticate}
   */
  async authenticateBackend(context: ExecutionContext, scope: BackendScope): Promise<BackendKey> {
    const { key, isNamed } = await this.checked(context, scope);
    if (isNamed) {
      throw new ApiError(HttpStatus.BAD_REQUEST, `The key acts for its product: leave out ${ON_BEHALF_OF}.`, 'invalid');
    }
    return { id: key.keyId, userId: key.isBound ? allowedUser(key.user, null).profile.id : undefined };
  }

  private async checked(
    context: ExecutionContext,
    scope: RouteScope,
  ): Promise<{ readonly key: ApiKeyStatus; readonly isNamed: boolean }> {
    if (!this.settings.enabled) throw new NotFoundException();
    const http = context.switchToHttp();
    const request = http.getRequest<RoutedRequest>();
    this.metrics.begun(`${request.method ?? ''} ${request.route.path}/`, http.getResponse<ServerResponse>());
    const key = await this.keyCheck.authenticate(request);
    if (!key.scopes.includes(scope)) {
      throw new ApiError(HttpStatus.FORBIDDEN, `The key lacks the scope ${scope}.`, 'scope_missing');
    }
    return { key, isNamed: request.headers[ON_BEHALF_OF.toLowerCase()] !== undefined };
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
  const { profile, role, roomsVersion } = allowedUser(user, onlyUserIds);
  return { user: profile, role, roomsVersion, key: { id: keyId, scopes } };
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
