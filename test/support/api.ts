import { createHash, randomBytes } from 'node:crypto';

import type { ServerEvent, ServerEventName } from '@parley/protocol';
import request from 'supertest';
import { v7 as timeOrderedUuid } from 'uuid';

import { published } from './contract.js';
import { connected } from './database.js';
import type { TestUser } from './people.js';
import { keepSecret } from './secrets.js';
import type { Service } from './service.js';

export const ALL_SCOPES = [
  'rooms:read',
  'rooms:write',
  'members:write',
  'messages:read',
  'messages:write',
  'reports:read',
  'reports:write',
  'sessions:read',
  'sessions:write',
  'users:read',
  'users:write',
].join();

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Extra {
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the URL of the service. */
  readonly url?: string;
}

interface KeyOptions {
  readonly scopes?: string;
  readonly user?: TestUser;
  readonly only?: readonly TestUser[];
}

interface MadeKey {
  readonly id: string;
  readonly key: string;
}

/** A key of the documented form, and what the service stores of it. */
function newKey(): { readonly token: string; readonly prefix: string; readonly hash: string } {
  const prefix = randomBytes(4).toString('hex');
  const token = `pk_${prefix}_${randomBytes(32).toString('base64url')}`;
  return { token, prefix, hash: createHash('sha256').update(token).digest('hex') };
}

/** Stores an API key as `parley keys create` does, because each command costs processor time. */
export async function makeKey(
  service: Pick<Service, 'serviceData'>,
  { scopes = ALL_SCOPES, user, only }: KeyOptions = {},
): Promise<MadeKey> {
  const { token, prefix, hash } = newKey();
  const id = timeOrderedUuid();
  const database = await connected(service.serviceData);
  await database.query(
    `INSERT INTO api_keys (id, name, prefix, key_hash, scopes, user_id, only_user_ids)
     VALUES ($1, 'backend', $2, $3, $4, $5, $6)`,
    [id, prefix, hash, scopes.split(','), user?.id ?? null, only?.map((each) => each.id) ?? null],
  );
  await database.end();
  keepKey(token);
  return { id, key: token };
}

/** Makes an API key with the operator's command. @param words such as `--user ada` */
export async function keyByCommand(service: Pick<Service, 'parley'>, ...words: string[]): Promise<MadeKey> {
  const made = (await service.parley('keys', 'create', '--name', 'backend', ...words)) as MadeKey;
  keepKey(made.key);
  return made;
}

const keepKey = (key: string): void => keepSecret(key, key.split('_').slice(2).join('_'));

/** An HTTP client that uses the nodes in turn. Every answer is checked against the contract. */
export class ApiClient {
  constructor(
    private readonly service: Pick<Service, 'url'>,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  /** A client with an API key of its own. */
  static async create(
    service: Service,
    ...given: Parameters<typeof makeKey> extends [unknown, ...infer Rest] ? Rest : []
  ) {
    const { key } = await makeKey(service, ...given);
    return new ApiClient(service, { authorization: `Bearer ${key}` });
  }

  onBehalfOf(user: string): ApiClient {
    return new ApiClient(this.service, { ...this.headers, 'parley-user': user });
  }

  async send(
    method: string,
    path: string,
    body?: object | string,
    { headers = {}, url = this.service.url }: Extra = {},
  ): Promise<Answered> {
    const sent = new request.Test(url, method, path).set(this.headers);
    if (body !== undefined) void sent.set('content-type', 'application/json').send(body);
    const answer = await sent.set(headers).expect('content-type', 'application/json; charset=utf-8');
    const received = answer.headers as Answered['headers'];
    expect(Object.keys(received).filter((name) => /^(access-control|set-cookie)/.test(name))).toEqual([]);
    return { status: answer.status, headers: received, body: answer.body };
  }

  /** @returns the frame of a successful request @throws Error if the request is refused */
  async request<Name extends ServerEventName>(
    name: Name,
    ...[method, path, body, extra]: Parameters<ApiClient['send']>
  ): Promise<ServerEvent<Name>> {
    const { status, body: answer } = await this.send(method, path, body, extra);
    if (status !== 200) throw new Error(`${method} ${path}: ${String(status)} ${JSON.stringify(answer)}`);
    expect(published().faultsOf(name, answer)).toBeUndefined();
    expect(answer).toMatchObject({ eventType: name });
    expect(answer).not.toHaveProperty('request_id');
    return answer as ServerEvent<Name>;
  }

  /** @returns the body of a refusal */
  async expectRefused(...sent: Parameters<ApiClient['send']>): Promise<Readonly<Record<string, unknown>>> {
    const { status, body } = await this.send(...sent);
    expect(status).toBeGreaterThanOrEqual(400);
    return { status, ...(body as object) };
  }
}
