import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections. */
const PORTS = { first: 15_000, last: 30_000 };

/**
 * A free port of the loopback that nobody takes while its server is away, not even those who try to connect to it.
 * @returns {Promise<number>}
 */
export async function steadyPort() {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * (PORTS.last - PORTS.first));
    if (await isFree(port)) return port;
  }
}

/** @param {number} port */
async function isFree(port) {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
