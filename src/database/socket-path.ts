import { join } from 'node:path';

import { CannotStart } from '../config/index.js';

/** The limit of all supported systems (macOS: 104 with the terminating zero, Linux: 108). */
const LONGEST_SOCKET_PATH = 103;

/**
 * The path of a socket in a folder.
 * @throws CannotStart if it is longer than a socket's path can be
 */
export function socketPath(folder: string, name: string): string {
  const path = join(folder, name);
  if (Buffer.byteLength(path) > LONGEST_SOCKET_PATH) {
    throw new CannotStart(
      `The path of the data folder ${folder} is too long for a socket in it: set a shorter DATA_DIR.`,
    );
  }
  return path;
}
