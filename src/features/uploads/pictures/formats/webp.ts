import { Unreadable } from '../picture-job.js';

/** The chunks that a browser needs to show the picture. */
const PIXELS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'];
const METADATA = ['ICCP', 'EXIF', 'XMP '];
/** In the flags of the chunk `VP8X`: there is a profile, EXIF, or XMP. */
const HAS_METADATA = 0x20 | 0x08 | 0x04;
/** The place and the size of a frame, before its chunks. */
const FRAME_HEADER = 16;
const [FILE_HEADER, CHUNK_HEADER] = [12, 8];

/**
 * The chunks of a WebP that belong to its pixels, unchanged, so that a lossless picture stays lossless and a long
 * animation costs little. Metadata, unknown chunks, and what follows the end are left out.
 * @param bytes are changed, so that millions of small chunks take no further memory
 * @throws Unreadable
 */
export function pixelsOfWebp(bytes: Buffer, keepMetadata: boolean): Buffer {
  if (bytes.length < FILE_HEADER) throw new Unreadable('the WebP is truncated');
  const end = CHUNK_HEADER + bytes.readUInt32LE(4);
  if (end > bytes.length) throw new Unreadable('the WebP is truncated');
  const names = keepMetadata ? [...PIXELS, ...METADATA] : PIXELS;
  const written = keepChunks(bytes, { from: FILE_HEADER, end, to: FILE_HEADER, names });
  if (!keepMetadata && nameAt(bytes, FILE_HEADER) === 'VP8X') {
    const flags = FILE_HEADER + CHUNK_HEADER;
    bytes.writeUInt8(bytes.readUInt8(flags) & ~HAS_METADATA, flags);
  }
  bytes.writeUInt32LE(written - CHUNK_HEADER, 4);
  return bytes.subarray(0, written);
}

interface Chunks {
  readonly from: number;
  readonly end: number;
  /** The place for those that are kept, at most `from`. */
  readonly to: number;
  readonly names: readonly string[];
}

/** @returns the place after those that are kept */
function keepChunks(bytes: Buffer, { from, end, to, names }: Chunks): number {
  let written = to;
  for (let at = from; at + CHUNK_HEADER <= end;) {
    const name = nameAt(bytes, at);
    const chunkEnd = at + CHUNK_HEADER + bytes.readUInt32LE(at + 4);
    if (chunkEnd > end) throw new Unreadable('the WebP is truncated');
    if (names.includes(name)) written = keep(bytes, { at, chunkEnd, to: written, isFrame: name === 'ANMF' });
    at = chunkEnd + (chunkEnd % 2);
  }
  return written;
}

interface Chunk {
  readonly at: number;
  readonly chunkEnd: number;
  readonly to: number;
  readonly isFrame: boolean;
}

function keep(bytes: Buffer, { at, chunkEnd, to, isFrame }: Chunk): number {
  const head = isFrame ? Math.min(at + CHUNK_HEADER + FRAME_HEADER, chunkEnd) : chunkEnd;
  bytes.copyWithin(to, at, head);
  let written = to + head - at;
  if (isFrame) written = keepChunks(bytes, { from: head, end: chunkEnd, to: written, names: PIXELS });
  bytes.writeUInt32LE(written - to - CHUNK_HEADER, to + 4);
  // Chunks begin at even places.
  if (written % 2 === 1) bytes[written++] = 0;
  return written;
}

const nameAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4);
