import { names, namesakes, password } from '../servers/template.js';
import type { ChatClient } from './chat-client.js';
import type { Crossing } from './crossing.js';
import { opens } from './handshake.js';
import { keepToken } from './secrets.js';

/** Where people come in: a service, or what stands before it. */
interface Entrance {
  readonly url: string;
  readonly crossing?: Crossing | undefined;
}

/** Somebody with an account, logged in. */
export class Person {
  constructor(
    private readonly service: Entrance,
    readonly id: number,
    readonly username: string,
    readonly tokens: { readonly access: string; readonly refresh: string },
  ) {}

  /** Opens a socket on one more device. Its first frame is still to be heard. */
  connects(service: Entrance = this.service): Promise<ChatClient> {
    const { url, crossing } = service;
    return opens(url, { token: this.tokens.access, name: this.username, crossing });
  }

  /** The same, past the first frame. */
  async arrives(service: Entrance = this.service): Promise<ChatClient> {
    const device = await this.connects(service);
    await device.hears('chat.notifications');
    return device;
  }
}

/** How many of each name have been called up, by service. */
const calledUp = new WeakMap<Entrance, Map<string, number>>();

/** People who have done nothing on this service yet: each call brings new ones. */
export async function people<Name extends string>(
  service: Entrance,
  ...firstNames: Name[]
): Promise<Record<Name, Person>> {
  const entries = firstNames.map(async (name) => [name, await logIn(service, nextNamesake(service, name))] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<Name, Person>;
}

/** A number of people whose names do not matter. */
export async function crowd(service: Entrance, size: number): Promise<Person[]> {
  const usernames = Array.from({ length: size }, (_, at) => nextNamesake(service, names[at % names.length]!));
  return Promise.all(usernames.map((username) => logIn(service, username)));
}

/** By the door that everybody uses. */
export async function logIn(service: Entrance, username: string, secret = password): Promise<Person> {
  const response = await fetch(`${service.url}/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: secret }),
  });
  if (!response.ok) throw new Error(`${username} cannot log in: ${String(response.status)} ${await response.text()}`);
  const tokens = (await response.json()) as { access: string; refresh: string };
  for (const token of Object.values(tokens)) keepToken(token);
  const claims = JSON.parse(Buffer.from(tokens.access.split('.')[1]!, 'base64url').toString()) as { user_id: number };
  return new Person(service, claims.user_id, username, tokens);
}

function nextNamesake(service: Entrance, name: string): string {
  const counts = calledUp.get(service) ?? new Map<string, number>();
  calledUp.set(service, counts);
  const count = (counts.get(name) ?? 0) + 1;
  if (!names.includes(name) || count > namesakes) throw new Error(`There is no further ${name}: see test/servers.`);
  counts.set(name, count);
  return `${name}${String(count)}`;
}
