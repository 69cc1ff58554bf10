import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';

import type { paths } from './openapi.js';
import { ParleyServerError } from './parley-server-error.js';
import { repeating } from './retries.js';
import type { Timing } from './timing.js';

/** Who acts, for a key that acts for more than one user: an id as a number, or a username. */
export type Acting = string | number;

/** Sends requests with the key of a backend. */
export class Requests {
  /** For requests that have the same effect if they are handled twice. */
  readonly safe: Client<paths, 'application/json'>;
  /** For all others. */
  readonly once: Client<paths, 'application/json'>;
  private readonly user: Acting | undefined;

  constructor(url: string, key: string, user: Acting | undefined, timing: Timing, send?: typeof fetch) {
    const options = { baseUrl: url, headers: { authorization: `Bearer ${key}` }, redirect: 'error' } as const;
    this.safe = createClient<paths, 'application/json'>({ ...options, fetch: repeating(true, timing, send) });
    this.once = createClient<paths, 'application/json'>({ ...options, fetch: repeating(false, timing, send) });
    this.user = user;
  }

  /** The header that names who acts: the given user, or the usual one of this backend. */
  acting(user: Acting | undefined): { 'Parley-User'?: string } {
    const acting = user ?? this.user;
    return acting === undefined ? {} : { 'Parley-User': namedUser(acting) };
  }
}

/** A username of digits would be an id. */
const namedUser = (user: Acting): string =>
  encodeURIComponent(typeof user === 'string' && /^\d+$/.test(user) ? `username:${user}` : String(user));

/** An answer of openapi-fetch, which has read the body. */
type Answer<Data> = { readonly data: Data; readonly response: Response } | Refused;
interface Refused {
  readonly data?: never;
  readonly error: unknown;
  readonly response: Response;
}

/** @throws ParleyServerError for a refused request */
export async function answered<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const result = await answer;
  if (result.response.ok) return result.data as Data;
  const { error } = result as Refused;
  throw ParleyServerError.of(result.response, typeof error === 'string' ? error : JSON.stringify(error ?? ''));
}
