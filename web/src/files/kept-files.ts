import type { OpenedUpload } from '@parley/client/files';
import type { DraftPlace } from '@parley/client/private-state';
import { IndexedDbRecords } from '@parley/client/store';
import type { RecordChange } from '@parley/client/store';

import { keptFilesName } from '../chat/kept-chat.js';

const FILES = 'files';
/** Beside their files, because each change of a record writes all of it. */
const CAPTIONS = 'captions';

/** A file that is not sent yet, in the IndexedDB of the browser. */
export interface KeptFile {
  readonly place: DraftPlace;
  readonly file: File;
  readonly opened?: OpenedUpload | undefined;
  readonly caption?: string;
}

/** Keeps files until their message is sent, so that their uploads go on after a reload. */
export class KeptFiles {
  private readonly records: IndexedDbRecords | null;

  constructor(private readonly userId: number) {
    // The locks, by which another tab sees that a file is in use, exist in secure contexts only.
    this.records = isSecureContext ? new IndexedDbRecords(keptFilesName(userId)) : null;
  }

  /** Without storage, or room in it, the file is lost at a reload. */
  keep(key: string, kept: Omit<KeptFile, 'caption'>): Promise<void> {
    return this.write({ collection: FILES, key, value: kept });
  }

  keepCaption(key: string, caption: string): Promise<void> {
    return this.write({ collection: CAPTIONS, key, value: caption });
  }

  remove(key: string): Promise<void> {
    return this.write(...[FILES, CAPTIONS].map((collection) => ({ collection, key, value: undefined })));
  }

  async all(): Promise<readonly (readonly [string, KeptFile])[]> {
    const [files, captions] = await Promise.all([this.read(FILES), this.read(CAPTIONS)]);
    const captionOf = new Map(captions);
    return files.map(([key, value]) => {
      const caption = captionOf.get(key) as string | undefined;
      return [String(key), { ...(value as KeptFile), ...(caption !== undefined && { caption }) }] as const;
    });
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
        return new Promise<void>((release) => resolve(release));
      });
    });
  }

  private async write(...changes: readonly RecordChange[]): Promise<void> {
    await this.records?.write(changes).catch(() => undefined);
  }

  private async read(collection: string): ReturnType<IndexedDbRecords['read']> {
    return (await this.records?.read(collection).catch(() => [])) ?? [];
  }
}
