import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { HttpStatus } from '@nestjs/common';

import { StallRounds } from './stall-rounds.js';

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Ends requests whose body is not complete in this time, with 408. A body that may take long is ended only if no byte of
 * it arrives for this time. It replaces `server.requestTimeout`, which knows one time for all requests.
 */
export function cutSlowBodies(
  server: Server,
  seconds: number,
  mayTakeLong: (request: IncomingMessage) => boolean,
): Handler {
  const answers = new Map<IncomingMessage, ServerResponse>();
  const rounds = new StallRounds<IncomingMessage>((request) => {
    if (request.complete) return undefined;
    return mayTakeLong(request) ? request.socket.bytesRead : 0;
  });
  const timer = setInterval(() => {
    for (const request of rounds.next(answers.keys())) end(request, answers.get(request));
  }, StallRounds.everyMs(seconds)).unref();
  server.once('close', () => {
    clearInterval(timer);
  });
  return (request, response, next) => {
    answers.set(request, response);
    response.once('close', () => answers.delete(request));
    next();
  };
}

function end({ socket }: IncomingMessage, response: ServerResponse | undefined): void {
  if (!response || response.headersSent) socket.destroy();
  else response.writeHead(HttpStatus.REQUEST_TIMEOUT, { Connection: 'close' }).end(() => socket.destroy());
}
