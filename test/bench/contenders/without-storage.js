import { randomUUID } from 'node:crypto';

import { startChild } from './contender.js';

/** Every token is accepted, and every room exists. @type {import('./contender.js').Contender['rooms']} */
const rooms = (count, size) =>
  Promise.resolve(
    Array.from({ length: count }, () => ({ id: randomUUID(), tokens: Array.from({ length: size }, () => 'anybody') })),
  );

/**
 * @param {'bare' | 'socket.io'} wire
 * @param {string[]} [node] flags of Node.js
 * @returns {Promise<import('./contender.js').Contender>}
 */
export async function startWithoutStorage(wire, node) {
  const [name, program] = wire === 'bare' ? ['plain ws', 'bare-ws-server.js'] : ['Socket.IO', 'socket-io-server.js'];
  const child = await startChild(`test/bench/contenders/${program}`, { node });
  return { name, wire, rooms, ...child };
}
