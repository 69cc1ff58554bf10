import { Injectable } from '@nestjs/common';

import { AuditRepository } from '../../audit/audit.repository.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Authority } from '../../users/roles/authority.js';
import { FILES, fileKey, uploadOfKey } from '../file-keys.js';
import type { StoredFile } from '../store/file-store.js';
import { ByteStores } from './byte-stores.js';
import { FileListRepository } from './file-list.repository.js';

/** Bytes that no row needs. */
export interface OrphanCount {
  readonly files: number;
  readonly bytes: number;
}

/** Files whose bytes are gone. */
export interface MissingFiles {
  readonly count: number;
  /** The first of them, at most {@link MOST_NAMED}. */
  readonly ids: readonly string[];
}

/** Some of these bytes. */
interface Orphans {
  readonly stored: readonly StoredFile[];
  readonly remove: () => Promise<void>;
}

const MOST_NAMED = 100;
const BATCH = 500;
/** The requests to the store at a time. */
const AT_ONCE = 16;
/** Bytes of a younger file may belong to a request that is being handled. */
const YOUNGEST_MS = 86_400_000;

/**
 * Compares the bytes that are stored with the rows of uploads. A crash leaves no bytes without a row, but a restore of
 * an older database does, and so does a file that another program has put there.
 */
@Injectable()
export class OrphansService {
  constructor(
    private readonly stores: ByteStores,
    private readonly files: FileListRepository,
    private readonly work: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /** Bytes that no row needs, and that are older than a day. */
  async count(): Promise<OrphanCount> {
    let found: OrphanCount = NONE;
    for await (const { stored } of this.batches()) found = plus(found, stored);
    return found;
  }

  /** Deletes these bytes. @returns what was deleted. @throws Refusal 4002 */
  async purge(authority: Authority): Promise<OrphanCount> {
    let purged: OrphanCount = NONE;
    for await (const { stored, remove } of this.batches()) {
      const { files, bytes } = plus(NONE, stored);
      // Before the deletion, which no transaction includes.
      await this.work.transaction(async ({ manager }) => {
        const actor = await authority.permit(manager, 'files.purge');
        await this.audit.record(manager, actor, { action: 'files.purge', details: { files, bytes } });
      });
      await remove();
      purged = plus(purged, stored);
    }
    return purged;
  }

  /** Files with stored bytes, which the store has not. Only a fault of the store or a wrong one is a cause. */
  async missing(): Promise<MissingFiles> {
    const store = await this.stores.files();
    const ids: string[] = [];
    let count = 0;
    for await (const page of this.files.stored()) {
      for (let at = 0; at < page.length; at += AT_ONCE) {
        const some = page.slice(at, at + AT_ONCE);
        const sizes = await Promise.all(some.map(({ id }) => store.size(fileKey(id))));
        const gone = some.filter((_, index) => sizes[index] === undefined).map(({ id }) => id);
        // A file may have been deleted since its page was read.
        const needed = gone.length === 0 ? new Set<string>() : await this.files.needed(gone);
        ids.push(...gone.filter((id) => needed.has(id)).slice(0, MOST_NAMED - ids.length));
        count += needed.size;
      }
    }
    return { count, ids };
  }

  private async *batches(): AsyncGenerator<Orphans> {
    const store = await this.stores.files();
    const incoming = await this.stores.incoming();
    for await (const batch of inBatches(store.list(FILES))) {
      const stored = await without(batch, uploadOfKey, (ids) => this.files.needed(ids));
      if (stored.length > 0) yield { stored, remove: () => store.remove(stored.map(({ key }) => key)) };
    }
    for await (const batch of inBatches(incoming.list())) {
      const stored = await without(
        batch,
        (id) => id,
        (ids) => this.files.open(ids),
      );
      if (stored.length > 0) yield { stored, remove: () => incoming.remove(stored.map(({ key }) => key)) };
    }
  }
}

const NONE: OrphanCount = { files: 0, bytes: 0 };

const plus = (count: OrphanCount, stored: readonly StoredFile[]): OrphanCount => ({
  files: count.files + stored.length,
  bytes: stored.reduce((sum, { bytes }) => sum + bytes, count.bytes),
});

/** The old files of a batch whose uploads are not among those that are kept. Other files are left alone. */
async function without(
  batch: readonly StoredFile[],
  uploadOf: (key: string) => string | undefined,
  kept: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<StoredFile[]> {
  const old = batch.filter(({ modifiedAt }) => Date.now() - modifiedAt.getTime() > YOUNGEST_MS);
  const ids = new Map(old.map(({ key }) => [key, uploadOf(key)]));
  const known = await kept([...new Set([...ids.values()].filter((id) => id !== undefined))]);
  return old.filter(({ key }) => {
    const id = ids.get(key);
    return id !== undefined && !known.has(id);
  });
}

async function* inBatches(files: AsyncIterable<StoredFile>): AsyncGenerator<readonly StoredFile[]> {
  let batch: StoredFile[] = [];
  for await (const file of files) {
    batch.push(file);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
