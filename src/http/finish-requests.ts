import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Takes no new connection, and answers what has been asked: whoever has spent a refresh token gets the new one.
 * @param until after this moment no request is waited for any more
 */
export async function finishRequests(server: Server, until: Date): Promise<void> {
  // Whoever is answered now ends its connection, or the server would wait as long as one is kept.
  server.keepAliveTimeout = 1;
  const finished = new Promise((resolve) => server.close(resolve));
  await Promise.race([finished, delay(Math.max(0, until.getTime() - Date.now()), undefined, { ref: false })]);
}
