import type { Client } from 'openapi-fetch';

import { Messages } from './messages.js';
import type { paths } from './openapi.js';
import { Requests } from './requests.js';
import type { Acting } from './requests.js';
import { Rooms } from './rooms.js';
import { TIMING } from './timing.js';
import type { Timing } from './timing.js';
import { Tokens } from './tokens.js';
import { Users } from './users.js';

export interface ParleyServerOptions {
  /** Of the service: `https://chat.example.com`. */
  readonly url: string;
  /** An API key, which only a backend may have. */
  readonly key: string;
  /** Who acts by default, for a key with `act-as-anybody`: a username, or an id as a number. */
  readonly user?: Acting;
  readonly timing?: Partial<Timing>;
  /** By default that of Node.js. */
  readonly fetch?: typeof fetch;
}

/**
 * The client of the HTTP API for a backend.
 *
 * Requests that are safe to repeat are repeated after a lost answer and during an outage; all are after a limit of their
 * rate, unless it asks to wait for more than a minute. Methods throw a `ParleyServerError` for a refused request.
 */
export class ParleyServer {
  readonly users: Users;
  readonly tokens: Tokens;
  readonly rooms: Rooms;
  readonly messages: Messages;
  /**
   * Every route that takes an API key, with the types of openapi.yaml, as openapi-fetch has them: a refusal is returned as
   * `error`. Its requests are repeated only if they were not handled.
   */
  readonly api: Client<paths, 'application/json'>;

  constructor({ url, key, user, timing, fetch: send }: ParleyServerOptions) {
    const requests = new Requests(url, key, user, { ...TIMING, ...timing }, send);
    this.users = new Users(requests);
    this.tokens = new Tokens(requests);
    this.rooms = new Rooms(requests);
    this.messages = new Messages(requests);
    this.api = requests.once;
  }
}
