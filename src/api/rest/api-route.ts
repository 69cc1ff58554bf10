import { applyDecorators, HttpCode, HttpStatus, RequestMapping, RequestMethod } from '@nestjs/common';
import { invalid } from '@parley/protocol';

import { boolean, integer } from '../../platform/http/query-values.js';
import { bodyRefusals, PublicRoute } from '../../platform/http/route-contract.js';
import type { EventRoute, RouteContract } from '../../platform/http/route-contract.js';
import type { RouteScope } from '../../features/api-keys/api-key.entity.js';

interface ApiRouteContract extends Omit<EventRoute, 'name' | 'scope'> {
  readonly summary: string;
  /** The client event that it executes. */
  readonly event: string;
  readonly scope: RouteScope;
}

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait before a retry.' } };

/** The refusals of every route that takes an API key. */
export const ofEveryKey = {
  401: {
    description: 'The key is missing or not valid: `key_not_valid`.',
    type: 'HttpError',
    headers: { 'WWW-Authenticate': { description: '`Bearer`.' } },
  },
  409: { description: 'The request conflicts with the current state: `conflict`.', type: 'HttpError' },
} as const satisfies RouteContract['answers'];

/** The refusals of its body, for such a route that has one. */
export const ofBodies = {
  413: { description: 'The body is over `MAX_FRAME_BYTES`.', type: 'HttpError' },
  415: bodyRefusals[415],
} as const satisfies RouteContract['answers'];

const refusals: RouteContract['answers'] = {
  400: {
    description:
      'Fields are invalid, with a list of reasons for each; or the request breaks a rule; or a header is invalid.',
    type: 'BodyRefusal',
  },
  ...ofEveryKey,
  403: {
    description:
      'The user lacks a permission: `permission_denied`. The key lacks a scope: `scope_missing`. There is no such active user: `user_inactive`. The key is limited to other users: `user_not_allowed`.',
    type: 'HttpError',
  },
  404: { description: 'There is no such room, message or user: `not_found`; or `API` is off.', type: 'HttpError' },
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

/** The `data` of the event that a route executes. */
export type EventData = Readonly<Record<string, unknown>>;

/** The values of a parameter that may be repeated. */
const array = (given: unknown): unknown => [given].flat();

const PARSERS = { array, boolean, integer, string: (text: unknown): unknown => text };

/** The query parameters of the route; others are ignored. */
export function fromQuery(query: EventData, fields: NonNullable<EventRoute['query']>): EventData {
  const given = Object.entries(fields).filter(([name]) => query[name] !== undefined);
  return Object.fromEntries(given.map(([name, type]) => [name, PARSERS[type](query[name])]));
}

/** These fields of a body; others are ignored. */
export const only = (body: EventData, ...fields: readonly string[]): EventData =>
  Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));

/** @throws Refusal 4003 */
export function chosen(body: EventData, field: string, among: readonly string[]): string {
  const value = body[field];
  if (value === undefined) throw invalid({ [field]: ['This field is required.'] });
  if (typeof value !== 'string' || !among.includes(value)) {
    throw invalid({ [field]: [`Must be one of ${among.join(', ')}.`] });
  }
  return value;
}

export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** The header as a string of structured fields (RFC 8941), as its draft specifies. */
const QUOTED = /^"(.*)"$/;

/**
 * Sets `client_message_id` from the header `Idempotency-Key`, which libraries set automatically, with or without
 * quotes.
 * @throws Refusal 4003 if the body has a different id
 */
export function withIdempotencyKey(body: EventData, header: string | undefined): EventData {
  if (header === undefined) return body;
  const key = QUOTED.exec(header)?.[1] ?? header;
  const given = body.client_message_id ?? key;
  if (typeof given !== 'string' || given.toLowerCase() !== key.toLowerCase()) {
    throw invalid({ client_message_id: [`Differs from ${IDEMPOTENCY_KEY}.`] });
  }
  return { ...body, client_message_id: key };
}
