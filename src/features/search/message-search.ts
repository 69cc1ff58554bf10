import { Injectable } from '@nestjs/common';
import { tooFast } from '@parley/protocol';
import type { SearchPage } from '@parley/protocol';
import { Gauge } from 'prom-client';
import type { Restrictable } from '@parley/realtime/restricted-part';

import { FairQueue, WaitedTooLong } from '../../platform/async/fair-queue.js';
import { Config } from '../../platform/config/config.js';
import { SearchSettings } from './search.settings.js';
import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';
import type { OwnRoomsGrant } from '../rooms/room.policy.js';
import { toMessage } from '../messages/message.view.js';
import { fragmentsOf } from './fragments.js';
import type { SearchFilters } from './search-filters.js';
import { searchWords } from './search-query.js';
import { decoded, encoded } from './search.cursor.js';
import { SearchRepository } from './search.repository.js';

/** Searches use at most this fraction (1/n) of the database connections, so that sends never wait for them. */
const PART_OF_POOL = 4;
/** When to retry a search that was not started in time. */
const RETRY_SECONDS = 1;

export interface SearchQuestion {
  /** Empty: the filters alone find the messages. */
  readonly query: string;
  readonly filters: SearchFilters;
  readonly roomId: string | undefined;
  /** The `next_before` of the previous page. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** A page of results, and whether it has fewer than requested because of its bytes. */
export interface FoundPage {
  readonly page: Restrictable<SearchPage>;
  readonly truncated: boolean;
}

/** Searches the messages of a user's rooms: one search of a user at a time, and the users in turn. */
@Injectable()
export class MessageSearchService {
  /** By user. */
  private readonly queue: FairQueue<number>;

  constructor(
    private readonly repository: SearchRepository,
    private readonly settings: SearchSettings,
    { database }: Config,
    registry: MetricsRegistry,
  ) {
    const queue = new FairQueue<number>({
      permits: Math.max(1, Math.floor(database.poolSize / PART_OF_POOL)),
      longestWaitMs: settings.waitSeconds * 1_000,
    });
    this.queue = queue;
    new Gauge({
      name: 'parley_searches_waiting',
      help: 'Searches that are queued until running ones end.',
      registers: [registry],
      collect() {
        this.set(queue.size);
      },
    });
  }

  /** @throws Refusal 4003, 4004 for a non-member of the room in the query, and 4029 if other searches take too long */
  async page(grant: OwnRoomsGrant, { query, filters, roomId, before, limit }: SearchQuestion): Promise<FoundPage> {
    const words = query === '' && findsAlone(filters) ? [] : searchWords(query, this.settings.words);
    const after = before === undefined ? undefined : decoded(before);
    const { messages, next, truncated } = await this.queue
      .run(grant.userId, () => this.repository.find(grant, { words, filters, roomId, after, limit }))
      .catch(retryLater);
    const page = {
      results: messages.map((message) => ({
        message: toMessage(message),
        fragments: fragmentsOf(message.content, words),
      })),
      next_before: next ? encoded(next) : null,
    };
    return { page, truncated };
  }
}

/** Whether these filters bound a search without words: times alone match every message. */
const findsAlone = ({ fromUserId, has }: SearchFilters): boolean => fromUserId !== undefined || has.size > 0;

function retryLater(error: unknown): never {
  throw error instanceof WaitedTooLong
    ? tooFast('Other searches are running (SEARCH_WAIT_SECONDS).', RETRY_SECONDS)
    : error;
}
