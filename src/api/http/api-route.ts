import { applyDecorators, HttpCode, HttpStatus, RequestMapping, RequestMethod } from '@nestjs/common';

import { bodyRefusals, PublicRoute } from '../../http/index.js';
import type { EventRoute, RouteContract } from '../../http/index.js';
import type { RouteScope } from '../keys/scopes.js';

interface ApiRouteContract extends Omit<EventRoute, 'name' | 'scope'> {
  readonly summary: string;
  /** The client event that it asks for. */
  readonly event: string;
  readonly scope: RouteScope;
}

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds after which to try again.' } };

const refusals: RouteContract['answers'] = {
  400: {
    description:
      'Fields are at fault, one list of reasons a field; or what is asked breaks a rule; or a header is wrong.',
    type: 'BodyRefusal',
  },
  401: {
    description: 'There is no key, or it is not valid: `key_not_valid`.',
    type: 'HttpError',
    headers: { 'WWW-Authenticate': { description: '`Bearer`.' } },
  },
  403: {
    description:
      'The user may not: `permission_denied`. The key is for something else: `scope_missing`. There is no such active user: `user_inactive`.',
    type: 'HttpError',
  },
  404: { description: 'There is no such room, message or user: `not_found`; or `API` is off.', type: 'HttpError' },
  409: { description: 'What is there already does not go with it: `conflict`.', type: 'HttpError' },
  429: {
    description: 'Too many requests, or keys that are wrong: `throttled`.',
    type: 'HttpError',
    headers: RETRY_AFTER,
  },
  500: { description: 'Our fault: the log has the trace under the id in `detail`.', type: 'HttpError' },
  503: {
    description: 'The database is away, `unavailable`; what was asked for may have been done. The log has the trace.',
    type: 'HttpError',
    headers: RETRY_AFTER,
  },
};

const ofBodies: RouteContract['answers'] = {
  413: { description: 'The body is over `MAX_FRAME_BYTES`.', type: 'HttpError' },
  415: bodyRefusals[415],
};

/** A route that is answered as its client event is on a socket, and by nothing but what that event says. */
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
