import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { LinkPreviewWriter } from '../messages/link-previews/link-preview-writer.js';
import { missingLinks } from '../messages/link-previews/linked-previews.js';
import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { within } from '../../platform/async/timeout.js';
import { LinkSettings } from './link.settings.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { DatabasePulse } from '../../platform/database/pulse/database-pulse.js';
import { Throttle } from '../../platform/http/rate-limits.js';
import { LINK_FETCHES_ARE_DUE, LinkFetchesRepository } from './link-fetches.repository.js';
import type { ClaimedFetch } from './link-fetches.repository.js';
import { PagePreviews } from './page-previews.js';

/** Messages of a process whose links are fetched at once. */
const AT_ONCE = 16;
/** Of one user and process. Further links get no previews. */
const MOST_LINKS_AN_HOUR = 300;
/** Of one message; less than the lease. */
const LONGEST_MS = 45_000;

/**
 * Fetches the links of messages, and adds their previews. Every process claims messages for the time of a lease; those
 * of a process that dies are due again after it. No transaction is open during a request to another host.
 */
@Injectable()
export class LinkFetchWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('LinkPreviews');
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private readonly linksOfUser = new Throttle({ most: MOST_LINKS_AN_HOUR, seconds: 3_600 });
  private readonly polling = new PeriodicTask(() => this.poll(), this.log, 'Cannot poll for links to fetch');
  /** Whether the last claim may have left due messages. */
  private mayBeMore = false;

  constructor(
    private readonly fetches: LinkFetchesRepository,
    private readonly pages: PagePreviews,
    private readonly writer: LinkPreviewWriter,
    private readonly work: UnitOfWork,
    private readonly pulse: DatabasePulse,
    private readonly settings: LinkSettings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.previews) this.pulse.runWhen('link_fetches', LINK_FETCHES_ARE_DUE, this.polling);
  }

  /** Aborts the requests under way, and gives back their messages. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.polling.stop();
    await Promise.all(this.underWay);
  }

  private async poll(): Promise<void> {
    const free = AT_ONCE - this.underWay.size;
    if (free === 0 || this.stopping.signal.aborted) return;
    const claimed = await this.fetches.claim(free);
    this.mayBeMore = claimed.length === free;
    for (const fetch of claimed) this.begin(fetch);
  }

  private begin(fetch: ClaimedFetch): void {
    const work = this.settle(fetch)
      .catch((error: unknown) => {
        // Its links are fetched again when the lease ends.
        this.log.warn(`Cannot add the previews of a message: ${(error as Error).name}`);
      })
      .finally(() => {
        this.underWay.delete(work);
        if (this.mayBeMore) void this.polling.runNow();
      });
    this.underWay.add(work);
  }

  private async settle(fetch: ClaimedFetch): Promise<void> {
    try {
      const previews = await within(LONGEST_MS, this.stopping.signal, (signal) => this.previews(fetch, signal));
      await this.work.transaction(async (work) => {
        await this.writer.add(work, fetch, previews);
        await this.fetches.finish(work.manager, fetch);
      });
    } catch (error) {
      if (!this.stopping.signal.aborted) throw error;
      await this.fetches.release(fetch);
    }
  }

  private async previews(fetch: ClaimedFetch, signal: AbortSignal) {
    const message = await this.writer.find(fetch);
    const links = message ? await this.permitted(missingLinks(message), fetch) : [];
    const previews = await Promise.all(links.map((url) => this.pages.preview(url, fetch, signal)));
    return previews.filter((preview) => preview !== undefined);
  }

  /** The links within the limit of their user. */
  private async permitted(links: readonly string[], { userId }: ClaimedFetch): Promise<string[]> {
    const waits = await Promise.all(links.map(() => this.linksOfUser.count(String(userId))));
    return links.filter((_, at) => waits[at] === 0);
  }
}
