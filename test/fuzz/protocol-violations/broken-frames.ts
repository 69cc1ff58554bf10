import type { Chance } from '../chance.js';
import { ViolatingClient } from '../violating-client.js';
import { fragments, frameOf, Opcode } from '../wire.js';
import type { ViolationTarget, ProtocolViolation } from './protocol-violation.js';

const HEARTBEAT = JSON.stringify({ event_type: 'session.heartbeat', data: {} });
const MOST_BYTES = 65_536;
/** The limit of `ws` for the fragments of one message. */
const MOST_FRAGMENTS = 16_384;

const begun = (text: string): Buffer => frameOf(Opcode.text, text, { fin: false });
const code = (value: number, reason: Buffer | string = ''): Buffer => {
  const payload = Buffer.concat([Buffer.alloc(2), Buffer.from(reason)]);
  payload.writeUInt16BE(value);
  return frameOf(Opcode.close, payload);
};
const NO_UTF8 = Buffer.from([0x22, 0xc3, 0x28, 0x22]);

/** Each with the expected close code. `ws` itself closes with 1002 and 1008. */
const BREACHES: readonly (readonly [string, closes: number, bytes: (chance: Chance) => Buffer])[] = [
  ['a frame without a mask', 1002, () => frameOf(Opcode.text, HEARTBEAT, { masked: false })],
  ['reserved bits', 1002, (chance) => frameOf(Opcode.text, HEARTBEAT, { reserved: 1 + chance.below(7) })],
  ['an unknown opcode', 1002, (chance) => frameOf(chance.pick([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]), HEARTBEAT)],
  ['a ping that is too long', 1002, () => frameOf(Opcode.ping, 'x'.repeat(126))],
  ['a fragmented ping', 1002, () => frameOf(Opcode.ping, 'x', { fin: false })],
  ['a continuation without a beginning', 1002, () => frameOf(Opcode.continuation, HEARTBEAT)],
  ['a text within a text', 1002, () => Buffer.concat([begun('{'), frameOf(Opcode.text, HEARTBEAT)])],
  ['a binary frame', 1003, () => frameOf(Opcode.binary, HEARTBEAT)],
  ['a fragmented binary frame', 1003, () => Buffer.concat([frameOf(2, '{', { fin: false }), frameOf(0, '}')])],
  ['text that is not UTF-8', 1007, () => frameOf(Opcode.text, NO_UTF8)],
  ['half a character', 1007, () => frameOf(Opcode.text, Buffer.from('"🦜').subarray(0, 4))],
  [
    'a frame with a declared length above the limit',
    1009,
    () => frameOf(Opcode.text, '', { claims: BigInt(MOST_BYTES) + 1n }),
  ],
  ['a frame with an impossible length', 1009, () => frameOf(Opcode.text, '', { claims: 2n ** 63n })],
  ['fragments that are too long in total', 1009, () => tooLongTogether()],
  ['too many fragments', 1008, () => pieces(MOST_FRAGMENTS + 1)],
  ['a close frame of one byte', 1002, () => frameOf(Opcode.close, 'x')],
  [
    'a close frame with a forbidden code',
    1002,
    (chance) => code(chance.pick([0, 999, 1004, 1005, 1006, 1015, 2999, 65_535])),
  ],
  ['a close frame that is not UTF-8', 1007, () => code(1000, NO_UTF8)],
  ['a farewell', 1000, () => code(1000, 'bye')],
  ['a close frame with a private code', 4999, () => code(4999)],
  ['a close frame within a fragmented text', 1001, () => Buffer.concat([begun('{'), code(1001)])],
];

function tooLongTogether(): Buffer {
  const half = 'x'.repeat(MOST_BYTES / 2 + 1);
  return Buffer.concat([begun(half), frameOf(Opcode.continuation, half)]);
}

function pieces(count: number): Buffer {
  return Buffer.concat([begun(''), ...Array.from({ length: count - 1 }, () => frameOf(0, '', { fin: false }))]);
}

/** It must be detected among valid frames too, and whatever the size of the packets. */
async function breaks({ url, token, chance }: ViolationTarget, expected: number, bytes: Buffer): Promise<void> {
  const client = await ViolatingClient.open(url, token);
  const before = fragments(HEARTBEAT, 1 + chance.below(3), chance);
  const all = Buffer.concat([...before, bytes, ...(chance.oneIn(2) ? [frameOf(Opcode.text, HEARTBEAT)] : [])]);
  const cut = chance.below(all.length);
  client.write(all.subarray(0, cut));
  client.write(all.subarray(cut));
  const closed = await client.closed;
  if (closed !== expected) throw new Error(`closed with ${String(closed)}, where ${String(expected)} was due`);
}

export const brokenFrames: readonly ProtocolViolation[] = BREACHES.map(([name, expected, bytes]) => ({
  name,
  run: (target) => breaks(target, expected, bytes(target.chance)),
}));
