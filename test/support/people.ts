import { createHmac, randomUUID } from 'node:crypto';

import { familyOf, idOf, names, NAMESAKES, password, refreshIdOf } from '../servers/template.js';
import type { ChatClient } from './chat-client.js';
import type { Crossing } from './crossing.js';
import { JWT_SECRET } from './environment.js';
import { opens } from './handshake.js';
import type { Place } from './place.js';
import { keepToken } from './secrets.js';

/** An address where users connect: a service, or a proxy to it. */
interface Entrance {
  readonly url: string;
  readonly crossing?: Crossing | undefined;
  /** Set by services only: a proxy uses the secret of all specs. */
  readonly jwtSecret?: string;
  readonly acceptsMintedTokens?: boolean;
  readonly place?: Place;
}

/** A logged-in user. */
export class Person {
  constructor(
    private readonly service: Entrance,
    readonly id: number,
    readonly username: string,
    readonly tokens: { readonly access: string; readonly refresh: string },
  ) {}

  /** Opens a socket on another device. Its first frame is unread. */
  connects(service: Entrance = this.service): Promise<ChatClient> {
    const { url, crossing } = service;
    return opens(url, { token: this.tokens.access, name: this.username, crossing });
  }

  /** Opens a socket and reads its first frame. */
  async arrives(service: Entrance = this.service): Promise<ChatClient> {
    const device = await this.connects(service);
    await device.hears('chat.notifications');
    return device;
  }
}

/** How many users of each name are in use, by the data of a service. */
const taken = new WeakMap<object, Map<string, number>>();

/**
 * Unused users of the template: each call returns new ones. Their tokens are minted, as a log-in costs a password hash;
 * specs of log-ins use {@link logIn}.
 */
export async function people<Name extends string>(
  service: Entrance,
  ...firstNames: Name[]
): Promise<Record<Name, Person>> {
  const entries = firstNames.map(async (name) => [name, await namesake(service, name)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<Name, Person>;
}

/** This many users of any name. */
export async function crowd(service: Entrance, size: number): Promise<Person[]> {
  return Promise.all(Array.from({ length: size }, (_, at) => namesake(service, names[at % names.length]!)));
}

async function namesake(service: Entrance, name: string): Promise<Person> {
  const number = nextNumber(service, name);
  const username = `${name}${String(number)}`;
  if (service.acceptsMintedTokens === false) return logIn(service, username);
  const id = idOf(name, number);
  const mint = (type: 'access' | 'refresh', jti: string): string =>
    sign({ token_type: type, sub: String(id), user_id: id, jti, fam: familyOf(id) }, service.jwtSecret ?? JWT_SECRET);
  return person(service, username, { access: mint('access', randomUUID()), refresh: mint('refresh', refreshIdOf(id)) });
}

const LIFETIME_SECONDS = 3_600;

/** Signs as the service does. */
function sign(claims: object, secret: string): string {
  const now = Math.floor(Date.now() / 1_000);
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims, iat: now, exp: now + LIFETIME_SECONDS })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** Logs in with a password. */
export async function logIn(service: Entrance, username: string, secret = password): Promise<Person> {
  const response = await fetch(`${service.url}/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: secret }),
  });
  if (!response.ok) throw new Error(`${username} cannot log in: ${String(response.status)} ${await response.text()}`);
  return person(service, username, (await response.json()) as Person['tokens']);
}

function person(service: Entrance, username: string, tokens: Person['tokens']): Person {
  for (const token of Object.values(tokens)) keepToken(token);
  const claims = JSON.parse(Buffer.from(tokens.access.split('.')[1]!, 'base64url').toString()) as { user_id: number };
  return new Person(service, claims.user_id, username, tokens);
}

function nextNumber(service: Entrance, name: string): number {
  const data = service.place ?? service;
  const counts = taken.get(data) ?? new Map<string, number>();
  taken.set(data, counts);
  const number = (counts.get(name) ?? 0) + 1;
  if (!names.includes(name) || number > NAMESAKES) throw new Error(`There is no further ${name}: see test/servers.`);
  counts.set(name, number);
  return number;
}
