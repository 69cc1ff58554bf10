import { Unreadable } from '../picture-job.js';

/** The headers of the file and of the picture. */
export const BMP_HEADERS = 54;
const BITS = [1, 4, 8, 16, 24, 32];
/** Uncompressed, run lengths of 8 and 4 bits, and colour masks. Others contain a JPEG or a PNG. */
const [UNCOMPRESSED, MASKS] = [0, 3];
const COMPRESSIONS = [UNCOMPRESSED, 1, 2, MASKS];

/**
 * The size of a BMP and the number of bytes that belong to it: no library for pictures here reads this format, which
 * contains no metadata, so that the pixels are stored as they are.
 * @param length of the file
 * @throws Unreadable
 */
export function readBmp(
  head: Buffer,
  length: number,
): { readonly width: number; readonly height: number; readonly bytes: number } {
  if (head.length < BMP_HEADERS || head.toString('latin1', 0, 2) !== 'BM') throw new Unreadable('no header of a BMP');
  const [pixelsAt, width, height] = [head.readUInt32LE(10), head.readInt32LE(18), Math.abs(head.readInt32LE(22))];
  if (width < 1 || height < 1) throw new Unreadable('a BMP without pixels');
  const bytes = pixelsAt + pixelBytes(head, width, height);
  if (pixelsAt < BMP_HEADERS || bytes <= pixelsAt || bytes > length) throw new Unreadable('the BMP is truncated');
  return { width, height, bytes };
}

function pixelBytes(head: Buffer, width: number, height: number): number {
  const [bits, compression, encodedBytes] = [head.readUInt16LE(28), head.readUInt32LE(30), head.readUInt32LE(34)];
  if (!BITS.includes(bits) || !COMPRESSIONS.includes(compression)) throw new Unreadable('a BMP of an unknown kind');
  if (compression !== UNCOMPRESSED && compression !== MASKS) return encodedBytes;
  // Each row ends at a multiple of four bytes.
  return Math.ceil((width * bits) / 32) * 4 * height;
}
