/**
 * The thread of the embedded database: a statement occupies its thread until it ends, and the thread of the service
 * must read and write sockets meanwhile. The service starts this module as a worker (`database-worker.ts`).
 */
import { parentPort, workerData } from 'node:worker_threads';

import { reasonOf } from '../../logging/log-record.js';
import type { ThreadEvent, ThreadInput } from './database-worker.js';
import { serveEmbedded } from './embedded-sockets.js';
import { openPGlite } from './pglite.js';

const { folder, socket } = workerData as ThreadInput;
const report = (event: ThreadEvent): void => parentPort?.postMessage(event);

async function serve(): Promise<void> {
  const sockets = await serveEmbedded(
    () => openPGlite(folder),
    socket,
    (name) => report({ name }),
  );
  // The only message is the request to close.
  parentPort?.once('message', () => {
    void sockets.close().then(() => report({ name: 'closed' }));
  });
  report({ name: 'serves' });
}

serve().catch((error: unknown) => report({ name: 'failed', reason: reasonOf(error) }));
