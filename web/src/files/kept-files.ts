import type { OpenedUpload } from '@parley/client/files';
import { IndexedDbRecords } from '@parley/client/store';

import { keptFilesName } from '../chat/kept-chat.js';

const FILES = 'files';

/** A file that is not sent yet, in the IndexedDB of the browser. */
export interface KeptFile {
  readonly roomId: string;
  readonly file: File;
  readonly opened?: OpenedUpload;
}

/** Keeps files until their message is sent, so that their uploads go on after a reload. */
export class KeptFiles {
  private readonly records: IndexedDbRecords | null;

  constructor(private readonly userId: number) {
    // The locks, by which another tab sees that a file is in use, exist in secure contexts only.
    this.records = isSecureContext ? new IndexedDbRecords(keptFilesName(userId)) : null;
  }

  /** Without storage, or room in it, the file is lost at a reload. */
  async keep(key: string, kept: KeptFile): Promise<void> {
    await this.records?.write([{ collection: FILES, key, value: kept }]).catch(() => undefined);
  }

  async remove(key: string): Promise<void> {
    await this.records?.write([{ collection: FILES, key, value: undefined }]).catch(() => undefined);
  }

  async all(): Promise<readonly (readonly [string, KeptFile])[]> {
    const records = (await this.records?.read(FILES).catch(() => [])) ?? [];
    return records.map(([key, value]) => [String(key), value as KeptFile] as const);
  }

  /**
   * Claims a file for this tab, until the page is closed or the file is let go.
   * @returns a function that lets it go; null: another tab has it
   */
  claim(key: string): Promise<(() => void) | null> {
    if (!this.records) return Promise.resolve(() => undefined);
    return new Promise((resolve) => {
      const name = `${keptFilesName(this.userId)}:${key}`;
      void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(null);
          return undefined;
        }
        return new Promise<void>((release) => {
          resolve(release);
        });
      });
    });
  }
}
