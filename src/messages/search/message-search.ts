import { Injectable } from '@nestjs/common';
import type { SearchPage } from '@parley/protocol';
import { Gauge } from 'prom-client';
import type { Restrictable } from '@parley/realtime/restricted-part';

import { Semaphore } from '../../platform/async/semaphore.js';
import { Config } from '../../platform/config/config.js';
import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';
import type { OwnRoomsGrant } from '../../rooms/room.policy.js';
import { toMessage } from '../message.view.js';
import { fragmentsOf } from './fragments.js';
import { searchWords } from './search-query.js';
import { decoded, encoded } from './search.cursor.js';
import { SearchRepository } from './search.repository.js';

/** Searches use at most this fraction (1/n) of the database connections, so that sends never wait for them. */
const PART_OF_POOL = 4;

export interface SearchQuestion {
  readonly query: string;
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

/** Searches the messages of a user's rooms. */
@Injectable()
export class MessageSearchService {
  private readonly semaphore: Semaphore;

  constructor(
    private readonly repository: SearchRepository,
    { database }: Config,
    registry: MetricsRegistry,
  ) {
    const semaphore = new Semaphore(Math.max(1, Math.floor(database.poolSize / PART_OF_POOL)));
    this.semaphore = semaphore;
    new Gauge({
      name: 'parley_searches_waiting',
      help: 'Searches that are queued until running ones end.',
      registers: [registry],
      collect() {
        this.set(semaphore.size);
      },
    });
  }

  /** @throws Refusal 4003, and 4004 for a non-member of the room in the query */
  async page(grant: OwnRoomsGrant, { query, roomId, before, limit }: SearchQuestion): Promise<FoundPage> {
    const words = searchWords(query);
    const after = before === undefined ? undefined : decoded(before);
    const { messages, next, truncated } = await this.semaphore.withPermit(() =>
      this.repository.find(grant, { words, roomId, after, limit }),
    );
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
