import { once } from 'node:events';

import { WebSocket } from 'ws';

import { protocols } from './wires.js';

/**
 * One client sends one request after the other to a Parley.
 * @param {{ url: string, token: string, question: { event_type: string, data: object }, end: string, warmUp: number,
 *   count: number }} load `end`: a text in the answer or in its last page; `warmUp`: unmeasured requests; `count`:
 *   measured ones
 * @returns {Promise<number[]>} milliseconds from the request to the end of its answer, in order
 * @throws {Error} if an answer is an error
 */
export async function ask({ url, token, question, end, warmUp, count }) {
  const socket = new WebSocket(protocols.parley.address({ url, token, roomId: '' }), { perMessageDeflate: false });
  await once(socket, 'message');
  /** @type {number[]} */
  const times = [];
  for (let number = 0; number < warmUp + count; number += 1) {
    const at = performance.now();
    socket.send(JSON.stringify({ ...question, request_id: String(number) }));
    await answered(socket, end);
    if (number >= warmUp) times.push(performance.now() - at);
  }
  const closed = once(socket, 'close');
  socket.close();
  await closed;
  return times;
}

/** @param {WebSocket} socket @param {string} end */
function answered(socket, end) {
  return new Promise((resolve, reject) => {
    const hear = (/** @type {Buffer} */ frame) => {
      const failed = frame.includes('{"error"');
      if (!failed && !frame.includes(end)) return;
      socket.off('message', hear).off('close', reject);
      if (failed) reject(new Error(frame.toString()));
      else resolve(undefined);
    };
    socket.on('message', hear).on('close', reject);
  });
}
