import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';
import { LogSequencers } from '@parley/realtime/ordering';
import type { PrivateLogEntry, PrivateLogSource } from '@parley/realtime/ordering';
import type { RequestOrigin } from '@parley/realtime/requests';

import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { privateFrame, PrivateKinds } from './private-kinds.js';
import type { EventOf, PrivateItem, PrivateKind, PrivateList } from './private-kind.js';
import { PrivateLogRepository } from './private-log.repository.js';

export interface WrittenItem<List extends PrivateList> {
  readonly userId: number;
  readonly key: string;
  readonly item: PrivateItem<List>;
  /**
   * Another event than that of the kind. A node that misses the change sends the present item with the kind's event.
   */
  readonly eventType?: EventOf<PrivateItem<List>>;
}

/**
 * The private logs of users: changes that all connections of one user receive, and nobody else does. They are numbered,
 * delivered in order, healed and returned by a sync as the changes of a room are.
 */
@Injectable()
export class PrivateLog implements PrivateLogSource, OnApplicationBootstrap {
  constructor(
    private readonly repository: PrivateLogRepository,
    private readonly kinds: PrivateKinds,
    private readonly work: UnitOfWork,
    private readonly sequencers: LogSequencers,
    private readonly dispatch: Dispatch,
  ) {}

  onApplicationBootstrap(): void {
    this.sequencers.readUsersFrom(this);
  }

  /**
   * Records a change in the transaction that has written it, and sends it after the commit. The log of the user stays
   * locked until then: lock everything else before.
   * @param origin receives it as the answer
   */
  async append<List extends PrivateList>(
    { manager, afterCommit }: Work,
    kind: PrivateKind<List>,
    { userId, key, item, eventType = kind.eventType }: WrittenItem<List>,
    origin?: RequestOrigin,
  ): Promise<void> {
    const seq = await this.repository.take(manager, userId, kind.name, key);
    const frame = privateFrame({ kind: { eventType }, seq, item });
    afterCommit(() => this.dispatch.appendPrivate({ userId, seq, frame }, origin));
  }

  headsOtherThan(known: ReadonlyMap<number, number>): Promise<ReadonlyMap<number, number>> {
    return this.repository.headsOtherThan(known);
  }

  entries(userId: number, after: number, upTo: number): Promise<readonly PrivateLogEntry[]> {
    return this.work.snapshot(async ({ manager }) => {
      const changes = await this.repository.changes(manager, userId, after, upTo);
      const changed = await this.kinds.items(manager, userId, changes);
      return changed.map((each) => ({ userId, seq: each.seq, frame: privateFrame(each) }));
    });
  }
}
