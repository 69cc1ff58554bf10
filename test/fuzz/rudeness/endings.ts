import { once } from 'node:events';

import { RudeClient } from '../rude-client.js';
import { frameOf, Opcode } from '../wire.js';
import type { Doorstep, Rudeness } from './rudeness.js';

const ask = (eventType: string): string => JSON.stringify({ event_type: eventType, data: {} });
const HEARTBEAT = frameOf(Opcode.text, ask('session.heartbeat'));
/** What takes a moment to answer. */
const LISTS = Buffer.concat(Array.from({ length: 50 }, () => frameOf(Opcode.text, ask('room.list'))));
const HALF = HEARTBEAT.subarray(0, 20);

/** Ways to go that no protocol knows. */
const ENDINGS: readonly (readonly [string, (client: RudeClient, doorstep: Doorstep) => unknown])[] = [
  ['goes in the middle of a frame', ({ line }) => void line.end(HALF)],
  ['is cut off in the middle of a frame', ({ line }) => void line.write(HALF, () => line.resetAndDestroy())],
  ['is cut off before it is answered', ({ line }) => void line.write(LISTS, () => line.resetAndDestroy())],
  ['goes before it is answered', ({ line }) => void line.end(LISTS)],
  ['goes between the pieces of a frame', ({ line }) => void line.end(frameOf(Opcode.text, '{', { fin: false }))],
  [
    'says farewell, and goes on',
    ({ line }) => void line.write(Buffer.concat([frameOf(Opcode.close), LISTS, HEARTBEAT])),
  ],
  [
    'speaks byte by byte, and is heard',
    async (client) => {
      const answered = once(client.ws, 'message');
      for (const byte of HEARTBEAT) client.write(Buffer.from([byte]));
      await answered;
      client.ws.close();
    },
  ],
  [
    'asks whether anybody is there, and is told',
    async (client, { chance }) => {
      const payload = 'p'.repeat(chance.below(126));
      const answered = once(client.ws, 'pong');
      client.write(Buffer.concat([frameOf(Opcode.text, '{', { fin: false }), frameOf(Opcode.ping, payload)]));
      const [heard] = (await answered) as [Buffer];
      if (heard.toString() !== payload) throw new Error('the answer to a ping is not the ping');
      client.write(frameOf(Opcode.continuation, '}'));
      client.ws.close();
    },
  ],
];

export const endings: readonly Rudeness[] = ENDINGS.map(([name, goes]) => ({
  name,
  happens: async (doorstep) => {
    const client = await RudeClient.opens(doorstep.url, doorstep.token);
    await client.welcomed;
    const isOver = once(client.line, 'close');
    await goes(client, doorstep);
    await isOver;
  },
}));
