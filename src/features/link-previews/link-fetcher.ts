import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { FairQueue } from '../../platform/async/fair-queue.js';
import { LinkSettings } from './link.settings.js';
import { FetchRefused } from '../../platform/outgoing/fetch-refused.js';
import type { FetchFault } from '../../platform/outgoing/fetch-refused.js';
import { publicFetch } from '../../platform/outgoing/public-fetch.js';
import type { FetchedBody, FetchLimits } from '../../platform/outgoing/public-fetch.js';
import { FetchedLinksRepository } from './fetched-links.repository.js';
import { LinkFetchMetrics } from './link-fetch-metrics.js';
import type { FetchKind } from './link-fetch-metrics.js';

/** The result of fetching a URL: the value made of its body, or the reason why there is none. */
export type Fetched<Value> = { readonly value: Value } | { readonly fault: FetchFault };

/** A URL to fetch. */
export interface FetchJob<Value> {
  readonly kind: FetchKind;
  readonly url: string;
  readonly limits: FetchLimits;
  /** Makes a JSON value of the body. It throws FetchRefused if there is nothing of use. */
  readonly make: (body: FetchedBody) => Value | Promise<Value>;
}

/** Requests of a process at once: at most one to a host, and hosts take turns. */
const AT_ONCE = 8;
const LONGEST_WAIT_MS = 10_000;
const KEPT_SECONDS = 24 * 3_600;
/** For which a host that did not answer as expected is left alone. */
const FAULT_SECONDS = 600;

/** Fetches URLs that users chose, and remembers for a day what was made of them. */
@Injectable()
export class LinkFetcher {
  private readonly queue = new FairQueue<string>({ permits: AT_ONCE, longestWaitMs: LONGEST_WAIT_MS });
  private readonly allowedHosts: readonly string[];
  /** Of this process, by their keys. */
  private readonly underWay = new Map<string, Promise<Fetched<unknown>>>();

  constructor(
    private readonly cache: FetchedLinksRepository,
    private readonly metrics: LinkFetchMetrics,
    settings: LinkSettings,
  ) {
    this.allowedHosts = settings.allowedHosts;
  }

  /**
   * Returns the result for a URL, which is fetched if no result is stored. Requests for the same URL share the fetch.
   * @throws WaitedTooLong, the reason of `stop`, and other errors of `make`: nothing is remembered then
   */
  async fetch<Value>(job: FetchJob<Value>, stop: AbortSignal): Promise<Fetched<Value>> {
    const key = keyOf(job);
    const known = (await this.cache.find(key)) as Fetched<Value> | undefined;
    if (known) {
      this.metrics.ended(job.kind, 'cached');
      return known;
    }
    const others = this.underWay.get(key) as Promise<Fetched<Value>> | undefined;
    // Another request may have ended the fetch: then it is repeated.
    if (others) return others.catch(() => this.fetch(job, stop));
    const own = this.fetchAndKeep(job, stop).finally(() => this.underWay.delete(key));
    this.underWay.set(key, own);
    return own;
  }

  /** Forgets what is known of a URL. */
  forget(job: Pick<FetchJob<unknown>, 'kind' | 'url'>): Promise<void> {
    return this.cache.forget(keyOf(job));
  }

  private async fetchAndKeep<Value>(job: FetchJob<Value>, stop: AbortSignal): Promise<Fetched<Value>> {
    const fetched = await this.attempt(job, stop);
    this.metrics.ended(job.kind, 'value' in fetched ? 'fetched' : 'refused');
    await this.cache.keep(keyOf(job), fetched, 'value' in fetched ? KEPT_SECONDS : FAULT_SECONDS);
    return fetched;
  }

  private async attempt<Value>({ url, limits, make }: FetchJob<Value>, stop: AbortSignal): Promise<Fetched<Value>> {
    try {
      const body = await this.queue.run(hostOf(url), () => publicFetch(url, limits, this.allowedHosts, stop));
      this.metrics.received(body.body.length);
      return { value: await make(body) };
    } catch (error) {
      if (error instanceof FetchRefused) return { fault: error.fault };
      throw error;
    }
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

/** A fragment is never sent. */
const keyOf = ({ kind, url }: Pick<FetchJob<unknown>, 'kind' | 'url'>): string =>
  createHash('sha256')
    .update(`${kind} ${url.replace(/#.*$/s, '')}`)
    .digest('hex');
