import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';

import { PeriodicTask } from '../platform/async/periodic-task.js';
import { grouped } from '../platform/collections/group-by.js';
import type { OwnRoomsGrant } from '../rooms/room.policy.js';
import { presence, PresenceStates } from './presence-state.js';
import type { Seen } from './presence-state.js';
import { PresenceRepository } from './presence.repository.js';
import { PresenceSubscriptions } from './presence-subscriptions.js';
import type { PresenceChange } from './presence-subscriptions.js';

const POLL_MS = 1_000;

/**
 * Notifies subscribed connections of this node of presence changes on all nodes. All subscriptions are polled together
 * once a second: by one statement, by two if there are changes, by none without subscriptions. The data comes from the
 * tables, so that Redis is not needed and dead nodes are excluded.
 */
@Injectable()
export class PresencePublisher implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly states = new PresenceStates();
  private readonly polling = new PeriodicTask(
    () => this.publishChanges(),
    new Logger(PresencePublisher.name),
    'Cannot read the presence of users',
  );

  constructor(
    private readonly repository: PresenceRepository,
    private readonly subscriptions: PresenceSubscriptions,
    private readonly dispatch: Dispatch,
  ) {}

  onApplicationBootstrap(): void {
    this.polling.start(POLL_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.polling.stop();
  }

  /** The presence of the users that share a room with the requester. */
  async readInitial(grant: OwnRoomsGrant, userIds: readonly number[]): Promise<Seen[]> {
    return this.observed(await this.repository.shared(grant, userIds));
  }

  private async publishChanges(): Promise<void> {
    const { users } = this.subscriptions;
    this.states.keep(users);
    if (users.size === 0) return;
    const changes = this.subscriptions.changes(this.observed(await this.repository.read([...users.keys()])));
    if (changes.length === 0) return;
    const permitted = new Set<unknown>(await this.repository.permitted(changes));
    this.dispatch.batch(() => {
      for (const ofOne of grouped(changes, ({ connectionId }) => connectionId).values()) {
        this.send(ofOne.filter((each) => permitted.has(each) && this.subscriptions.recordSent(each)));
      }
    });
    for (const each of changes) if (!permitted.has(each)) this.subscriptions.drop(each);
  }

  private send(changes: readonly PresenceChange[]): void {
    const [first] = changes;
    if (first) this.dispatch.toConnectionDroppable(first.connectionId, presence(changes.map(({ seen }) => seen)));
  }

  private observed(seen: readonly Seen[]): Seen[] {
    const now = performance.now();
    return seen.map((each) => this.states.observe(each, now));
  }
}
