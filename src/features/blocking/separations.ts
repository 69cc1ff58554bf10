import { Injectable } from '@nestjs/common';
import { Hub } from '@parley/realtime/hub';
import { LRUCache } from 'lru-cache';

import { BatchLoader } from '../../platform/async/batch-loader.js';
import { Signals } from '../../platform/cluster-signals/signals.js';
import type { SignalKind } from '../../platform/cluster-signals/signals.js';
import { DatabaseHistory } from '../../platform/database/history/database-history.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { UserBlocksRepository } from './user-blocks.repository.js';

/** Two users of whom one has blocked the other, or has ended that. */
export type Pair = readonly [one: number, other: number];

type Listener = (pair: Pair) => void;

/** Every node learns of a change through Redis at once, and through the database within a second. */
const TOPIC = 'blocks.changed';
const blocksChanged: SignalKind<Pair> = { name: TOPIC };

/** Of all sets together. */
const MOST_IDS = 1_000_000;
/** A set counts as at least so many ids, so that there are at most 100,000 sets. */
const LEAST_IDS = 10;

/**
 * This node's cache of who is separated from whom: two users are, while one of them blocks the other. For what does not
 * last, such as typing and presence: what is written checks the blocks in its transaction.
 */
@Injectable()
export class Separations {
  private readonly known = new LRUCache<number, ReadonlySet<number>>({
    maxSize: MOST_IDS,
    sizeCalculation: ({ size }) => Math.min(Math.max(size, LEAST_IDS), MOST_IDS),
  });
  private readonly loader: BatchLoader<number, ReadonlySet<number>>;
  private readonly listeners: Listener[] = [];
  /** Rises with every change: a set that was read before one is not kept. */
  private generation = 0;

  constructor(
    repository: UserBlocksRepository,
    private readonly hub: Hub,
    private readonly signals: Signals,
    history: DatabaseHistory,
  ) {
    this.loader = new BatchLoader((userIds) => repository.separated(userIds));
    history.onEpoch(() => {
      this.generation += 1;
      this.known.clear();
    });
    hub.subscribe(TOPIC, (pair) => this.apply(pair as Pair));
    signals.on(blocksChanged, (pair) => this.apply(pair));
  }

  /** The users from whom the user is separated. */
  async of(userId: number): Promise<ReadonlySet<number>> {
    const known = this.known.get(userId);
    if (known) return known;
    const { generation } = this;
    const read = await this.loader.load(userId);
    if (generation === this.generation) this.known.set(userId, read);
    return read;
  }

  /** To be called in the transaction of a change. */
  async publish({ manager, afterCommit }: Work, pair: Pair): Promise<void> {
    await this.signals.publish(manager, blocksChanged, pair);
    afterCommit(() => this.hub.publishToNodes(TOPIC, pair));
  }

  /** @param listener called on this node after a change, perhaps twice */
  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  private apply(pair: Pair): void {
    this.generation += 1;
    for (const id of pair) this.known.delete(id);
    for (const listener of this.listeners) listener(pair);
  }
}
