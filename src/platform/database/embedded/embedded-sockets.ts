import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import type { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketHandler } from '@electric-sql/pglite-socket';
import type { PGLiteSocketHandlerOptions } from '@electric-sql/pglite-socket';

import { SessionMultiplexer } from './session-multiplexer.js';

export interface EmbeddedSockets {
  /** Closes every connection and the database. */
  close(): Promise<void>;
}

/** PostgreSQL has stopped, or is open again. */
export type RestartEvent = 'stopped' | 'reopened';

/**
 * The beginning of a panic error. No value of a row contains it, because no text is followed by a zero and a letter.
 */
const PANIC = Buffer.from('SPANIC\0VPANIC\0', 'latin1');
const PAUSE_MS = 1_000;

/**
 * Serves the database on a Unix socket, to several clients at once.
 *
 * The library's handler reads the protocol, but `SessionMultiplexer` replaces its queue: the library's own queue
 * alternates message by message, so that the statement of one client could be bound with the values of another.
 *
 * If PostgreSQL cannot write its log, as on a full disk, it panics, and must be restarted. This function reopens it.
 * Until then no client is connected, and no committed data is lost.
 *
 * @param open opens the folder of the database
 * @param onRestart called before and after it is reopened
 * @throws Error if it cannot be opened the first time
 */
export async function serveEmbedded(
  open: () => Promise<PGlite>,
  path: string,
  onRestart: (event: RestartEvent) => void,
): Promise<EmbeddedSockets> {
  const handlers = new Set<PGLiteSocketHandler>();
  let isClosed = false;
  let database: PGlite | undefined = await open();
  let multiplexer: SessionMultiplexer | undefined = multiplexerOf(database, () => void reopen());

  const detachAll = (): Promise<unknown> => Promise.all([...handlers].map((handler) => handler.detach(true)));

  async function reopen(): Promise<void> {
    onRestart('stopped');
    // Not closed, because closing would write its invalid memory.
    [database, multiplexer] = [undefined, undefined];
    await detachAll();
    while (!isClosed && !database) {
      database = await open().catch(() => undefined);
      if (!database) await delay(PAUSE_MS);
    }
    if (!database) return;
    multiplexer = multiplexerOf(database, () => void reopen());
    onRestart('reopened');
  }

  const server = createServer((socket: Socket) => {
    if (!multiplexer) {
      socket.destroy();
      return;
    }
    // The queue's type is not exported; these are the methods that a handler calls.
    const queryQueue = multiplexer as unknown as PGLiteSocketHandlerOptions['queryQueue'];
    const handler = new PGLiteSocketHandler({ queryQueue, closeOnDetach: true });
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
      isClosed = true;
      const closed = new Promise((resolve) => server.close(resolve));
      await detachAll();
      await closed;
      await database?.close();
    },
  };
}

/** @param panicked called once, after the last response of the database */
function multiplexerOf(database: PGlite, panicked: () => void): SessionMultiplexer {
  const panics = { seen: 0 };
  return new SessionMultiplexer(async (message, answered) => {
    const seenBefore = panics.seen;
    const onRawData = (data: Uint8Array): void => {
      if (Buffer.from(data.buffer, data.byteOffset, data.byteLength).includes(PANIC)) panics.seen += 1;
      answered(data);
    };
    await database.runExclusive(() => database.execProtocolRawStream(message, { onRawData }));
    if (seenBefore === 0 && panics.seen > 0) panicked();
  });
}
