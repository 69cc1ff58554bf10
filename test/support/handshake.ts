import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { WebSocket } from 'ws';

import { ChatClient } from './chat-client.js';
import type { Crossing } from './crossing.js';

export interface Knock {
  /** Default `/messaging/`. */
  readonly path?: string;
  /** For the query string. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
  /** Who is knocking, for the message of a failure. */
  readonly name?: string;
  /** The way to this socket from other nodes, where there are several. */
  readonly crossing?: Crossing | undefined;
}

/** A handshake that was refused: no socket came to be. */
export interface Refused {
  readonly status: number;
  readonly body: string;
}

/** Opens a socket, which may be closed at once. @throws Error if the handshake is refused */
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
  throw new Error(`The handshake of ${knock.name ?? 'somebody'} was accepted.`);
}

function knocks(url: string, knock: Knock): Promise<ChatClient | Refused> {
  const address = new URL(url.replace('http', 'ws') + (knock.path ?? '/messaging/'));
  if (knock.token !== undefined) address.searchParams.set('token', knock.token);
  const socket = new WebSocket(address, [...(knock.protocols ?? [])], {
    headers: { ...knock.headers },
  });
  // From its first moment, so that no frame is missed.
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
