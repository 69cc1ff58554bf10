import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { WebSocket } from 'ws';

import { codeOf, Line } from './line.js';
import { addressBy } from './resident.js';
import { post } from './tokens.js';

/**
 * @typedef {object} Visitor a client that is malicious or faulty
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

const RUBBISH = [
  '{',
  '[]',
  '{"event_type":"room.destroy","data":{}}',
  '{"event_type":"message.send","data":{"room_id":"nowhere","content":5}}',
  '{"event_type":"message.send","data":{"room_id":"01980000-0000-7000-8000-000000000001","content":"x"}}',
];
/** Frames that close the socket, each with its close code. @type {[data: string | Buffer, options: { binary: boolean }, code: number][]} */
const FATAL = [
  ['x'.repeat(TOO_LONG), { binary: false }, 1009],
  [Buffer.from([1, 2, 3]), { binary: true }, 1003],
  [Buffer.from([0xc3, 0x28]), { binary: false }, 1007],
];

/** @param {Visitor} visitor */
async function speaksRubbish({ url, token, address, random }) {
  const line = await Line.open(url, token, address);
  for (const text of RUBBISH) line.socket.send(text);
  expects(
    'a heartbeat after invalid input',
    await line.ask('session.heartbeat', {}),
    'an answer',
    (frame) => !frame?.error,
  );
  const [data, options, code] = FATAL[Math.floor(random() * FATAL.length)] ?? FATAL[0] ?? [];
  if (data === undefined || options === undefined) return;
  line.socket.send(data, options);
  expects('a fatal frame', await line.closed, code);
}

/** Sends requests until the rate limit refuses them. @param {Visitor} visitor */
async function asksTooFast({ url, token, address }) {
  const line = await Line.open(url, token, address);
  for (let count = 0; count < 150; count += 1) line.say('session.heartbeat', {});
  await line.ask('session.heartbeat', {});
  await line.cut();
}

/** @param {Visitor} visitor */
async function guessesAPassword({ url, address, random }) {
  const username = `nobody-${String(Math.floor(random() * 1_000_000))}`;
  const { status } = await post(`${url}/api/token/`, { username, password: 'a guess' }, address);
  expects('a guessed password', status, 401);
}

/** @param {Visitor} visitor */
async function showsABadToken({ url, address }) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/messaging/?token=none`, {
    headers: { 'x-forwarded-for': address },
  });
  expects('a bad token', await codeOf(once(socket, 'close')), 4001);
}

/** @param {Visitor} visitor */
async function comesFromElsewhere({ url, token, address }) {
  const headers = `X-Forwarded-For: ${address}\r\nOrigin: http://evil.example\r\n${HEAD}${KEY}`;
  const answer = await spoken(url, `GET /messaging/?token=${token} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  expects('a foreign origin', answer.slice(0, 12), 'HTTP/1.1 403');
}

/** @param {Visitor} visitor */
async function knocksAtTheWrongDoor({ url, address }) {
  const headers = `X-Forwarded-For: ${address}\r\nConnection: close\r\n`;
  const answer = await spoken(url, `GET /admin.php HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  expects('a wrong path', answer.slice(0, 12), 'HTTP/1.1 404');
}

/** @param {Visitor} visitor */
async function speaksNoHttp({ url }) {
  const answer = await spoken(url, 'EHLO example.com\r\n\r\n');
  expects('invalid HTTP', answer.slice(0, 12), 'HTTP/1.1 400');
}

/** Connects, sends nothing or half a request, and disconnects. @param {Visitor} visitor */
async function saysHalfAndIsGone({ url, random }) {
  const socket = await connected(url);
  if (random() < 0.5) socket.write('POST /api/token/ HTTP/1.1\r\nHost: local');
  await delay(random() * LONGEST_WAIT_MS);
  socket.resetAndDestroy();
}

/** Ends its own side and reads on: a half-open connection. @param {Visitor} visitor */
async function endsItsSide({ url, token }) {
  const socket = await connected(url);
  const ended = once(socket, 'close');
  socket.write(`GET /messaging/?token=${token} HTTP/1.1\r\nHost: localhost\r\n${HEAD}${KEY}\r\n`);
  await once(socket, 'data');
  socket.end();
  socket.resume();
  await ended;
}

/** Disconnects in the middle of a frame. @param {Visitor} visitor */
async function breaksOff({ url, token, random }) {
  const socket = await connected(url);
  socket.write(`GET /messaging/?token=${token} HTTP/1.1\r\nHost: localhost\r\n${HEAD}${KEY}\r\n`);
  await once(socket, 'data');
  // 4 of the 100 bytes of a text.
  socket.write(Buffer.from([0x81, 0x80 | 100, 0, 0, 0, 0, 0x7b, 0x7b, 0x7b, 0x7b]));
  await delay(random() * LONGEST_WAIT_MS);
  socket.resetAndDestroy();
}

/** Requests much, and reads nothing for a while. @param {Visitor} visitor */
async function readsLate({ url, token, address, random }) {
  const line = await Line.open(url, token, address);
  line.socket.pause();
  for (let count = 0; count < 30; count += 1) line.say('room.list', {});
  await delay(random() * LONGEST_WAIT_MS);
  line.socket.resume();
  await line.ask('session.heartbeat', {});
  await line.leave();
}

const MISCHIEFS = [
  ...[speaksRubbish, asksTooFast, guessesAPassword, guessesAPassword, showsABadToken, comesFromElsewhere],
  ...[knocksAtTheWrongDoor, speaksNoHttp, saysHalfAndIsGone, saysHalfAndIsGone, endsItsSide, breaksOff, readsLate],
];

/**
 * Runs the abuses one after the other, each from an address of its own.
 * @param {import('./resident.js').Resident} who the user whose token is used
 * @param {AbortSignal} end
 */
export async function misbehaves(who, end) {
  const { random, tally } = who.world;
  while (!end.aborted) {
    const mischief = MISCHIEFS[Math.floor(random() * MISCHIEFS.length)] ?? speaksRubbish;
    await delay(random() * LONGEST_WAIT_MS);
    try {
      await mischief({ url: who.url(), token: who.tokens.access, address: addressBy(random), random });
      tally.counts(mischief.name);
    } catch (error) {
      tally.complains(`${mischief.name}: ${error instanceof Error ? error.message : String(error)}`);
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
async function spoken(url, text) {
  const socket = await connected(url);
  let answer = '';
  socket.setEncoding('latin1').on('data', (part) => (answer += String(part)));
  socket.once('end', () => socket.end());
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

/** @template Found @param {string} what @param {Found} found @param {unknown} expected @param {(found: Found) => boolean} [fits] */
function expects(what, found, expected, fits = (value) => value === expected) {
  if (!fits(found)) throw new Error(`${what} got ${JSON.stringify(found)} instead of ${String(expected)}.`);
}
