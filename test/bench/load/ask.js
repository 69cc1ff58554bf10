import { once } from 'node:events';

import { WebSocket } from 'ws';

import { protocols } from './wires.js';

/** @typedef {{ event_type: string, data: object }} Question */

/**
 * One client sends one request after the other to a Parley.
 * @param {{ url: string, token: string, question: Question | Question[], end: string, warmUp: number, count: number }}
 *   load `question`: several are asked in turn; `end`: a text in the answer or in its last page; `warmUp`: unmeasured
 *   requests; `count`: measured ones
 * @returns {Promise<number[]>} milliseconds from the request to the end of its answer, in order
 * @throws {Error} if an answer is an error
 */
export async function ask({ url, token, question, end, warmUp, count }) {
  const socket = await connected(url, token);
  /** @type {number[]} */
  const times = [];
  const questions = [question].flat();
  for (let number = 0; number < warmUp + count; number += 1) {
    const at = performance.now();
    socket.send(JSON.stringify({ ...questions[number % questions.length], request_id: String(number) }));
    await answered(socket, end);
    if (number >= warmUp) times.push(performance.now() - at);
  }
  await left(socket);
  return times;
}

/** A socket of a user of a Parley, after its first frame. @param {string} url @param {string} token */
export async function connected(url, token) {
  const address = protocols.parley.address({ url, token, roomId: '' });
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await once(socket, 'message');
  return socket;
}

/** Closes a socket. @param {WebSocket} socket */
export async function left(socket) {
  const closed = once(socket, 'close');
  socket.close();
  await closed;
}

/**
 * @param {WebSocket} socket
 * @param {string} end a text in the last frame of the answer
 * @returns {Promise<Buffer>} the last frame of the answer
 * @throws {Error} if it is an error
 */
export function answered(socket, end) {
  return new Promise((resolve, reject) => {
    const receive = (/** @type {Buffer} */ frame) => {
      const failed = frame.includes('{"error"');
      if (!failed && !frame.includes(end)) return;
      socket.off('message', receive).off('close', reject);
      if (failed) reject(new Error(frame.toString()));
      else resolve(frame);
    };
    socket.on('message', receive).on('close', reject);
  });
}
