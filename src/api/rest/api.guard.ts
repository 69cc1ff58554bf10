import type { IncomingMessage } from 'node:http';

import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

import { PublicRoute } from '../../platform/http/route-contract.js';
import { KeyAccess } from '../../features/api-keys/key-access.js';
import type { ApiUser } from '../../features/api-keys/key-access.js';
import type { RouteScope } from '../../features/api-keys/api-key.entity.js';

/** A request that the guard has authenticated. */
export type ApiRequest = IncomingMessage & { apiUser?: ApiUser };

/** Requires a valid key with the scope of the route, and sets the user that the request acts for. */
@Injectable()
export class ApiGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly access: KeyAccess,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { event } = this.reflector.get(PublicRoute, context.getHandler());
    if (!event) throw new Error('the route has no event');
    const request = context.switchToHttp().getRequest<ApiRequest>();
    request.apiUser = await this.access.authenticate(context, event.scope as RouteScope);
    return true;
  }
}
