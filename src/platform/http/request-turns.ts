import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Handles the requests of one connection in turn: a pipelined request starts when the answer before it has been passed
 * to the kernel. So a client that reads nothing has one answer in memory, and a request that has not started holds
 * no file open. Node itself would start all requests that arrive together, and keep their answers.
 *
 * A connection with too many waiting requests is cut: Node reads on while the first answer is computed.
 * @param mostWaiting the maximum number of requests of one connection that wait
 */
export function requestsInTurn(mostWaiting: number): Handler {
  /** By connection with a request in progress: the requests that wait for it. */
  const waiting = new WeakMap<Socket, (() => void)[]>();

  const begin = (socket: Socket, response: ServerResponse, next: () => void): void => {
    response.once('close', () => {
      const following = socket.destroyed ? undefined : waiting.get(socket)?.shift();
      if (following) following();
      else waiting.delete(socket);
    });
    next();
  };

  return ({ socket }, response, next) => {
    // The rest of the bytes that had arrived when the connection was cut.
    if (socket.destroyed) return;
    const others = waiting.get(socket);
    if (!others) {
      waiting.set(socket, []);
      begin(socket, response, next);
    } else if (others.length < mostWaiting) {
      // Runs in the trace of its own request, and not in that of the answer before.
      others.push(AsyncResource.bind(() => begin(socket, response, next)));
    } else {
      socket.destroy();
    }
  };
}
