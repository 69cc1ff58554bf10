import type { FileHandle } from 'node:fs/promises';

/**
 * Writes all bytes of parts at a position of a file. A file system may take fewer in one call.
 * @returns their number
 */
export async function writeAll(file: FileHandle, parts: readonly Buffer[], position: number): Promise<number> {
  const { bytesWritten } = await file.writev(parts, position);
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  if (bytesWritten === bytes) return bytes;
  const rest = Buffer.concat(parts).subarray(bytesWritten);
  for (let at = 0; at < rest.length;) {
    at += (await file.write(rest, at, rest.length - at, position + bytesWritten + at)).bytesWritten;
  }
  return bytes;
}
