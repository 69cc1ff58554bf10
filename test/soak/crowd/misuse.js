import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { WebSocket } from 'ws';

import { codeOf, Connection } from './connection.js';
import { addressBy } from './simulated-user.js';
import { post } from './tokens.js';

/**
 * @typedef {object} MisusingClient a client that is malicious or faulty
 * @property {string} url of a node
 * @property {string} token a valid one
 * @property {string} address
 * @property {() => number} random 0 to 1
 */

/** Far above the limit of a frame. */
const TOO_LONG = 70_000;
const LONGEST_WAIT_MS = 1_500;
const HEAD = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
const KEY = `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n`;

const INVALID = [
  '{',
  '[]',
  '{"event_type":"room.destroy","data":{}}',
  '{"event_type":"message.send","data":{"room_id":"nowhere","content":5}}',
  '{"event_type":"message.send","data":{"room_id":"01980000-0000-7000-8000-000000000001","content":"x"}}',
];
/**
 * Frames that close the socket, each with its close code.
 * @type {[data: string | Buffer, options: { binary: boolean }, code: number][]}
 */
const FATAL = [
  ['x'.repeat(TOO_LONG), { binary: false }, 1009],
  [Buffer.from([1, 2, 3]), { binary: true }, 1003],
  [Buffer.from([0xc3, 0x28]), { binary: false }, 1007],
];

/** @param {MisusingClient} visitor */
async function sendInvalidFrames({ url, token, address, random }) {
  const connection = await Connection.open(url, token, address);
  for (const text of INVALID) connection.socket.send(text);
  expects(
    'a heartbeat after invalid input',
    await connection.request('session.heartbeat', {}),
    'an answer',
    (frame) => !frame?.error,
  );
  const [data, options, code] = FATAL[Math.floor(random() * FATAL.length)] ?? FATAL[0] ?? [];
  if (data === undefined || options === undefined) return;
  connection.socket.send(data, options);
  expects('a fatal frame', await connection.closed, code);
}

/** Sends requests until the rate limit refuses them. @param {MisusingClient} visitor */
async function sendTooFast({ url, token, address }) {
  const connection = await Connection.open(url, token, address);
  for (let count = 0; count < 150; count += 1) connection.send('session.heartbeat', {});
  await connection.request('session.heartbeat', {});
  await connection.cut();
}

/** @param {MisusingClient} visitor */
async function guessPassword({ url, address, random }) {
  const username = `nobody-${String(Math.floor(random() * 1_000_000))}`;
  const { status } = await post(`${url}/api/token/`, { username, password: 'a guess' }, address);
  expects('a guessed password', status, 401);
}

/** @param {MisusingClient} visitor */
async function useBadToken({ url, address }) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/messaging/?token=none`, {
    headers: { 'x-forwarded-for': address },
  });
  expects('a bad token', await codeOf(once(socket, 'close')), 4001);
}

/** @param {MisusingClient} visitor */
async function useForeignOrigin({ url, token, address }) {
  const headers = `X-Forwarded-For: ${address}\r\nOrigin: http://evil.example\r\n${HEAD}${KEY}`;
  const answer = await written(url, `GET /messaging/?token=${token} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  expects('a foreign origin', answer.slice(0, 12), 'HTTP/1.1 403');
}

/** @param {MisusingClient} visitor */
async function useWrongPath({ url, address }) {
  const headers = `X-Forwarded-For: ${address}\r\nConnection: close\r\n`;
  const answer = await written(url, `GET /admin.php HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  expects('a wrong path', answer.slice(0, 12), 'HTTP/1.1 404');
}

/** @param {MisusingClient} visitor */
async function sendNoHttp({ url }) {
  const answer = await written(url, 'EHLO example.com\r\n\r\n');
  expects('invalid HTTP', answer.slice(0, 12), 'HTTP/1.1 400');
}

/** Connects, sends nothing or half a request, and disconnects. @param {MisusingClient} visitor */
async function sendHalfAndClose({ url, random }) {
  const socket = await connected(url);
  if (random() < 0.5) socket.write('POST /api/token/ HTTP/1.1\r\nHost: local');
  await delay(random() * LONGEST_WAIT_MS);
  socket.resetAndDestroy();
}

/** Ends its own side and reads on: a half-open connection. @param {MisusingClient} visitor */
async function endOwnSide({ url, token }) {
  const socket = await connected(url);
  const ended = once(socket, 'close');
  socket.write(`GET /messaging/?token=${token} HTTP/1.1\r\nHost: localhost\r\n${HEAD}${KEY}\r\n`);
  await once(socket, 'data');
  socket.end();
  socket.resume();
  await ended;
}

/** Disconnects in the middle of a frame. @param {MisusingClient} visitor */
async function breakOff({ url, token, random }) {
  const socket = await connected(url);
  socket.write(`GET /messaging/?token=${token} HTTP/1.1\r\nHost: localhost\r\n${HEAD}${KEY}\r\n`);
  await once(socket, 'data');
  // 4 of the 100 bytes of a text.
  socket.write(Buffer.from([0x81, 0x80 | 100, 0, 0, 0, 0, 0x7b, 0x7b, 0x7b, 0x7b]));
  await delay(random() * LONGEST_WAIT_MS);
  socket.resetAndDestroy();
}

/** Requests much, and reads nothing for a while. @param {MisusingClient} visitor */
async function readLate({ url, token, address, random }) {
  const connection = await Connection.open(url, token, address);
  connection.socket.pause();
  for (let count = 0; count < 30; count += 1) connection.send('room.list', {});
  await delay(random() * LONGEST_WAIT_MS);
  connection.socket.resume();
  await connection.request('session.heartbeat', {});
  await connection.leave();
}

const MISUSES = [
  sendInvalidFrames,
  sendTooFast,
  guessPassword,
  guessPassword,
  useBadToken,
  useForeignOrigin,
  useWrongPath,
  sendNoHttp,
  sendHalfAndClose,
  sendHalfAndClose,
  endOwnSide,
  breakOff,
  readLate,
];

/**
 * Runs the abuses one after the other, each from an address of its own.
 * @param {import('./simulated-user.js').SimulatedUser} who the user whose token is used
 * @param {AbortSignal} end
 */
export async function misuse(who, end) {
  const { random, counters } = who.world;
  while (!end.aborted) {
    const faults = MISUSES[Math.floor(random() * MISUSES.length)] ?? sendInvalidFrames;
    await delay(random() * LONGEST_WAIT_MS);
    try {
      await faults({ url: who.url(), token: who.tokens.access, address: addressBy(random), random });
      counters.counts(faults.name);
    } catch (error) {
      counters.complain(`${faults.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** @param {string} url */
async function connected(url) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends a text, and reads to the end. @param {string} url @param {string} text */
async function written(url, text) {
  const socket = await connected(url);
  let answer = '';
  socket.setEncoding('latin1').on('data', (part) => (answer += String(part)));
  socket.once('end', () => socket.end());
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

/**
 * @template Found
 * @param {string} what
 * @param {Found} found
 * @param {unknown} expected
 * @param {(found: Found) => boolean} [fits]
 */
function expects(what, found, expected, fits = (value) => value === expected) {
  if (!fits(found)) throw new Error(`${what} got ${JSON.stringify(found)} instead of ${String(expected)}.`);
}
