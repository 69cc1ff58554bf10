import type { Chance } from './chance.js';

/** The numbers of RFC 6455. */
export const Opcode = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

interface FrameOptions {
  /** Default true: this is the last frame of the message. */
  readonly fin?: boolean;
  /** The three reserved bits, 0 to 7. */
  readonly reserved?: number;
  readonly masked?: boolean;
  /** A false length to declare. */
  readonly claims?: bigint;
}

/** One frame of a client as bytes, possibly invalid. */
export function frameOf(opcode: number, payload: Buffer | string = '', options: FrameOptions = {}): Buffer {
  const { fin = true, reserved = 0, masked = true } = options;
  const body = Buffer.from(payload);
  const length = options.claims ?? BigInt(body.length);
  const head = Buffer.from([(fin ? 0x80 : 0) | (reserved << 4) | opcode]);
  const parts = [head, lengthOf(length, masked)];
  // A mask of zeros is valid, and keeps the payload readable.
  if (masked) parts.push(Buffer.alloc(4));
  return Buffer.concat([...parts, body]);
}

function lengthOf(length: bigint, masked: boolean): Buffer {
  const mask = masked ? 0x80 : 0;
  if (length < 126n) return Buffer.from([mask | Number(length)]);
  const short = length < 65_536n;
  const bytes = Buffer.alloc(short ? 3 : 9);
  bytes[0] = mask | (short ? 126 : 127);
  if (short) bytes.writeUInt16BE(Number(length), 1);
  else bytes.writeBigUInt64BE(length, 1);
  return bytes;
}

/** A text in fragments, cut anywhere, even within a character; some are empty. */
export function fragments(text: string, pieces: number, chance: Chance): Buffer[] {
  const body = Buffer.from(text);
  const cuts = Array.from({ length: pieces - 1 }, () => chance.below(body.length + 1)).sort(
    (one, other) => one - other,
  );
  const bounds = [0, ...cuts, body.length];
  return bounds.slice(1).map((end, at) => {
    const opcode = at === 0 ? Opcode.text : Opcode.continuation;
    return frameOf(opcode, body.subarray(bounds[at], end), { fin: at === pieces - 1 });
  });
}

const whole = (text: string): Buffer => frameOf(Opcode.text, text);

/** Puts pings and pongs between fragments, as a peer may do. */
function interleaved(frames: readonly Buffer[], chance: Chance): Buffer {
  const control = (): Buffer => frameOf(chance.pick([Opcode.ping, Opcode.pong]), 'p'.repeat(chance.below(126)));
  return Buffer.concat(frames.flatMap((frame) => [frame, control()]).slice(0, -1));
}

/** Equivalent ways to send a text. */
const WAYS: readonly ((text: string, chance: Chance) => Buffer)[] = [
  whole,
  whole,
  (text, chance) => Buffer.concat(fragments(text, 1 + chance.below(10), chance)),
  (text, chance) => interleaved(fragments(text, 2 + chance.below(5), chance), chance),
];

/**
 * The bytes by which a client sends all these texts, in any fragments and in any packets.
 * @returns the bytes of each write
 */
export function onTheWire(texts: readonly string[], chance: Chance): Buffer[] {
  const bytes = Buffer.concat(texts.map((text) => chance.pick(WAYS)(text, chance)));
  const largest = chance.pick([bytes.length, bytes.length, 16_384, 1_448, 97]);
  const pieces: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += largest) pieces.push(bytes.subarray(from, from + largest));
  return pieces;
}
