import { randomUUID } from 'node:crypto';

import { ApiClient } from './api.js';
import type { Answered } from './api.js';
import type { TestUser } from './people.js';
import type { Service } from './service.js';

const BACKEND_SCOPES = 'users:manage,tokens:issue,rooms:manage';

/** A user of the product, as its backend sees it. */
interface ProductUser {
  readonly id: number;
  readonly username: string;
  readonly external_id: string;
  readonly [field: string]: unknown;
}

/** A room of the product, as its backend sees it. */
export interface ProductRoom {
  readonly id: string;
  readonly external_id: string;
  readonly last_seq: number;
  readonly participants: readonly { readonly id: number; readonly username: string }[];
  readonly [field: string]: unknown;
}

interface MembersChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly roles?: Readonly<Record<string, string>>;
}

/** The backend of a product, with a key that has no user. */
export class ProductBackend {
  private constructor(readonly api: ApiClient) {}

  /** @param user of the key; undefined: it has none */
  static async create(service: Service, scopes = BACKEND_SCOPES, user?: TestUser): Promise<ProductBackend> {
    return new ProductBackend(await ApiClient.create(service, { scopes, ...(user && { user }) }));
  }

  put(externalId: string, state: object = {}): Promise<Answered> {
    return this.api.send('PUT', userPath(externalId), state);
  }

  /** @throws Error if the request is refused */
  async user(externalId = `cust:${randomUUID()}`, state: object = {}): Promise<ProductUser> {
    return done(await this.put(externalId, state)) as ProductUser;
  }

  putRoom(externalId: string, state: object): Promise<Answered> {
    return this.api.send('PUT', roomPath(externalId), state);
  }

  /** @throws Error if the request is refused */
  async room(externalId: string, state: object): Promise<ProductRoom> {
    return done(await this.putRoom(externalId, state)) as ProductRoom;
  }

  changeMembers(externalId: string, change: MembersChange): Promise<Answered> {
    return this.api.send('POST', `${roomPath(externalId)}members/`, change);
  }

  /** Users of the product who are new. @returns their external ids */
  async newUsers(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => `cust:${randomUUID()}`);
    for (let at = 0; at < count; at += BATCH) {
      const users = ids.slice(at, at + BATCH).map((external_id) => ({ external_id }));
      done(await this.api.send('POST', '/api/users/external/', { users }));
    }
    return ids;
  }

  remove(externalId: string, mode?: string): Promise<Answered> {
    return this.api.send('DELETE', `${userPath(externalId)}${mode === undefined ? '' : `?mode=${mode}`}`);
  }
}

export const userPath = (externalId: string): string => `/api/users/external/${encodeURIComponent(externalId)}/`;

export const roomPath = (externalId: string): string => `/api/rooms/external/${encodeURIComponent(externalId)}/`;

const BATCH = 100;

function done({ status, body }: Answered): unknown {
  if (status !== 200 && status !== 201) throw new Error(`${String(status)} ${JSON.stringify(body)}`);
  return body;
}
