import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { Leaderships, UnitOfWork } from '../database/index.js';
import type { Leadership, Work } from '../database/index.js';
import { backlogGauge, MetricsRegistry } from '../metrics/index.js';
import { Recurring } from '../recurring.js';
import { FeedFollowersRepository } from './feed-followers.repository.js';
import { FeedNewsReader } from './feed-news-reader.js';
import { FeedPartsRepository } from './feed-parts.repository.js';
import type { FeedPart } from './feed-parts.repository.js';
import type { FeedFollower } from './follower.js';

const FEED_LOCK = 7_265_397;
const READ_MS = 1_000;
/** Limits of a batch: parts, and sequence numbers in them. They bound the memory use. */
const MOST_PARTS = 200;
const MOST_NUMBERS = 1_000;

type Connection = Work['manager'];

/**
 * Delivers the changes of rooms to the consumers of the outbox, on one process at a time. The removal of a part and the
 * writes of the consumers are one transaction. A part that fails while others succeed is postponed and retried later;
 * if all parts fail, all wait.
 */
@Injectable()
export class FeedReader implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(FeedReader.name);
  private readonly leadership: Leadership;
  private readonly followers = new Map<string, FeedFollower>();
  private readonly reading = new Recurring(() => this.read(), this.log, 'Cannot process the outbox');
  private isStopping = false;

  constructor(
    private readonly parts: FeedPartsRepository,
    private readonly following: FeedFollowersRepository,
    private readonly news: FeedNewsReader,
    private readonly work: UnitOfWork,
    registry: MetricsRegistry,
    leaderships: Leaderships,
  ) {
    this.leadership = leaderships.of(FEED_LOCK);
    backlogGauge(
      registry,
      'parley_feed_pending',
      'Parts of the outbox that webhooks and push have not processed, in the whole deployment; counted to 10000.',
      () => parts.pending(),
    );
  }

  /**
   * Registers a consumer. Must be called while the modules are initialised, on every server: a server processes the
   * outbox only if it has all consumers.
   * @throws Error if the name is taken
   */
  handTo(follower: FeedFollower): void {
    if (this.followers.has(follower.name)) throw new Error(`two outbox consumers of the name ${follower.name}`);
    this.followers.set(follower.name, follower);
  }

  onApplicationBootstrap(): void {
    this.reading.start(READ_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.reading.stop();
  }

  private async read(): Promise<void> {
    if (!(await this.parts.areDue())) return;
    try {
      const connection = await this.leadership.connection();
      while (connection && !this.isStopping && (await this.handSome(connection)));
    } finally {
      // Holds no connection while there are no changes.
      await this.leadership.giveUp();
    }
  }

  /** @returns whether there may be more */
  private async handSome(connection: Connection): Promise<boolean> {
    const due = bounded(await this.parts.due(connection, MOST_PARTS));
    if (due.length === 0) return false;
    // Read after the parts: the consumers that the parts were recorded for are committed by now.
    const followers = this.named(await this.following.names(connection));
    try {
      await this.hand(connection, followers, due);
    } catch (error) {
      await this.handApart(connection, followers, due, error);
    }
    return true;
  }

  private async hand(connection: Connection, followers: readonly FeedFollower[], parts: FeedPart[]): Promise<void> {
    const news = followers.length > 0 ? await this.news.in(parts) : [];
    await this.work.run(async (work) => {
      await this.parts.take(work.manager, parts);
      for (const follower of followers) await follower.follow(work, news);
    }, connection);
  }

  /** @throws the failure of the batch, if each part fails too, or during the shutdown */
  private async handApart(
    connection: Connection,
    followers: readonly FeedFollower[],
    parts: readonly FeedPart[],
    failure: unknown,
  ): Promise<void> {
    const failed: FeedPart[] = [];
    const reasons = new Set<string>();
    for (const part of parts) {
      if (this.isStopping) throw failure;
      await this.hand(connection, followers, [part]).catch((error: unknown) => {
        failed.push(part);
        reasons.add(String(error));
      });
    }
    if (failed.length === parts.length) throw failure;
    if (failed.length === 0) return;
    await this.parts.setAside(connection, failed);
    const rooms = [...new Set(failed.map(({ roomId }) => roomId))].join(', ');
    this.log.warn(
      `Postponed parts of the outbox that cannot be processed, of the rooms ${rooms}: ${[...reasons].join('; ')}`,
    );
  }

  /** @throws Error if a consumer is of another release, whose processes process the outbox then */
  private named(names: readonly string[]): FeedFollower[] {
    return names.map((name) => {
      const follower = this.followers.get(name);
      if (!follower) throw new Error(`this process does not have the outbox consumer ${name}`);
      return follower;
    });
  }
}

function bounded(parts: readonly FeedPart[]): FeedPart[] {
  let numbers = 0;
  return parts.filter(({ after, upTo }) => {
    const fits = numbers < MOST_NUMBERS;
    numbers += upTo - after;
    return fits;
  });
}
