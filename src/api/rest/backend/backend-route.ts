import type { IncomingMessage } from 'node:http';

import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  HttpStatus,
  Injectable,
  RequestMapping,
  RequestMethod,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { RequestClass } from '@parley/realtime/requests';

import type { BackendScope } from '../../../features/api-keys/api-key.entity.js';
import { KeyAccess } from '../../../features/api-keys/key-access.js';
import { KeyAuthorities } from '../../../features/api-keys/key-authorities.js';
import type { BackendKey } from '../../../features/api-keys/key-authorities.js';
import type { Authority } from '../../../features/users/roles/authority.js';
import { PublicRoute, RETRY_AFTER } from '../../../platform/http/route-contract.js';
import type { AnswerContract, RouteContract } from '../../../platform/http/route-contract.js';
import { ofBodies, ofEveryKey } from '../api-route.js';

/** The backend of a product that makes a request. */
export interface Backend {
  readonly key: BackendKey;
  /** Its rights, by the scope of the route. */
  readonly authority: Authority;
}

type BackendRequest = IncomingMessage & { backend?: Backend };

interface BackendContract {
  readonly summary: string;
  readonly scope: BackendScope;
  readonly query?: RequestClass;
  readonly body?: RequestClass;
  /** By status. */
  readonly answers: Readonly<Record<number, AnswerContract>>;
}

const refusals: RouteContract['answers'] = {
  400: {
    description:
      'Fields are invalid, with a list of reasons for each; or the request names a user in `Parley-User`: `invalid`.',
    type: 'BodyRefusal',
  },
  ...ofEveryKey,
  403: {
    description:
      'The key lacks the scope: `scope_missing`. The user of the key is not active: `user_inactive`. The key may not do this: `permission_denied`.',
    type: 'HttpError',
  },
  404: { description: 'There is no such item: `not_found`; or `API` is off.', type: 'HttpError' },
  429: {
    description: 'Too many requests with this key, or too many invalid keys: `throttled`.',
    type: 'HttpError',
    headers: RETRY_AFTER,
  },
};

/** A route for the backend of a product, which acts by its own ids and for no user. */
export function BackendRoute(
  method: 'DELETE' | 'POST' | 'PUT',
  path: string,
  { summary, scope, query, body, answers }: BackendContract,
): MethodDecorator {
  return applyDecorators(
    RequestMapping({ method: RequestMethod[method], path }),
    HttpCode(HttpStatus.OK),
    PublicRoute({
      summary,
      scope,
      ...(query && { query }),
      ...(body && { body }),
      answers: { ...answers, ...refusals, ...(body && ofBodies) },
    }),
  );
}

/** Requires a valid key with the scope of the route. */
@Injectable()
export class BackendGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly access: KeyAccess,
    private readonly authorities: KeyAuthorities,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const scope = this.reflector.get(PublicRoute, context.getHandler()).scope as BackendScope;
    const key = await this.access.authenticateBackend(context, scope);
    context.switchToHttp().getRequest<BackendRequest>().backend = { key, authority: this.authorities.of(key, scope) };
    return true;
  }
}

/** The backend that the {@link BackendGuard} has accepted. */
export const CurrentBackend = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<BackendRequest>().backend,
);
