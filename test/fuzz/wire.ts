import type { Chance } from './chance.js';

/** As RFC 6455 numbers them. */
export const Opcode = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

interface FrameOptions {
  /** Default true: nothing follows in the same message. */
  readonly fin?: boolean;
  /** The three reserved bits, 0 to 7. */
  readonly reserved?: number;
  readonly masked?: boolean;
  /** What the frame says of its length, where that is not so. */
  readonly claims?: bigint;
}

/** One frame of a client as it goes over the wire, in whatever way it breaks the rules. */
export function frameOf(opcode: number, payload: Buffer | string = '', options: FrameOptions = {}): Buffer {
  const { fin = true, reserved = 0, masked = true } = options;
  const body = Buffer.from(payload);
  const length = options.claims ?? BigInt(body.length);
  const head = Buffer.from([(fin ? 0x80 : 0) | (reserved << 4) | opcode]);
  const parts = [head, lengthOf(length, masked)];
  // A mask of zeros changes nothing, and is one.
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

/** A text in pieces, cut anywhere, in the middle of a character too; some of them empty. */
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

/** Between any two frames a peer may ask whether somebody is there, and say so unasked. */
function interleaved(frames: readonly Buffer[], chance: Chance): Buffer {
  const control = (): Buffer => frameOf(chance.pick([Opcode.ping, Opcode.pong]), 'p'.repeat(chance.below(126)));
  return Buffer.concat(frames.flatMap((frame) => [frame, control()]).slice(0, -1));
}

/** Ways to send a text that are all the same to the service. */
const WAYS: readonly ((text: string, chance: Chance) => Buffer)[] = [
  whole,
  whole,
  (text, chance) => Buffer.concat(fragments(text, 1 + chance.below(10), chance)),
  (text, chance) => interleaved(fragments(text, 2 + chance.below(5), chance), chance),
];

/**
 * What a client writes to say all of these, in whatever frames, and in whatever pieces the network may make of it.
 * @returns what is written in one go each
 */
export function onTheWire(texts: readonly string[], chance: Chance): Buffer[] {
  const bytes = Buffer.concat(texts.map((text) => chance.pick(WAYS)(text, chance)));
  const largest = chance.pick([bytes.length, bytes.length, 16_384, 1_448, 97]);
  const pieces: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += largest) pieces.push(bytes.subarray(from, from + largest));
  return pieces;
}
