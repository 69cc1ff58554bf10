import { join, relative } from 'node:path';

import { CannotStart } from '../config/index.js';

/** What every system that we know takes (macOS 104 with the closing zero, Linux 108). */
const LONGEST_SOCKET_PATH = 103;

/**
 * The path of a socket in a folder, from here if that is shorter than from the root.
 * @throws CannotStart if it is longer than a socket's path can be
 */
export function socketPath(folder: string, name: string): string {
  const absolute = join(folder, name);
  const fromHere = relative('', absolute);
  const path = fromHere.length < absolute.length ? fromHere : absolute;
  if (Buffer.byteLength(path) > LONGEST_SOCKET_PATH) {
    throw new CannotStart(`The path of the data folder is too long for the sockets in it: set a shorter DATA_DIR.`);
  }
  return path;
}
