import { invalid } from '@parley/protocol';

import type { EventRoute } from '../../platform/http/route-contract.js';
import type { EventData } from './api.interceptor.js';

const INTEGER = /^-?\d+$/;

/** A text that is no integer stays text, and is refused by the event. */
export const integer = (text: unknown): unknown =>
  typeof text === 'string' && INTEGER.test(text) ? Number(text) : text;

/** The query parameters of the route; others are ignored. */
export function fromQuery(query: EventData, fields: NonNullable<EventRoute['query']>): EventData {
  const given = Object.entries(fields).filter(([name]) => query[name] !== undefined);
  return Object.fromEntries(
    given.map(([name, type]) => [name, type === 'integer' ? integer(query[name]) : query[name]]),
  );
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
