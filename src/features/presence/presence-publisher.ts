import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';

import { Separations } from '../blocking/separations.js';
import type { Pair } from '../blocking/separations.js';
import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { grouped } from '../../platform/collections/groups.js';
import type { OwnRoomsGrant } from '../rooms/room.policy.js';
import { concealed, presence, PresenceStates } from './presence-state.js';
import type { Seen } from './presence-state.js';
import { PresenceRepository } from './presence.repository.js';
import { PresenceSubscriptions } from './presence-subscriptions.js';
import type { PresenceChange } from './presence-subscriptions.js';

const POLL_MS = 1_000;

/**
 * Notifies subscribed connections of this node of presence changes on all nodes. All subscriptions are polled together
 * once a second: by one statement, by two if there are changes, by none without subscriptions. The data comes from the
 * tables, so that Redis is not needed and dead nodes are excluded. Two users of whom one blocks the other see each
 * other as offline.
 */
@Injectable()
export class PresencePublisher implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly states = new PresenceStates();
  /** Blocks that were made or ended since the last poll. */
  private changedPairs: Pair[] = [];
  private readonly polling = new PeriodicTask(
    () => this.publishChanges(),
    new Logger(PresencePublisher.name),
    'Cannot read the presence of users',
  );

  constructor(
    private readonly repository: PresenceRepository,
    private readonly subscriptions: PresenceSubscriptions,
    private readonly dispatch: Dispatch,
    private readonly separations: Separations,
  ) {}

  onApplicationBootstrap(): void {
    this.separations.onChange((pair) => this.changedPairs.push(pair));
    this.polling.start(POLL_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.polling.stop();
  }

  /** The presence of the users that share a room with the requester. */
  async readInitial(grant: OwnRoomsGrant, userIds: readonly number[]): Promise<Seen[]> {
    const seen = this.observed(await this.repository.shared(grant, userIds));
    const separated = await this.separations.of(grant.userId);
    return seen.map((each) => (separated.has(each.userId) ? concealed(each.userId) : each));
  }

  private async publishChanges(): Promise<void> {
    const { users } = this.subscriptions;
    this.states.keep(users);
    // Further ones may come while this poll reads.
    const pairs = [...this.changedPairs];
    if (users.size === 0) {
      this.changedPairs = [];
      return;
    }
    const states = this.observed(await this.repository.read([...users.keys()]));
    // At once: a subscription that begins later knows more than these states.
    const changed = this.subscriptions.changes(states);
    const changes = await this.visible([...(await this.ofPairs(pairs)), ...changed]);
    const permitted = new Set<unknown>(await this.repository.permitted(changes));
    this.changedPairs = this.changedPairs.slice(pairs.length);
    this.dispatch.batch(() => {
      for (const ofOne of grouped(changes, ({ connectionId }) => connectionId).values()) {
        this.send(ofOne.filter((each) => permitted.has(each) && this.subscriptions.recordSent(each)));
      }
    });
    for (const each of changes) if (!permitted.has(each)) this.subscriptions.drop(each);
  }

  /** The changes as their subscribers may see them: without those who have received them already. */
  private async visible(changes: readonly PresenceChange[]): Promise<PresenceChange[]> {
    const watchers = [...new Set(changes.map(({ grant }) => grant.userId))];
    const separated = new Map(
      await Promise.all(watchers.map(async (id) => [id, await this.separations.of(id)] as const)),
    );
    const shown = changes.map((change) =>
      separated.get(change.grant.userId)?.has(change.userId) ? { ...change, seen: concealed(change.userId) } : change,
    );
    const once = new Map(shown.map((change) => [`${change.connectionId} ${String(change.userId)}`, change]));
    return [...once.values()].filter((change) => !this.subscriptions.hasReceived(change));
  }

  /**
   * The presence that the two users of a new block see of each other now. The end of a block is among the changes
   * anyway.
   */
  private async ofPairs(pairs: readonly Pair[]): Promise<PresenceChange[]> {
    const separated: Pair[] = [];
    for (const pair of pairs) if ((await this.separations.of(pair[0])).has(pair[1])) separated.push(pair);
    return separated.flatMap(([one, other]) => [
      ...this.subscriptions.changesFor(one, concealed(other)),
      ...this.subscriptions.changesFor(other, concealed(one)),
    ]);
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
