/// <reference types="node" />
import { rm } from 'node:fs/promises';

import { SCHEMA_VERSION } from '../record-store.js';
import type { RecordChange, RecordKey, RecordStore } from '../record-store.js';
import { Reopened } from '../reopened.js';
import { LogFile, replacementOf } from './log-file.js';
import { encodeBatch } from './record-log.js';

/**
 * Stores records in a file, for one process at a time: a log of batches, each with a checksum. A last batch that was
 * not written completely is ignored. When the log has grown, a file with the present records alone takes its place.
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
    return this.inTurn(async () => (await this.log.get()).newest(collection, newest));
  }

  write(changes: readonly RecordChange[]): Promise<void> {
    return this.inTurn(async () => {
      if (changes.length === 0) return;
      const log = await this.log.get();
      await log.append(encodeBatch(changes));
      if (log.isOutdated) await this.replace(log);
    });
  }

  close(): Promise<void> {
    return this.inTurn(async () => {
      await (await this.log.release())?.close();
    });
  }

  async destroy(): Promise<void> {
    await this.close();
    await this.inTurn(async () => {
      await rm(this.path, { force: true });
      await rm(replacementOf(this.path), { force: true });
    });
  }

  private get header(): Buffer {
    return Buffer.from(`{"parley":"records","format":1,"version":${String(this.version)}}\n`);
  }

  private async open(): Promise<LogFile> {
    const log = await LogFile.open(this.path, this.header).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    });
    return log ?? LogFile.create(this.path, this.header, []);
  }

  private async replace(log: LogFile): Promise<void> {
    // The batch is stored already. Without space for a replacement the log stays, until a later write replaces it.
    const replacement = await log
      .records()
      .then((records) => LogFile.create(this.path, this.header, records))
      .catch(() => undefined);
    if (!replacement) return;
    this.log.replace(replacement);
    await log.close();
  }

  private inTurn<Result>(operation: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(operation);
    this.last = result.catch(() => undefined);
    return result;
  }
}
