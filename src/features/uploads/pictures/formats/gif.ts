import { Unreadable } from '../picture-job.js';

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff];
/** The application extensions that say how often an animation repeats. */
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];
/** The signature and the screen. */
const HEADER = 13;

/**
 * The parts of a GIF that belong to its frames, unchanged: their pixels, delays and colours. Comments, metadata of
 * programs, and what follows the end are left out. Frames are not encoded anew, because that takes a second for each
 * two million pixels, while an animation may have a hundred million.
 * @param bytes are changed, so that millions of small blocks take no further memory
 * @param keepMetadata leaves out only what follows the end
 * @throws Unreadable
 */
export function framesOfGif(bytes: Buffer, keepMetadata: boolean): Buffer {
  if (bytes.toString('latin1', 0, 4) !== 'GIF8') throw new Unreadable('no header of a GIF');
  let at = HEADER + coloursBytes(byteAt(bytes, 10));
  let written = at;
  for (;;) {
    const kind = byteAt(bytes, at);
    if (kind === TRAILER) break;
    if (kind !== IMAGE && kind !== EXTENSION) throw new Unreadable('an unknown block in a GIF');
    const data = kind === EXTENSION ? at + 2 : at + 11 + coloursBytes(byteAt(bytes, at + 9));
    const end = endOfBlocks(bytes, data);
    if (keepMetadata || kind === IMAGE || isOfFrames(bytes, at)) {
      bytes.copyWithin(written, at, end);
      written += end - at;
    }
    at = end;
  }
  bytes[written] = TRAILER;
  return bytes.subarray(0, written + 1);
}

/** Browsers make a canvas of the size in the header, which may be far larger than the frames. */
export function withScreen(bytes: Buffer, { width, height }: { width: number; height: number }): Buffer {
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
}

/** The size of a table of colours, by the flags before it. */
const coloursBytes = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

function isOfFrames(bytes: Buffer, at: number): boolean {
  const label = byteAt(bytes, at + 1);
  return (
    label === GRAPHIC_CONTROL ||
    (label === APPLICATION && LOOPS.includes(bytes.toString('latin1', at + 3, at + 3 + 'NETSCAPE2.0'.length)))
  );
}

/** The place after a sequence of blocks, each with its length before it and the last one empty. */
function endOfBlocks(bytes: Buffer, start: number): number {
  let at = start;
  for (let length = byteAt(bytes, at); length > 0; length = byteAt(bytes, at)) at += length + 1;
  return at + 1;
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new Unreadable('the GIF is truncated');
  return byte;
}
