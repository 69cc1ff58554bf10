import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { StoredDispatch } from '../messages/sending/stored-dispatch.js';
import { SearchIndexRepository } from './search-index.repository.js';

/** Half of those after which PostgreSQL sorts the list within the statement that stores a message. */
const MERGED_AFTER = 2_000;

/**
 * Sorts the words of new messages into the search index. PostgreSQL keeps them in a list first, and sorts it when it is
 * full: within a statement that stores messages, for 30 to 50 ms. Each node does it earlier, beside the sends. A search
 * reads the list too, so that it finds every message at once.
 */
@Injectable()
export class SearchIndexMerge implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Messages of this node since the last merge. */
  private stored = 0;
  private readonly merging = new PeriodicTask(
    () => this.merge(),
    new Logger('Search'),
    'Cannot sort new messages into the search index',
  );

  constructor(
    private readonly index: SearchIndexRepository,
    private readonly sent: StoredDispatch,
  ) {}

  onApplicationBootstrap(): void {
    this.sent.onStored((count) => this.count(count));
  }

  onApplicationShutdown(): Promise<void> {
    return this.merging.stop();
  }

  private count(messages: number): void {
    this.stored += messages;
    if (this.stored >= MERGED_AFTER) void this.merging.runNow();
  }

  private merge(): Promise<void> {
    this.stored = 0;
    return this.index.merge();
  }
}
