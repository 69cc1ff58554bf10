import type { Readable } from 'node:stream';

import type { Digest } from './digest-stream.js';
import type { PartialFile } from './partial-file.js';

/** A part of a file. Both ends are included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredFile {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/**
 * Where the bytes of checked files are kept. A key consists of lower-case letters, digits, '-', '.' and '/', and every
 * part between slashes begins with a letter or a digit. Every method throws `StoreUnavailable` if the store fails.
 */
export abstract class FileStore {
  /**
   * Stores the bytes of a local file under a key, all or nothing. Replaces what is there. The local file stays.
   * @param begun the same file, if {@link begin} has returned it: it is moved in place of being copied
   * @returns the digest of the bytes that were stored
   * @throws ErrnoException if the local file cannot be opened
   */
  abstract put(key: string, path: string, begun?: PartialFile): Promise<Digest>;

  /**
   * Begins a file into which bytes are written before it is known whether they are stored. It must be discarded in the
   * end.
   * @param id of an upload
   * @param path by which it can be read too, and where its bytes stay; it replaces what is there
   * @returns undefined if the store cannot move it to a key
   * @throws ErrnoException if the path is on another file system, or the disk fails
   */
  begin(_id: string, _path: string): Promise<PartialFile | undefined> {
    return Promise.resolve(undefined);
  }

  /** Removes the files that were begun for uploads, also by processes that were killed. */
  removeBegun(_ids: readonly string[]): Promise<void> {
    return Promise.resolve();
  }

  /**
   * The bytes of a range, by default all. A range that ends after the last byte is cut. The stream fails with
   * `StoreUnavailable` if the store does, and never ends before the last byte. A stream that is not read to its end
   * must be destroyed.
   * @throws FileMissing
   * @throws RangeError if the file has no byte of the range
   */
  abstract read(key: string, range?: ByteRange): Promise<Readable>;

  /**
   * The same bytes in parts, each of which is valid only until the next one is requested. They must be iterated; a loop
   * that is left early ends the reading.
   * @throws as {@link read}
   */
  parts(key: string, range?: ByteRange): Promise<AsyncIterable<Buffer>> {
    return this.read(key, range);
  }

  /** Bytes; undefined: there is no such key. */
  abstract size(key: string): Promise<number | undefined>;

  /** Has no effect on keys that are not there. */
  abstract remove(keys: readonly string[]): Promise<void>;

  /** All keys with a prefix, in no particular order. It reads a page at a time. */
  abstract list(prefix: string): AsyncIterable<StoredFile>;
}

/** A file that a client sends to the store itself, with one PUT. */
export interface DirectUpload {
  readonly bytes: number;
  readonly mimeType: string;
  /** For which the URL is valid. */
  readonly seconds: number;
}

/** A store that clients send bytes to, past the service. */
export interface DirectUploads {
  /**
   * The request by which a client stores an object. The store refuses another length, another type, and a late request.
   * @returns the URL, and the headers that the client has to set besides Content-Length, which browsers set themselves
   */
  presignedPut(key: string, upload: DirectUpload): Promise<{ url: string; headers: Readonly<Record<string, string>> }>;

  /**
   * Copies an object into a local file, which is replaced, and removed if the copy fails.
   * @returns its bytes
   * @throws FileMissing
   * @throws FileTooLarge if it has more than `mostBytes`
   * @throws ErrnoException if the local file cannot be written
   */
  copyTo(key: string, path: string, mostBytes: number): Promise<number>;
}

/** The store has no bytes under a key. */
export class FileMissing extends Error {
  constructor() {
    super('The store has no such file.');
  }
}

/** An object has more bytes than allowed. */
export class FileTooLarge extends Error {}

/** The store does not answer, or answers wrongly. The same request can be repeated later. */
export class StoreUnavailable extends Error {}

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
