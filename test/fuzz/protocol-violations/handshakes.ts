import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

import { frameOf, Opcode } from '../wire.js';
import type { ViolationTarget, ProtocolViolation } from './protocol-violation.js';

const UPGRADE: Readonly<Record<string, string>> = {
  Host: 'localhost',
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
};

function handshake(path: string, others: Record<string, string> = {}, method = 'GET'): string {
  const lines = Object.entries({ ...UPGRADE, ...others }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Each with the expected beginning of the answer. */
const HANDSHAKES: readonly (readonly [string, RegExp, (target: ViolationTarget) => string | Buffer])[] = [
  ['text that is not HTTP', /^HTTP\/1\.1 400 /, () => 'hello\r\n\r\n'],
  ['TLS', /^HTTP\/1\.1 400 /, () => Buffer.from('16030100c8010000c40303', 'hex')],
  [
    'random bytes',
    /^HTTP\/1\.1 400 /,
    ({ chance }) => Buffer.from(Array.from({ length: 500 }, () => 128 + chance.below(128))),
  ],
  ['another version', /^HTTP\/1\.1 4\d\d /, ({ token }) => handshake(at(token), { 'Sec-WebSocket-Version': '12' })],
  ['an invalid key', /^HTTP\/1\.1 400 /, ({ token }) => handshake(at(token), { 'Sec-WebSocket-Key': 'x' })],
  ['invalid subprotocols', /^HTTP\/1\.1 400 /, ({ token }) => handshake(at(token), { 'Sec-WebSocket-Protocol': ',,' })],
  ['another method', /^HTTP\/1\.1 405 /, ({ token }) => handshake(at(token), {}, 'POST')],
  ['another protocol', /^HTTP\/1\.1 4\d\d /, ({ token }) => handshake(at(token), { Upgrade: 'h2c' })],
  ['another path', /^HTTP\/1\.1 404 /, ({ token }) => handshake(`/messaging/..%2f?token=${token}`)],
  ['a foreign Origin', /^HTTP\/1\.1 403 /, ({ token }) => handshake(at(token), { Origin: 'null' })],
  [
    'headers that are too long',
    /^HTTP\/1\.1 431 /,
    ({ token }) => handshake(at(token), { 'X-Long': 'x'.repeat(20_000) }),
  ],
  ['an unreadable token', /^HTTP\/1\.1 101 [^]*token_invalid/, () => handshake('/messaging/?token=%00%ff%zz')],
  ['a malformed token', /^HTTP\/1\.1 101 [^]*token_invalid/, () => handshake(at('e30.e30.e30'))],
  ['two tokens', /^HTTP\/1\.1 101 [^]*token_invalid/, ({ token }) => handshake(`/messaging/?token=x&token=${token}`)],
  [
    'frames before the answer',
    /^HTTP\/1\.1 101 [^]*chat\.notifications[^]*\{"status":"success"\}/,
    ({ token }) => Buffer.concat([Buffer.from(handshake(at(token))), HEARTBEAT]),
  ],
];

const HEARTBEAT = frameOf(Opcode.text, '{"event_type":"session.heartbeat","data":{}}');
const at = (token: string): string => `/messaging/?token=${token}`;

async function opened(url: string): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

export const handshakes: readonly ProtocolViolation[] = HANDSHAKES.map(([name, answer, bytes]) => ({
  name: `a handshake with ${name}`,
  run: async (target) => {
    const socket = await opened(target.url);
    let received = '';
    const answered = new Promise<void>((resolve) => {
      socket.on('data', (data) => {
        received += data.toString('latin1');
        if (answer.test(received)) resolve();
      });
      socket.once('close', resolve);
    });
    socket.write(bytes(target));
    await answered;
    socket.destroy();
    if (!answer.test(received)) throw new Error(`answered with ${JSON.stringify(received.slice(0, 300))}`);
  },
}));

/** Beginnings of handshakes that are never completed. */
const BEGINNINGS = [
  '',
  'G',
  'GET /messaging/?token=',
  handshake('/messaging/').slice(0, -2),
  'POST /api/token/ HTTP/1.1\r\n',
];

/** Starts handshakes and never completes them. @returns when the service has closed all */
export async function neverFinish(url: string, each: number): Promise<void> {
  const beginnings = Array.from({ length: each }, () => BEGINNINGS).flat();
  const ends = beginnings.map(async (beginning) => {
    const socket = await opened(url);
    socket.resume();
    if (beginning !== '') socket.write(beginning);
    await once(socket, 'close');
  });
  await Promise.all(ends);
}
