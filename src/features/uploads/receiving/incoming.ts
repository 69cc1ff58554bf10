import type { UploadTarget } from '@parley/protocol';

import type { StoredFile } from '../store/file-store.js';
import type { Upload } from '../uploads.repository.js';

/** The bytes of uploads before they are checked. */
export abstract class Incoming {
  /**
   * For how long after the creation of an upload bytes may still arrive that nothing of this service can refuse, in
   * seconds. Until then the upload counts for the quota of its author, also if it was deleted.
   */
  readonly openSeconds: number = 0;

  /**
   * Prepares the arrival of the bytes.
   * @param seconds for which the target is valid, at most
   */
  abstract open(upload: Pick<Upload, 'id' | 'bytes' | 'mimeType'>, seconds: number): Promise<UploadTarget>;

  /** The number of bytes that have arrived; undefined: there is nothing of this upload. */
  abstract received(id: string): Promise<number | undefined>;

  /**
   * Does work with all bytes of an upload in a local file, which is left as it is.
   * @throws UploadRefused `gone` or `incomplete` if there are none, `bytes_differ` if there are more than declared
   */
  abstract withFile<Result>(upload: Upload, work: (path: string) => Promise<Result>): Promise<Result>;

  /** All bytes that have arrived, by the ids of their uploads, in no particular order. It reads a page at a time. */
  abstract list(): AsyncIterable<StoredFile>;

  /** Deletes the bytes of uploads, as far as there are any. */
  abstract remove(ids: readonly string[]): Promise<void>;
}
