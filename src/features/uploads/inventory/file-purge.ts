import { Injectable } from '@nestjs/common';

import type { Authority } from '../../users/roles/authority.js';
import { OrphansService } from './orphans.service.js';
import type { OrphanCount } from './orphans.service.js';

/** Stored bytes that nothing needs, and bytes that are missing. */
export interface FilePurge {
  /** Stored objects that no file needs, older than a day. */
  readonly orphans: number;
  readonly orphan_bytes: number;
  /** Files whose bytes are missing in the store. No purge restores them. */
  readonly missing: number;
  /** The first 100 of them. */
  readonly missing_ids: readonly string[];
}

/** Deletes stored bytes that belong to no file. */
@Injectable()
export class FilePurgeService {
  private counting: Promise<FilePurge> | undefined;

  constructor(private readonly orphans: OrphansService) {}

  /**
   * Counts the bytes that {@link purge} would delete. It lists the whole store, so that requests at the same time share
   * a run.
   */
  count(): Promise<FilePurge> {
    this.counting ??= this.run().finally(() => {
      this.counting = undefined;
    });
    return this.counting;
  }

  /** @returns what was deleted @throws Refusal 4002 */
  async purge(authority: Authority): Promise<FilePurge> {
    return this.withMissing(await this.orphans.purge(authority));
  }

  private async run(): Promise<FilePurge> {
    return this.withMissing(await this.orphans.count());
  }

  private async withMissing({ files, bytes }: OrphanCount): Promise<FilePurge> {
    const { count, ids } = await this.orphans.missing();
    return { orphans: files, orphan_bytes: bytes, missing: count, missing_ids: ids };
  }
}
