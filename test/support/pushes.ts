import { createECDH } from 'node:crypto';

import type pg from 'pg';

import { eventually } from './eventually.js';
import type { TestUser } from './people.js';
import type { PushedBrowser, PushService } from './push-service.js';
import type { Service } from './service.js';
import type { Member } from './messaging.js';

/** An entry of `push list --json`. */
export interface ListedPush {
  readonly username: string | null;
  readonly members: number;
  readonly room_id: string;
  readonly message_id: string;
  readonly host: string | null;
  readonly state: 'pending' | 'sent' | 'unsent';
  readonly reason: string | null;
  readonly status: number | null;
  readonly attempts: number;
}

/** The settings of a service that sends pushes to the specs' push service soon after a message. */
export function pushing({ host }: Pick<PushService, 'host'>): Record<string, string> {
  const curve = createECDH('prime256v1');
  return {
    VAPID_PUBLIC_KEY: curve.generateKeys('base64url'),
    // The curve leaves out the zeros at the begin.
    VAPID_PRIVATE_KEY: Buffer.from(curve.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
    VAPID_SUBJECT: 'mailto:operator@example.com',
    PUSH_ALLOWED_HOSTS: host,
    PUSH_DELAY_SECONDS: '1',
  };
}

/** The service's answer to a user's push request. */
export async function pushRequest(
  service: Service,
  person: Pick<TestUser, 'tokens'> | undefined,
  method: string,
  path: string,
  body?: object | string,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${service.url}/api/push/${path}`, {
    method,
    headers: {
      ...(person && { authorization: `Bearer ${person.tokens.access}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** A user's browser with a subscription at the push service. */
export async function subscribed(service: Service, user: TestUser, at: PushService): Promise<PushedBrowser> {
  const browser = at.subscribes();
  const { status } = await pushRequest(service, user, 'POST', 'subscriptions/', browser.toJSON());
  if (status !== 201) throw new Error(`${user.username} cannot subscribe: ${String(status)}`);
  return browser;
}

/** The pushes of a message in the database, in the form of `push list`. */
async function pushesIn(database: pg.Client, message: { readonly id: string }): Promise<ListedPush[]> {
  const { rows } = await database.query<ListedPush>(
    `SELECT u.username, p.members, p.room_id, p.message_id, s.host, p.state, p.reason, p.status, p.attempts
     FROM pushes p LEFT JOIN users u ON u.id = p.user_id LEFT JOIN push_subscriptions s ON s.id = p.subscription_id
     WHERE p.message_id = $1 ORDER BY p.id`,
    [message.id],
  );
  return rows;
}

/** The results of the pushes of a message, once none is pending. */
export async function resultsOf(database: pg.Client, message: { readonly id: string }): Promise<ListedPush[]> {
  let pushes: ListedPush[] = [];
  await eventually(async () => {
    pushes = await pushesIn(database, message);
    return pushes.length > 0 && pushes.every(({ state }) => state !== 'pending');
  });
  return pushes;
}

/**
 * Closes a user's only socket, and waits until the session is closed in the database. The opening is awaited first:
 * a session that is being written during the close would count as open for another second.
 */
export async function leave(database: pg.Client, { device, user }: Member): Promise<void> {
  await hasSessions(1, database, user);
  await device.close();
  await hasSessions(0, database, user);
}

const hasSessions = (count: number, database: pg.Client, { id }: Pick<TestUser, 'id'>): Promise<void> =>
  eventually(async () => (await database.query('SELECT FROM sessions WHERE user_id = $1', [id])).rowCount === count);
