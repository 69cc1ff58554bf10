import { createHmac, randomUUID } from 'node:crypto';

import { familyOf, idOf, names, NAMESAKES, password, refreshIdOf } from '../servers/template.js';
import type { ChatClient } from './chat-client.js';
import type { ClusterBarrier } from './cluster-barrier.js';
import { JWT_SECRET } from './environment.js';
import { openClient } from './handshake.js';
import type { ServiceData } from './service-data.js';
import { keepToken } from './secrets.js';

/** An address where users connect: a service, or a proxy to it. */
interface ServiceAddress {
  readonly url: string;
  readonly clusterBarrier?: ClusterBarrier | undefined;
  /** Set by services only: a proxy uses the secret of all specs. */
  readonly jwtSecret?: string;
  readonly acceptsMintedTokens?: boolean;
  readonly serviceData?: ServiceData;
}

/** A logged-in user. */
export class TestUser {
  constructor(
    private readonly service: ServiceAddress,
    readonly id: number,
    readonly username: string,
    readonly tokens: { readonly access: string; readonly refresh: string },
  ) {}

  /** Opens a socket on another device. Its first frame is unread. */
  open(service: ServiceAddress = this.service): Promise<ChatClient> {
    const { url, clusterBarrier } = service;
    return openClient(url, { token: this.tokens.access, name: this.username, clusterBarrier });
  }

  /** Opens a socket and reads its first frame. */
  async connect(service: ServiceAddress = this.service): Promise<ChatClient> {
    const device = await this.open(service);
    await device.receive('chat.notifications');
    return device;
  }
}

/** How many users of each name are in use, by the data of a service. */
const taken = new WeakMap<object, Map<string, number>>();

/**
 * Unused users of the template: each call returns new ones. Their tokens are minted, as a log-in costs a password hash;
 * specs of log-ins use {@link logIn}.
 */
export async function users<Name extends string>(
  service: ServiceAddress,
  ...firstNames: Name[]
): Promise<Record<Name, TestUser>> {
  const entries = firstNames.map(async (name) => [name, await newUser(service, name)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<Name, TestUser>;
}

/** This many users of any name. */
export async function manyUsers(service: ServiceAddress, size: number): Promise<TestUser[]> {
  return Promise.all(Array.from({ length: size }, (_, at) => newUser(service, names[at % names.length]!)));
}

async function newUser(service: ServiceAddress, name: string): Promise<TestUser> {
  const number = nextNumber(service, name);
  const username = `${name}${String(number)}`;
  if (service.acceptsMintedTokens === false) return logIn(service, username);
  const id = idOf(name, number);
  const mint = (type: 'access' | 'refresh', jti: string): string =>
    sign({ token_type: type, sub: String(id), user_id: id, jti, fam: familyOf(id) }, service.jwtSecret ?? JWT_SECRET);
  return userOf(service, username, { access: mint('access', randomUUID()), refresh: mint('refresh', refreshIdOf(id)) });
}

const LIFETIME_SECONDS = 3_600;

/** Signs as the service does. */
function sign(claims: object, secret: string): string {
  const now = Math.floor(Date.now() / 1_000);
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims, iat: now, exp: now + LIFETIME_SECONDS })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

export async function logIn(service: ServiceAddress, username: string, secret = password): Promise<TestUser> {
  const response = await fetch(`${service.url}/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: secret }),
  });
  if (!response.ok) throw new Error(`${username} cannot log in: ${String(response.status)} ${await response.text()}`);
  return userOf(service, username, (await response.json()) as TestUser['tokens']);
}

function userOf(service: ServiceAddress, username: string, tokens: TestUser['tokens']): TestUser {
  for (const token of Object.values(tokens)) keepToken(token);
  const claims = JSON.parse(Buffer.from(tokens.access.split('.')[1]!, 'base64url').toString()) as { user_id: number };
  return new TestUser(service, claims.user_id, username, tokens);
}

function nextNumber(service: ServiceAddress, name: string): number {
  const data = service.serviceData ?? service;
  const counts = taken.get(data) ?? new Map<string, number>();
  taken.set(data, counts);
  const number = (counts.get(name) ?? 0) + 1;
  if (!names.includes(name) || number > NAMESAKES) throw new Error(`There is no further ${name}: see test/servers.`);
  counts.set(name, number);
  return number;
}
