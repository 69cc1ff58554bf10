import { createConnection } from 'node:net';

import { redisProgram } from './programs.js';
import { startServer } from './start-server.js';

/**
 * The Redis of `TEST_REDIS_URL`, or one of our own.
 * @param {string} folder
 */
export async function holdRedis(folder) {
  const given = process.env.TEST_REDIS_URL;
  if (given) return { told: { url: given }, release: () => Promise.resolve() };
  const program = redisProgram();
  if (!program) throw new Error('Redis is missing: set TEST_REDIS_URL, or install redis-server.');
  const { port, stop } = await startServer({
    command: (free) => [program, '--bind', '127.0.0.1', '--port', String(free), '--save', '', '--dir', folder],
    answers,
  });
  return { told: { url: `redis://127.0.0.1:${String(port)}` }, release: stop };
}

/** @param {number} port @returns {Promise<boolean>} */
function answers(port) {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      resolve(data.toString().startsWith('+PONG'));
      socket.destroy();
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
