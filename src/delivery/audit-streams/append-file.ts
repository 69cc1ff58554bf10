import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

const NEWLINE = 10;

/**
 * Appends lines to a file, which is created if it is missing, and returns once they are on the disk. The file is opened
 * anew each time, so it can be renamed or truncated at any moment. A line that a crash has cut off stays a line of its
 * own.
 */
export async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  const file = await open(path, 'a+', 0o600);
  let isNew: boolean;
  try {
    const { size } = await file.stat();
    isNew = size === 0;
    const cutOff = size > 0 && (await lastByte(file, size)) !== NEWLINE;
    await file.appendFile(`${cutOff ? '\n' : ''}${lines.join('\n')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  if (isNew) await syncFolder(dirname(path));
}

async function lastByte(file: FileHandle, size: number): Promise<number | undefined> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0];
}

/** The name of a new file is durable only with its folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
