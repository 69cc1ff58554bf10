import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { WebSocket } from 'ws';

import { ChatClient } from './chat-client.js';
import type { Crossing } from './crossing.js';

export interface Knock {
  /** Default `/messaging/`. */
  readonly path?: string;
  /** Sent in the query string. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
  /** The user's name, for failure messages. */
  readonly name?: string;
  /** How frames arrive from other nodes, if there are several. */
  readonly crossing?: Crossing | undefined;
}

/** A refused handshake: no socket was opened. */
export interface Refused {
  readonly status: number;
  readonly body: string;
}

/** Opens a socket, which the service may close at once. @throws Error if the handshake is refused */
export async function opens(url: string, knock: Knock): Promise<ChatClient> {
  const result = await knocks(url, knock);
  if (result instanceof ChatClient) return result;
  throw new Error(`The handshake was refused with ${String(result.status)} ${result.body}`);
}

/** A handshake that must be refused. */
export async function isTurnedAway(url: string, knock: Knock): Promise<Refused> {
  const result = await knocks(url, knock);
  if (!(result instanceof ChatClient)) return result;
  await result.leaves();
  throw new Error(`The handshake of ${knock.name ?? 'a user'} was accepted.`);
}

function knocks(url: string, knock: Knock): Promise<ChatClient | Refused> {
  const address = new URL(url.replace('http', 'ws') + (knock.path ?? '/messaging/'));
  if (knock.token !== undefined) address.searchParams.set('token', knock.token);
  const socket = new WebSocket(address, [...(knock.protocols ?? [])], {
    headers: { ...knock.headers },
  });
  // Created at once, so that no frame is missed.
  const client = new ChatClient(socket, knock.name, knock.crossing);
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      resolve(client);
    });
    socket.once('unexpected-response', (_request, response: IncomingMessage) => {
      text(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, body });
      }, reject);
    });
    socket.once('error', reject);
  });
}
