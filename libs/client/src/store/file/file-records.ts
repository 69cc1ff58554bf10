/// <reference types="node" />
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import { SCHEMA_VERSION } from '../record-store.js';
import type { RecordChange, RecordKey, RecordStore } from '../record-store.js';
import { Reopened } from '../reopened.js';
import { RecordIndex } from './record-index.js';
import { encodeBatch, readBatch } from './record-log.js';

/** A log smaller than this is not compacted. */
const MIN_COMPACTED_BYTES = 1_048_576;

interface OpenLog {
  readonly file: FileHandle;
  readonly index: RecordIndex;
  /** The size of the log: the next batch begins there. */
  size: number;
}

/**
 * Stores records in a file, for one process at a time: a log of batches, each with a checksum. A last batch that was not
 * written completely is ignored. A log that is mostly outdated is replaced by one of the present records. The records are
 * in memory too, as bytes.
 */
export class FileRecords implements RecordStore {
  private readonly log = new Reopened(() => this.open());
  /** The operations, one after the other. */
  private last: Promise<unknown> = Promise.resolve();

  /**
   * @param path of the file, which is created; those who can read it can read the user's messages
   * @param version of the records
   */
  constructor(
    private readonly path: string,
    private readonly version = SCHEMA_VERSION,
  ) {}

  read(collection: string, newest = Infinity): Promise<readonly (readonly [RecordKey, unknown])[]> {
    return this.inTurn(async () => (await this.log.get()).index.newest(collection, newest));
  }

  write(changes: readonly RecordChange[]): Promise<void> {
    return this.inTurn(async () => {
      if (changes.length > 0) await this.append(await this.log.get(), encodeBatch(changes));
    });
  }

  close(): Promise<void> {
    return this.inTurn(async () => {
      await (await this.log.release())?.file.close();
    });
  }

  async destroy(): Promise<void> {
    await this.close();
    await this.inTurn(async () => {
      await rm(this.path, { force: true });
      await rm(this.replacementPath, { force: true });
    });
  }

  private get header(): string {
    return `{"parley":"records","format":1,"version":${String(this.version)}}\n`;
  }

  private get replacementPath(): string {
    return `${this.path}.new`;
  }

  private async append(log: OpenLog, batch: Buffer): Promise<void> {
    await writeAll(log.file, batch, log.size);
    await log.file.datasync();
    const written = readBatch(batch, 0);
    if (written) log.index.apply(written, batch);
    log.size += batch.length;
    if (log.size > MIN_COMPACTED_BYTES + 2 * log.index.liveBytes) await this.compact(log);
  }

  private async compact(log: OpenLog): Promise<void> {
    // The batch is stored already. Without space for a replacement the log stays, until a later write replaces it.
    const replacement = await this.replace(log.index.batches()).catch(() => undefined);
    if (!replacement) return;
    this.log.replace(replacement);
    await log.file.close();
  }

  private async open(): Promise<OpenLog> {
    const bytes = await readFile(this.path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    });
    const header = Buffer.from(this.header);
    if (!bytes?.subarray(0, header.length).equals(header)) return this.replace([]);
    const { index, size } = readLog(bytes, header.length);
    const file = await open(this.path, 'r+');
    // The next batch follows the last one that is complete.
    if (size < bytes.length) await file.truncate(size);
    return { file, index, size };
  }

  /** Writes another log, and puts it in the place of this one when it is on the disk. */
  private async replace(batches: readonly Buffer[]): Promise<OpenLog> {
    await mkdir(dirname(this.path), { recursive: true });
    const bytes = Buffer.concat([Buffer.from(this.header), ...batches]);
    const file = await open(this.replacementPath, 'w+', 0o600);
    await writeAll(file, bytes, 0);
    await file.sync();
    await rename(this.replacementPath, this.path);
    await syncFolder(dirname(this.path));
    return { file, ...readLog(bytes, this.header.length) };
  }

  private inTurn<Result>(operation: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(operation);
    this.last = result.catch(() => undefined);
    return result;
  }
}

/** The records of all batches that are complete. */
function readLog(bytes: Buffer, start: number): { readonly index: RecordIndex; readonly size: number } {
  const index = new RecordIndex();
  let size = start;
  for (let batch = readBatch(bytes, size); batch; batch = readBatch(bytes, size)) {
    index.apply(batch, bytes);
    size = batch.end;
  }
  return { index, size };
}

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
