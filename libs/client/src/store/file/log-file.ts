/// <reference types="node" />
import { mkdir, open, rename } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { RecordKey } from '../record-store.js';
import { LoggedCollection } from './logged-collection.js';
import { encodeDirectory, readBatch, readDirectory } from './record-log.js';
import type { Batch, Directory } from './record-log.js';

/** How many bytes the log has after its snapshot, at least, before another snapshot replaces it. */
const MIN_BYTES = 1_048_576;
/** The largest part of the snapshot that the log has after it: more of it takes longer to open. */
const MAX_PART = 1 / 8;
/** The beginning of a file, which has the whole header and usually the directory. */
const FIRST_BYTES = 65_536;

/**
 * An open log: a header, a snapshot with the records by collection and a directory of them, and the batches since. Only
 * the directory and the batches are read when it is opened.
 */
export class LogFile {
  private readonly collections = new Map<string, LoggedCollection>();
  private snapshotBytes = 0;
  private batchBytes = 0;

  private constructor(private readonly file: FileHandle) {}

  /** @returns undefined for a file with another header */
  static async open(path: string, header: Buffer): Promise<LogFile | undefined> {
    const file = await open(path, 'r+');
    const log = new LogFile(file);
    if (await log.read(header)) return log;
    await file.close();
    return undefined;
  }

  /**
   * Writes another log with these records alone, and puts it in the place of the one at the path when it is on the
   * disk.
   */
  static async create(path: string, header: Buffer, records: readonly (readonly [string, Buffer])[]): Promise<LogFile> {
    await mkdir(dirname(path), { recursive: true });
    const replacement = replacementOf(path);
    const directory = encodeDirectory(records.map(([collection, batch]) => [collection, batch.length]));
    const file = await open(replacement, 'w+', 0o600);
    await writeAll(file, Buffer.concat([header, directory, ...records.map(([, batch]) => batch)]), 0);
    await file.sync();
    await rename(replacement, path);
    await syncFolder(dirname(path));
    const log = new LogFile(file);
    await log.read(header);
    return log;
  }

  get isOutdated(): boolean {
    return this.batchBytes > Math.max(MIN_BYTES, this.snapshotBytes * MAX_PART);
  }

  async newest(collection: string, count: number): Promise<readonly (readonly [RecordKey, unknown])[]> {
    return (await this.collections.get(collection)?.newest(count)) ?? [];
  }

  async append(batch: Buffer): Promise<void> {
    await writeAll(this.file, batch, this.snapshotBytes + this.batchBytes);
    await this.file.datasync();
    const written = readBatch(batch, 0);
    if (written) this.apply(written, batch.length);
  }

  /** The present records by collection. */
  async records(): Promise<readonly (readonly [string, Buffer])[]> {
    const all: (readonly [string, Buffer])[] = [];
    for (const [name, collection] of this.collections) all.push([name, await collection.encode()]);
    return all.filter(([, { length }]) => length > 0);
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async read(header: Buffer): Promise<boolean> {
    const { size } = await this.file.stat();
    let first = await this.bytes(0, Math.min(size, FIRST_BYTES));
    if (!first.subarray(0, header.length).equals(header)) return false;
    let found = readDirectory(first, header.length);
    if (!found && first.length < size) found = readDirectory((first = await this.bytes(0, size)), header.length);
    if (!found) return false;
    this.snapshotBytes = found.end;
    this.find(found.directory);
    const batches = await this.bytes(this.snapshotBytes, size);
    for (let next = readBatch(batches, 0); next; next = readBatch(batches, this.batchBytes))
      this.apply(next, next.end - this.batchBytes);
    // The next batch follows the last one that is complete.
    await this.file.truncate(this.snapshotBytes + this.batchBytes);
    return true;
  }

  private find(directory: Directory): void {
    for (const [collection, length] of directory) {
      const start = this.snapshotBytes;
      this.snapshotBytes += length;
      this.collections.set(collection, new LoggedCollection(collection, () => this.bytes(start, start + length)));
    }
  }

  private apply({ changes }: Batch, length: number): void {
    for (const [change, text] of changes) {
      const [name] = change;
      const collection = this.collections.get(name) ?? new LoggedCollection(name);
      this.collections.set(name, collection);
      collection.apply(change, text);
    }
    this.batchBytes += length;
  }

  private async bytes(start: number, end: number): Promise<Buffer> {
    const bytes = Buffer.alloc(Math.max(0, end - start));
    const { bytesRead } = await this.file.read(bytes, 0, bytes.length, start);
    return bytes.subarray(0, bytesRead);
  }
}

export const replacementOf = (path: string): string => `${path}.new`;

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}

/** Makes a rename durable. Not every platform can open a folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
