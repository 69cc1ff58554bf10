import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';
/** Bytes: more than the data of all tests that run at one time. */
const FEWEST_FREE = 4 * 2 ** 30;
/** Bytes of memory that stay free for the processes of the tests. */
const RESERVED = 4 * 2 ** 30;

/**
 * The folder for the data of services and servers: in memory if there is enough, else that for temporary files. A data
 * folder has more than a thousand files, and a disk needs seconds to copy them and to write them back.
 */
export const dataRoot = () => (hasRoom() ? MEMORY : tmpdir());

function hasRoom() {
  if (process.env.TMPDIR) return false;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= FEWEST_FREE && freemem() >= FEWEST_FREE + RESERVED;
  } catch {
    return false;
  }
}
