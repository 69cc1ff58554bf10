import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { WebSocket } from 'ws';

import { ChatClient } from './chat-client.js';
import type { ClusterBarrier } from './cluster-barrier.js';

export interface HandshakeOptions {
  /** Default `/messaging/`. */
  readonly path?: string;
  /** Sent in the query string. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
  /** The user's name, for failure messages. */
  readonly name?: string;
  /** How frames arrive from other nodes, if there are several. */
  readonly clusterBarrier?: ClusterBarrier | undefined;
}

/** A refused handshake: no socket was opened. */
export interface Refused {
  readonly status: number;
  readonly body: string;
}

/** Opens a socket, which the service may close at once. @throws Error if the handshake is refused */
export async function openClient(url: string, handshake: HandshakeOptions): Promise<ChatClient> {
  const result = await attemptHandshake(url, handshake);
  if (result instanceof ChatClient) return result;
  throw new Error(`The handshake was refused with ${String(result.status)} ${result.body}`);
}

/** @throws Error if the handshake is accepted */
export async function expectHandshakeRefused(url: string, handshake: HandshakeOptions): Promise<Refused> {
  const result = await attemptHandshake(url, handshake);
  if (!(result instanceof ChatClient)) return result;
  await result.close();
  throw new Error(`The handshake of ${handshake.name ?? 'a user'} was accepted.`);
}

function attemptHandshake(url: string, handshake: HandshakeOptions): Promise<ChatClient | Refused> {
  const address = new URL(url.replace('http', 'ws') + (handshake.path ?? '/messaging/'));
  if (handshake.token !== undefined) address.searchParams.set('token', handshake.token);
  const socket = new WebSocket(address, [...(handshake.protocols ?? [])], {
    headers: { ...handshake.headers },
  });
  // Created at once, so that no frame is missed.
  const client = new ChatClient(socket, handshake.name, handshake.clusterBarrier);
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(client));
    socket.once('unexpected-response', (_request, response: IncomingMessage) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    socket.once('error', reject);
  });
}
