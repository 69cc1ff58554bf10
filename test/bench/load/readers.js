import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { answered, connected, left } from './ask.js';

const OWN = 'readers';
const ROOM_INFO = '"roominfo.dispatch"';
const POLL_MS = 20;
/** The bystander asks for so long before and after the members read. */
const AROUND_MS = 200;

/** Files by which the two processes wait for each other. @param {string} folder */
export const signs = (folder) => ({
  areConnected: join(folder, 'are-connected'),
  asking: join(folder, 'asking'),
  isRead: join(folder, 'is-read'),
});

/**
 * Members of a room read a message at the same moment, once the bystander asks.
 * @param {{ url: string, tokens: string[], messageId: string, folder: string }} load
 * @returns {Promise<{ ms: number, refused: number }>} the milliseconds until the last of them was answered, and how
 *   many were refused, to try it again later
 */
export async function readers({ url, tokens, messageId, folder }) {
  const sockets = await Promise.all(tokens.map((token) => connected(url, token)));
  const { areConnected, asking, isRead } = signs(folder);
  writeFileSync(areConnected, '');
  while (!existsSync(asking)) await delay(POLL_MS);
  await delay(AROUND_MS);
  const began = performance.now();
  const question = JSON.stringify({ event_type: 'message.read', request_id: OWN, data: { message_id: messageId } });
  const answers = await Promise.allSettled(
    sockets.map((socket) => {
      socket.send(question);
      return answered(socket, `"request_id":"${OWN}"`);
    }),
  );
  const ms = performance.now() - began;
  await delay(AROUND_MS);
  writeFileSync(isRead, '');
  await Promise.all(sockets.map(left));
  return { ms, refused: answers.filter(({ status }) => status === 'rejected').length };
}

/**
 * A user asks for the state of a room again and again, one request after the other, from when the members are connected
 * until they have read.
 * @param {{ url: string, token: string, roomId: string, folder: string, ms: number }} load `ms`: at least for so long
 * @returns {Promise<number>} the milliseconds of the longest wait for an answer
 */
export async function bystander({ url, token, roomId, folder, ms }) {
  const socket = await connected(url, token);
  const ask = async () => {
    const began = performance.now();
    socket.send(JSON.stringify({ event_type: 'room.info', data: { room_id: roomId } }));
    // A refusal ends the wait too: the previous release refuses after five seconds.
    await answered(socket, ROOM_INFO).catch(() => undefined);
    return performance.now() - began;
  };
  const { areConnected, asking, isRead } = signs(folder);
  // Their handshakes are no receipts.
  while (!existsSync(areConnected)) await delay(POLL_MS);
  await ask();
  writeFileSync(asking, '');
  let longest = 0;
  for (const end = performance.now() + ms; performance.now() < end || !existsSync(isRead);) {
    longest = Math.max(longest, await ask());
  }
  await left(socket);
  return longest;
}
