import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Accepts no new connection, and answers pending requests: a client that has spent a refresh token gets the new one.
 * @param until the deadline
 */
export async function finishRequests(server: Server, until: Date): Promise<void> {
  // Connections close after their answer; otherwise the server would wait for the keep-alive timeout.
  server.keepAliveTimeout = 1;
  const finished = new Promise((resolve) => server.close(resolve));
  await Promise.race([finished, delay(Math.max(0, until.getTime() - Date.now()), undefined, { ref: false })]);
}
