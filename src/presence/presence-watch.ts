import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';

import { grouped } from '../grouped.js';
import { Recurring } from '../recurring.js';
import type { OwnRoomsGrant } from '../rooms/index.js';
import { presence } from './presence.frames.js';
import { PresenceRepository } from './presence.repository.js';
import { Standings } from './standings.js';
import type { Seen } from './standings.js';
import { Subscriptions } from './subscriptions.js';
import type { News } from './subscriptions.js';

const LOOK_MS = 1_000;

/**
 * Notifies subscribed connections of this node of presence changes on all nodes. All subscriptions are polled together
 * once a second: by one statement, by two if there are changes, by none without subscriptions. The data comes from the
 * tables, so that Redis is not needed and dead nodes are excluded.
 */
@Injectable()
export class PresenceWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly standings = new Standings();
  private readonly looks = new Recurring(
    () => this.tellNews(),
    new Logger(PresenceWatch.name),
    'Cannot read the presence of users',
  );

  constructor(
    private readonly repository: PresenceRepository,
    private readonly subscriptions: Subscriptions,
    private readonly dispatch: Dispatch,
  ) {}

  onApplicationBootstrap(): void {
    this.looks.start(LOOK_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.looks.stop();
  }

  /** The presence of the users that share a room with the requester. */
  async first(grant: OwnRoomsGrant, userIds: readonly number[]): Promise<Seen[]> {
    return this.observed(await this.repository.shared(grant, userIds));
  }

  private async tellNews(): Promise<void> {
    const userIds = this.subscriptions.users();
    this.standings.keep(userIds);
    if (userIds.size === 0) return;
    const standings = this.observed(await this.repository.of([...userIds]));
    const news = this.subscriptions.news(new Map(standings.map((seen) => [seen.userId, seen])));
    if (news.length === 0) return;
    const lawful = new Set<unknown>(await this.repository.lawful(news));
    this.dispatch.batch(() => {
      for (const ofOne of grouped(news, ({ connectionId }) => connectionId).values()) {
        this.tell(ofOne.filter((each) => lawful.has(each) && this.subscriptions.tell(each)));
      }
    });
    for (const each of news) if (!lawful.has(each)) this.subscriptions.drop(each);
  }

  private tell(news: readonly News[]): void {
    const [first] = news;
    if (first) this.dispatch.toConnectionDroppable(first.connectionId, presence(news.map(({ seen }) => seen)));
  }

  private observed(seen: readonly Seen[]): Seen[] {
    const now = performance.now();
    return seen.map((each) => this.standings.observe(each, now));
  }
}
