import type { ServerResponse } from 'node:http';

import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

import { UserGuard, userRefusals } from '../auth/http/user.guard.js';
import type { AuthenticatedUser } from '../auth/http/user.guard.js';
import { NO_PROOF } from '../auth/log-ins/log-in-proof.js';
import type { RouteScope } from '../api-keys/api-key.entity.js';
import { KeyAccess } from '../api-keys/key-access.js';
import { isKeyToken } from '../api-keys/key-token.js';
import type { ParsedRequest } from '../../platform/http/body.js';
import { bearerTokenOf } from '../../platform/http/request-headers.js';
import { PublicRoute, RETRY_AFTER } from '../../platform/http/route-contract.js';
import type { RouteContract } from '../../platform/http/route-contract.js';
import { UserBudgets } from '../../platform/user-budgets/user-budgets.js';

/** The cost of a request in the limit of its user, in events; 1 by default. */
export const RequestCost = Reflector.createDecorator<number>();

/** The refusals of every route that requires a user or an API key. */
export const fileUserRefusals = {
  401: {
    ...userRefusals[401],
    description: 'The access token is missing or not valid: `token_not_valid`; or the API key: `key_not_valid`.',
  },
  403: {
    description:
      'The API key lacks the scope: `scope_missing`; or it may not act for the user: `user_inactive`, `user_not_allowed`.',
    type: 'HttpError',
  },
  429: {
    description: 'The user, or the API key, makes too many requests: `throttled`.',
    type: 'HttpError',
    headers: RETRY_AFTER,
  },
} as const satisfies RouteContract['answers'];

/**
 * Requires the access token of a user, or an API key with the scope of the route. The request counts as work of its
 * user, beside the events on sockets.
 */
@Injectable()
export class FileUserGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly users: UserGuard,
    private readonly keys: KeyAccess,
    private readonly budgets: UserBudgets,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<ParsedRequest & { user: AuthenticatedUser }>();
    try {
      await this.authenticate(context, request);
      this.budgets.pay(request.user.userId, this.costOf(context));
      return true;
    } catch (error) {
      // The rest of the part that the client still sends is not read.
      if (request.method === 'PATCH') http.getResponse<ServerResponse>().setHeader('Connection', 'close');
      throw error;
    }
  }

  private costOf(context: ExecutionContext): number {
    return this.reflector.get<number | undefined>(RequestCost.KEY, context.getHandler()) ?? 1;
  }

  private async authenticate(
    context: ExecutionContext,
    request: ParsedRequest & { user: AuthenticatedUser },
  ): Promise<void> {
    const { scope } = this.reflector.get(PublicRoute, context.getHandler());
    if (scope === undefined || !isKeyToken(bearerTokenOf(request) ?? '')) {
      await this.users.canActivate(context);
      return;
    }
    const { user, role } = await this.keys.authenticate(context, scope as RouteScope);
    request.user = { userId: user.id, user, role, mayUseRole: true, family: undefined, proof: NO_PROOF };
  }
}
