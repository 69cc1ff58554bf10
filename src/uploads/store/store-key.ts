import type { ByteRange } from './file-store.js';

const KEY = /^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/;
/** File systems allow 255 bytes. */
const MOST_CHARACTERS = 200;

/** @throws TypeError if it is not a key of a store: a key is never a path outside of the store */
export function assertKey(key: string): void {
  if (key.length > MOST_CHARACTERS || !KEY.test(key)) throw new TypeError('This is not a key of the file store.');
}

/** @throws RangeError if it is not a range of bytes */
export function assertRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError('This is not a range of bytes.');
  }
}
