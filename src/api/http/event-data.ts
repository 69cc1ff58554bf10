import { invalid } from '@parley/protocol';

import type { EventRoute } from '../../http/index.js';
import type { EventData } from './api.interceptor.js';

const INTEGER = /^-?\d+$/;

/** Where it is no integer it stays text, and the event refuses it in its own words. */
export const integer = (text: unknown): unknown =>
  typeof text === 'string' && INTEGER.test(text) ? Number(text) : text;

/** Those parameters of a query that the route knows. */
export function fromQuery(query: EventData, fields: NonNullable<EventRoute['query']>): EventData {
  const given = Object.entries(fields).filter(([name]) => query[name] !== undefined);
  return Object.fromEntries(
    given.map(([name, type]) => [name, type === 'integer' ? integer(query[name]) : query[name]]),
  );
}

/** Those fields of a body, and no other. */
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

/** As the header is written where it is a text of structured fields (RFC 8941), as its draft has it. */
const QUOTED = /^"(.*)"$/;

/**
 * The same of a message as `client_message_id`, in a header that libraries set by themselves, in quotes or without.
 * @throws Refusal 4003 if the body has another
 */
export function withIdempotencyKey(body: EventData, header: string | undefined): EventData {
  if (header === undefined) return body;
  const key = QUOTED.exec(header)?.[1] ?? header;
  const given = body.client_message_id ?? key;
  if (typeof given !== 'string' || given.toLowerCase() !== key.toLowerCase()) {
    throw invalid({ client_message_id: [`Is another than ${IDEMPOTENCY_KEY}.`] });
  }
  return { ...body, client_message_id: key };
}
