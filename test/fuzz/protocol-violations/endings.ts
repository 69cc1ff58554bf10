import { once } from 'node:events';

import { ViolatingClient } from '../violating-client.js';
import { frameOf, Opcode } from '../wire.js';
import type { ViolationTarget, ProtocolViolation } from './protocol-violation.js';

const request = (eventType: string): string => JSON.stringify({ event_type: eventType, data: {} });
const HEARTBEAT = frameOf(Opcode.text, request('session.heartbeat'));
/** Requests that take a moment to answer. */
const LISTS = Buffer.concat(Array.from({ length: 50 }, () => frameOf(Opcode.text, request('room.list'))));
const HALF = HEARTBEAT.subarray(0, 20);

/** Ways to end a connection that violate the protocol. */
const ENDINGS: readonly (readonly [string, (client: ViolatingClient, target: ViolationTarget) => unknown])[] = [
  ['ends in the middle of a frame', ({ line }) => void line.end(HALF)],
  ['is reset in the middle of a frame', ({ line }) => void line.write(HALF, () => line.resetAndDestroy())],
  ['is reset before the answers', ({ line }) => void line.write(LISTS, () => line.resetAndDestroy())],
  ['ends before the answers', ({ line }) => void line.end(LISTS)],
  ['ends between the fragments of a message', ({ line }) => void line.end(frameOf(Opcode.text, '{', { fin: false }))],
  [
    'sends a close frame, and continues to send',
    ({ line }) => void line.write(Buffer.concat([frameOf(Opcode.close), LISTS, HEARTBEAT])),
  ],
  [
    'sends byte by byte, and is answered',
    async (client) => {
      const answered = once(client.ws, 'message');
      for (const byte of HEARTBEAT) client.write(Buffer.from([byte]));
      await answered;
      client.ws.close();
    },
  ],
  [
    'sends a ping, and receives a pong',
    async (client, { chance }) => {
      const payload = 'p'.repeat(chance.below(126));
      const answered = once(client.ws, 'pong');
      client.write(Buffer.concat([frameOf(Opcode.text, '{', { fin: false }), frameOf(Opcode.ping, payload)]));
      const [received] = (await answered) as [Buffer];
      if (received.toString() !== payload) throw new Error('the answer to a ping is not the ping');
      client.write(frameOf(Opcode.continuation, '}'));
      client.ws.close();
    },
  ],
];

export const endings: readonly ProtocolViolation[] = ENDINGS.map(([name, goes]) => ({
  name,
  run: async (target) => {
    const client = await ViolatingClient.open(target.url, target.token);
    await client.ready;
    const isOver = once(client.line, 'close');
    await goes(client, target);
    await isOver;
  },
}));
