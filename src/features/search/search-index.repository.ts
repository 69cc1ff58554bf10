import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { DatabaseKind } from '../../platform/database/distribution/database-kind.js';
import { statement } from '../../platform/database/statement.js';

/** The index of the words of messages. Raw SQL, because its functions are of PostgreSQL. */
@Injectable()
export class SearchIndexRepository {
  constructor(
    private readonly source: DataSource,
    private readonly kind: DatabaseKind,
  ) {}

  /** Sorts its list of new words. On Citus the lists are in the workers, which sort them when they are full. */
  async merge(): Promise<void> {
    if (!this.kind.isDistributed) await MERGE.rows(this.source, {});
  }
}

/** Without the index, which is built while the service runs, there is nothing to do. */
const MERGE = statement('search_index.merge', {
  parameters: {},
  columns: { pages: 'int8 | null' },
  text: () => `SELECT gin_clean_pending_list(to_regclass('messages_search_idx')) AS pages`,
});
