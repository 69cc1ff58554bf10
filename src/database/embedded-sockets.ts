import { createServer } from 'node:net';
import type { Socket } from 'node:net';

import type { PGlite } from '@electric-sql/pglite';
import type { PGLiteSocketHandler, PGLiteSocketHandlerOptions } from '@electric-sql/pglite-socket';

import { Turns } from './turns.js';

export interface EmbeddedSockets {
  close(): Promise<void>;
}

/**
 * Serves the database on a Unix socket, to several clients at once.
 *
 * The library's handler reads the protocol; whose turn it is, we say ourselves: the library's own queue takes turns
 * message by message, so that the statement of one client can be bound with the values of another.
 */
export async function serveEmbedded(
  database: PGlite,
  Handler: typeof PGLiteSocketHandler,
  path: string,
): Promise<EmbeddedSockets> {
  const turns = new Turns((message, onRawData) =>
    database.runExclusive(() => database.execProtocolRawStream(message, { onRawData })),
  );
  // The queue's type is not exported; these are the methods that a handler calls.
  const queryQueue = turns as unknown as PGLiteSocketHandlerOptions['queryQueue'];
  const handlers = new Set<PGLiteSocketHandler>();
  const server = createServer((socket: Socket) => {
    const handler = new Handler({ queryQueue, closeOnDetach: true });
    handlers.add(handler);
    handler.addEventListener('close', () => handlers.delete(handler));
    handler.addEventListener('error', () => handlers.delete(handler));
    void handler.attach(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all([...handlers].map((handler) => handler.detach(true)));
      await closed;
    },
  };
}
