import type { FileHandle } from 'node:fs/promises';

import type { ByteRange } from './file-store.js';
import type { PartBuffers } from './part-buffers.js';

interface Part {
  readonly bytes: Buffer;
  /** The memory that they are in. */
  readonly buffer: Buffer;
}

/**
 * Reads a range of a file in parts, one part ahead. The memory of a part is used again once the next one is requested. That
 * of the last part of a reader who leaves is not, because a socket may still have it.
 * @param file is closed at the end
 * @throws Error if the file ends before the range
 */
export async function* partsOf(
  file: FileHandle,
  range: ByteRange,
  buffers: PartBuffers,
): AsyncGenerator<Buffer, void, undefined> {
  let ahead: Promise<Part> | undefined;
  let { start } = range;
  const readAhead = (): void => {
    ahead = start > range.end ? undefined : readAt(file, { start, end: range.end }, buffers);
    // A failure is reported when the part is requested, and by nobody if the reader leaves before.
    ahead?.catch(() => undefined);
  };
  try {
    readAhead();
    while (ahead !== undefined) {
      const { bytes, buffer }: Part = await ahead;
      start += bytes.length;
      readAhead();
      yield bytes;
      buffers.giveBack(buffer);
    }
  } finally {
    // Before the file is closed, whose descriptor the next file gets.
    const unread = await ahead?.catch(() => undefined);
    if (unread) buffers.giveBack(unread.buffer);
    await file.close();
  }
}

async function readAt(file: FileHandle, { start, end }: ByteRange, buffers: PartBuffers): Promise<Part> {
  const bytes = end - start + 1;
  const buffer = buffers.take(bytes);
  const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, bytes), start);
  if (bytesRead === 0) throw new Error('The file ends before the range.');
  return { bytes: buffer.subarray(0, bytesRead), buffer };
}
