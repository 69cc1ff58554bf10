import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { HttpStatus } from '@nestjs/common';

import { hasBody } from './request-headers.js';
import { StallRounds } from './stall-rounds.js';

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Ends requests whose body is not complete in this time, with 408. A body that may take long is ended only if no byte
 * of it arrives for this time. It replaces `server.requestTimeout`, which knows one time for all requests.
 */
export function cutSlowBodies(
  server: Server,
  seconds: number,
  mayTakeLong: (request: IncomingMessage) => boolean,
): Handler {
  const arriving = new Map<IncomingMessage, ServerResponse>();
  const rounds = new StallRounds<IncomingMessage>((request) =>
    mayTakeLong(request) ? request.socket.bytesRead : NO_PROGRESS,
  );
  const incomplete = (): Iterable<IncomingMessage> => {
    for (const request of arriving.keys()) if (request.complete || request.destroyed) arriving.delete(request);
    return arriving.keys();
  };
  rounds.untilClosed(server, seconds, incomplete, (request) => end(request, arriving.get(request)));
  return (request, response, next) => {
    if (hasBody(request)) arriving.set(request, response);
    next();
  };
}

/** The bytes of a body that may not take long do not count. */
const NO_PROGRESS = 0;

function end({ socket }: IncomingMessage, response: ServerResponse | undefined): void {
  if (!response || response.headersSent) socket.destroy();
  else response.writeHead(HttpStatus.REQUEST_TIMEOUT, { Connection: 'close' }).end(() => socket.destroy());
}
