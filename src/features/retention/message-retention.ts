import { setTimeout as delay } from 'node:timers/promises';

import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { inBatches } from '../../platform/async/in-batches.js';
import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { RetentionSettings } from './retention.settings.js';
import { LeadershipLost, Leaderships } from '../../platform/database/leases/leadership.js';
import type { Leadership } from '../../platform/database/leases/leadership.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { DeleteMessages } from '../messages/acts/delete-messages.js';
import { OldMessagesRepository } from './removable-messages.repository.js';
import type { OldMessages } from './removable-messages.repository.js';
import { RoomRetentionRepository } from './room-retention.repository.js';
import type { RetentionDays } from './room-retention.repository.js';

/** How often every node tries to become the leader. */
const CHECK_MS = 5_000;
/** How often the leader removes old messages. */
const RUN_MS = 3_600_000;
/** The number of messages that are removed in one transaction: few, since sends in the room wait for it. */
const BATCH = 100;

/**
 * Removes messages that are older than their room keeps them, as an operator's purge does, on one node at a time. It pauses after each transaction for as long as that took, so that other work gets at least half of the time.
 */
@Injectable()
export class MessageRetention implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(MessageRetention.name);
  private readonly leadership: Leadership;
  private readonly days: RetentionDays;
  /** Whether only rooms with a time of their own lose messages: few deployments have any. */
  private readonly isOff: boolean;
  private readonly stopping = new AbortController();
  private checks: PeriodicTask | undefined;
  private dueAt = 0;

  constructor(
    private readonly rooms: RoomRetentionRepository,
    private readonly messages: OldMessagesRepository,
    private readonly deletion: DeleteMessages,
    leaderships: Leaderships,
    settings: RetentionSettings,
  ) {
    this.leadership = leaderships.create('message retention');
    this.days = settings.messageDays;
    this.isOff = Object.values(this.days).every((days) => days === 0);
  }

  onApplicationBootstrap(): void {
    this.checks = new PeriodicTask(() => this.check(), this.log, 'Cannot remove old messages');
    this.checks.start(CHECK_MS);
    void this.checks.runNow();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.checks?.stop();
    await this.leadership.giveUp();
  }

  private async check(): Promise<void> {
    if (this.isOff && performance.now() < this.dueAt) return;
    if (this.isOff && !(await this.rooms.isSetForAny())) this.dueAt = performance.now() + RUN_MS;
    else if ((await this.leadership.lead()) && performance.now() >= this.dueAt) await this.run();
  }

  private async run(): Promise<void> {
    let removed = 0;
    for await (const { id, before } of this.rooms.overdueRooms(this.days)) {
      removed += await inBatches(
        BATCH,
        (most) => this.removeSome({ roomId: id, before, most }),
        () => !this.stopping.signal.aborted,
      );
      if (this.stopping.signal.aborted) return;
    }
    this.dueAt = performance.now() + RUN_MS;
    this.log.log(`Removed ${String(removed)} messages older than their rooms keep them`);
  }

  private async removeSome(old: OldMessages): Promise<number> {
    const begun = performance.now();
    if (!(await this.leadership.lead())) throw new LeadershipLost('another process removes old messages');
    const find = async ({ manager }: Work): Promise<string[]> => {
      await this.leadership.hold(manager);
      return this.messages.oldest(manager, old);
    };
    const removed = await this.deletion.byTimer({ roomId: old.roomId, before: old.before, find });
    await delay(performance.now() - begun, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    return removed === 'held' ? 0 : removed;
  }
}
