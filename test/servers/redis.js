import { createConnection } from 'node:net';

import { redisProgram } from './programs.js';
import { startServer } from './start-server.js';

/**
 * The Redis of `TEST_REDIS_URL`, or one that is started here.
 * @param {string} folder
 */
export async function holdRedis(folder) {
  const given = process.env.TEST_REDIS_URL;
  if (given) return { settings: { url: given }, release: () => Promise.resolve() };
  const { server, url } = privateRedis(folder);
  const { port, stop } = await startServer(server);
  return { settings: { url: url(port) }, release: stop };
}

/**
 * A Redis for the tests, not started yet.
 * @param {string} folder in which it runs
 * @returns {{ server: import('./start-server.js').Server, url: (port: number) => string }}
 */
export function privateRedis(folder) {
  const program = redisProgram();
  if (!program) throw new Error('Redis is missing: set TEST_REDIS_URL, or install redis-server.');
  const server = {
    command: (/** @type {number} */ port) => [
      program,
      '--bind',
      '127.0.0.1',
      '--port',
      String(port),
      '--save',
      '',
      '--dir',
      folder,
    ],
    answers,
  };
  return { server, url: (port) => `redis://127.0.0.1:${String(port)}` };
}

/** @param {number} port @returns {Promise<boolean>} */
function answers(port) {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      resolve(data.toString().startsWith('+PONG'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}
