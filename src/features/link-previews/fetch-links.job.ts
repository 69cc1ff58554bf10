import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { LinkPreviewWriter } from '../messages/link-previews/link-preview-writer.js';
import { missingLinks } from '../messages/link-previews/linked-previews.js';
import { within } from '../../platform/async/timeout.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { DatabasePulse } from '../../platform/database/pulse/database-pulse.js';
import { Throttle } from '../../platform/http/rate-limits.js';
import { JobWorker } from '../../platform/jobs/job-worker.js';
import type { JobKind } from '../../platform/jobs/job-worker.js';
import { LinkFetchesRepository } from './link-fetches.repository.js';
import type { LinkFetch, LinkingMessage } from './link-fetches.repository.js';
import { LinkSettings } from './link.settings.js';
import { PagePreviews } from './page-previews.js';

/** Of one user and process. Further links get no previews. */
const MOST_LINKS_AN_HOUR = 300;
/** Of one message. */
const LONGEST_MS = 45_000;

/** Fetches the links of messages, and adds their previews. No transaction is open during a request to another host. */
@Injectable()
export class FetchLinksJob implements JobKind<LinkFetch>, OnApplicationBootstrap, OnApplicationShutdown {
  readonly name = 'link_fetches';
  readonly atOnce = 16;
  readonly log = new Logger('LinkPreviews');
  private readonly linksOfUser = new Throttle({ most: MOST_LINKS_AN_HOUR, seconds: 3_600 });
  private readonly worker: JobWorker<LinkFetch>;

  constructor(
    private readonly fetches: LinkFetchesRepository,
    private readonly pages: PagePreviews,
    private readonly writer: LinkPreviewWriter,
    private readonly work: UnitOfWork,
    private readonly pulse: DatabasePulse,
    private readonly settings: LinkSettings,
  ) {
    this.worker = new JobWorker(this, fetches);
  }

  onApplicationBootstrap(): void {
    if (this.settings.previews) this.worker.start(this.pulse);
  }

  onApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  async run(fetch: LinkFetch, stopping: AbortSignal): Promise<void> {
    const place = { messageId: fetch.id, roomId: fetch.roomId, userId: fetch.userId };
    const previews = await within(LONGEST_MS, stopping, (signal) => this.previews(place, signal));
    await this.work.transaction(async (work) => {
      await this.writer.add(work, place, previews);
      await this.fetches.end(work.manager, fetch);
    });
  }

  failed(_: LinkFetch, error: unknown): void {
    this.log.warn(`Cannot add the previews of a message: ${(error as Error).name}`);
  }

  private async previews(message: LinkingMessage, signal: AbortSignal) {
    const found = await this.writer.find(message);
    const links = found ? await this.permitted(missingLinks(found), message.userId) : [];
    const previews = await Promise.all(links.map((url) => this.pages.preview(url, message, signal)));
    return previews.filter((preview) => preview !== undefined);
  }

  /** The links within the limit of their user. */
  private async permitted(links: readonly string[], userId: number): Promise<string[]> {
    const waits = await Promise.all(links.map(() => this.linksOfUser.count(String(userId))));
    return links.filter((_, at) => waits[at] === 0);
  }
}
