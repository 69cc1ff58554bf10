import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

import { backlogGauge } from '../../platform/metrics/backlog-gauge.js';
import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';
import { LinkFetchesRepository } from './link-fetches.repository.js';

export type FetchKind = (typeof KINDS)[number];
/** `cached`: nothing was fetched. */
type FetchOutcome = (typeof OUTCOMES)[number];

const KINDS = ['page', 'picture'] as const;
const OUTCOMES = ['fetched', 'refused', 'cached'] as const;

@Injectable()
export class LinkFetchMetrics {
  private readonly fetches: Counter<'kind' | 'outcome'>;
  private readonly bytes: Counter;

  constructor(registry: MetricsRegistry, queue: LinkFetchesRepository) {
    const registers = [registry];
    this.fetches = new Counter({
      name: 'parley_link_fetches_total',
      help: 'Pages and pictures of other hosts by outcome: fetched, refused (not found, or not accepted), cached.',
      labelNames: ['kind', 'outcome'],
      registers,
    });
    this.bytes = new Counter({
      name: 'parley_link_fetch_bytes_total',
      help: 'Decoded bytes that this process has fetched from links and pictures of other hosts.',
      registers,
    });
    const help = 'Messages whose links are to be fetched, in the whole deployment; counted to 10000.';
    backlogGauge(registry, 'parley_link_fetches_pending', help, () => queue.count());
    for (const kind of KINDS) for (const outcome of OUTCOMES) this.fetches.inc({ kind, outcome }, 0);
  }

  ended(kind: FetchKind, outcome: FetchOutcome): void {
    this.fetches.inc({ kind, outcome });
  }

  received(bytes: number): void {
    this.bytes.inc(bytes);
  }
}
