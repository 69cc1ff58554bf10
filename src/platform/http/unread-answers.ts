import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { StallRounds } from './stall-rounds.js';
import { takenBytes } from './taken-bytes.js';

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Cuts connections that take no byte of an answer for this time. A request that is answered late has nothing to read
 * yet and is not cut.
 * @param server its WebSockets have no answer, and a bound of their own
 */
export function cutUnreadAnswers(server: Server, seconds: number): Handler {
  const sockets = new Map<ServerResponse, Socket>();
  const rounds = new StallRounds<Socket>((socket) => (socket.writableLength > 0 ? takenBytes(socket) : undefined));
  rounds.untilClosed(
    server,
    seconds,
    () => sockets.values(),
    (socket) => socket.destroy(),
  );
  return ({ socket }, response, next) => {
    sockets.set(response, socket);
    response.once('close', () => sockets.delete(response));
    next();
  };
}
