import { applyDecorators, HttpCode, HttpStatus, RequestMapping, RequestMethod } from '@nestjs/common';

import { bodyRefusals, PublicRoute } from '../../platform/http/route-contract.js';
import type { EventRoute, RouteContract } from '../../platform/http/route-contract.js';
import type { RouteScope } from './keys/api-key.entity.js';

interface ApiRouteContract extends Omit<EventRoute, 'name' | 'scope'> {
  readonly summary: string;
  /** The client event that it executes. */
  readonly event: string;
  readonly scope: RouteScope;
}

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait before a retry.' } };

const refusals: RouteContract['answers'] = {
  400: {
    description:
      'Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid.',
    type: 'BodyRefusal',
  },
  401: {
    description: 'The key is missing or not valid: `key_not_valid`.',
    type: 'HttpError',
    headers: { 'WWW-Authenticate': { description: '`Bearer`.' } },
  },
  403: {
    description:
      'The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`.',
    type: 'HttpError',
  },
  404: { description: 'There is no such room, message or user: `not_found`; or `API` is off.', type: 'HttpError' },
  409: { description: 'The request conflicts with the current state: `conflict`.', type: 'HttpError' },
  429: {
    description: 'Too many requests, or too many invalid keys: `throttled`.',
    type: 'HttpError',
    headers: RETRY_AFTER,
  },
  500: { description: 'Internal error: the log has the stack trace under the id in `detail`.', type: 'HttpError' },
  503: {
    description:
      'The database is unavailable: `unavailable`. The request may have been executed. The log has the stack trace.',
    type: 'HttpError',
    headers: RETRY_AFTER,
  },
};

const ofBodies: RouteContract['answers'] = {
  413: { description: 'The body is over `MAX_FRAME_BYTES`.', type: 'HttpError' },
  415: bodyRefusals[415],
};

/** A route that executes a client event, with the same result as on a WebSocket. */
export function ApiRoute(
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST',
  path: string,
  { summary, event: name, ...event }: ApiRouteContract,
): MethodDecorator {
  return applyDecorators(
    RequestMapping({ method: RequestMethod[method], path }),
    HttpCode(HttpStatus.OK),
    PublicRoute({ summary, event: { ...event, name }, answers: event.body ? { ...refusals, ...ofBodies } : refusals }),
  );
}
