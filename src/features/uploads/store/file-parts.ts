import type { FileHandle } from 'node:fs/promises';

import { StoreUnavailable } from './file-store.js';
import type { ByteRange } from './file-store.js';

/** Of a part. Each read is a way to a thread of the pool and back. */
export const PART_BYTES = 524_288;
/** Buffers that a process keeps while nobody reads. A new one costs about as much as the read into it. */
const MOST_FREE = 16;

const free: Buffer[] = [];

/**
 * The bytes of an open file in parts, the next of which is read while the reader works on one. A part is valid only
 * until the next one is requested, because its memory is used again. The file is closed after the last part, or when
 * the reader stops.
 * @param range of bytes that the file has
 * @throws StoreUnavailable if the file has become shorter
 */
export async function* partsOf(file: FileHandle, { start, end }: ByteRange): AsyncGenerator<Buffer, void, undefined> {
  const count = Math.ceil((end + 1 - start) / PART_BYTES);
  const buffers = Array.from({ length: Math.min(count, 2) }, () => free.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES));
  const read = (at: number): Promise<Buffer> | undefined => {
    const { [at % 2]: buffer } = buffers;
    const position = start + at * PART_BYTES;
    const reading = buffer && at < count ? filled(file, buffer, position, end + 1 - position) : undefined;
    // If it fails while the reader works on another part, it is awaited only later.
    reading?.catch(() => undefined);
    return reading;
  };
  let ahead = read(0);
  try {
    for (let at = 1; ahead; at += 1) {
      const part = await ahead;
      ahead = read(at);
      yield part;
    }
  } finally {
    // It still writes into its buffer.
    await ahead?.catch(() => undefined);
    free.push(...buffers.slice(0, Math.max(0, MOST_FREE - free.length)));
    await file.close();
  }
}

/** As many bytes as the buffer has space for, at most `most`. */
async function filled(file: FileHandle, buffer: Buffer, position: number, most: number): Promise<Buffer> {
  const wanted = Math.min(buffer.length, most);
  for (let bytes = 0; bytes < wanted;) {
    const { bytesRead } = await file.read(buffer, bytes, wanted - bytes, position + bytes);
    if (bytesRead === 0) throw new StoreUnavailable('A file has become shorter.');
    bytes += bytesRead;
  }
  return buffer.subarray(0, wanted);
}
