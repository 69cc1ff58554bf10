import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { Leaderships } from '../../platform/database/leases/leadership.js';
import type { Leadership } from '../../platform/database/leases/leadership.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { DatabasePulse } from '../../platform/database/pulse/database-pulse.js';
import { LogRecord } from '../../platform/logging/log-record.js';
import { backlogGauge } from '../../platform/metrics/backlog-gauge.js';
import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';
import { ARE_DUE, OutboxConsumersRepository, OutboxRangesRepository } from './outbox.repository.js';
import type { OutboxRange } from './outbox.repository.js';
import { OutboxEntryReader } from './outbox-entry-reader.js';
import type { OutboxEntry } from './outbox-entry-reader.js';

/** A consumer of the outbox: a feature that processes the changes of all rooms. */
export interface OutboxConsumer {
  /** At most 40 characters. It is in the database while the consumer is needed. */
  readonly name: string;
  /**
   * Records the work that the changes cause, and does none of it. The transaction also removes the changes from the
   * outbox, so each record is written exactly once. An error keeps the changes in the outbox.
   * @param entries ordered by sequence number in each room
   */
  consume(work: Work, entries: readonly OutboxEntry[]): Promise<void>;
}

/** Limits of a batch: parts, and sequence numbers in them. They bound the memory use. */
const MAX_RANGES = 200;
const MOST_NUMBERS = 1_000;

/**
 * Delivers the changes of rooms to the consumers of the outbox, on one process at a time. The removal of a part and the
 * writes of the consumers are one transaction. A part that fails while others succeed is postponed and retried later;
 * if all parts fail, all wait.
 */
@Injectable()
export class OutboxReader implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(OutboxReader.name);
  private readonly leadership: Leadership;
  private readonly consumers = new Map<string, OutboxConsumer>();
  private readonly reading = new PeriodicTask(() => this.read(), this.log, 'Cannot process the outbox');
  private isStopping = false;

  constructor(
    private readonly ranges: OutboxRangesRepository,
    private readonly consumerNames: OutboxConsumersRepository,
    private readonly entryReader: OutboxEntryReader,
    private readonly work: UnitOfWork,
    registry: MetricsRegistry,
    leaderships: Leaderships,
    private readonly pulse: DatabasePulse,
  ) {
    this.leadership = leaderships.create('outbox');
    backlogGauge(
      registry,
      'parley_feed_pending',
      'Parts of the outbox that webhooks and push have not processed, in the whole deployment; counted to 10000.',
      () => ranges.pending(),
    );
  }

  /**
   * Registers a consumer. Must be called while the modules are initialised, on every server: a server processes the
   * outbox only if it has all consumers.
   * @throws Error if the name is taken
   */
  register(consumer: OutboxConsumer): void {
    if (this.consumers.has(consumer.name)) throw new Error(`two outbox consumers of the name ${consumer.name}`);
    this.consumers.set(consumer.name, consumer);
  }

  onApplicationBootstrap(): void {
    this.pulse.runWhen('outbox', ARE_DUE, this.reading);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.reading.stop();
  }

  private async read(): Promise<void> {
    try {
      while (!this.isStopping && (await this.leadership.lead()) && (await this.deliverBatch()));
    } finally {
      await this.leadership.giveUp();
    }
  }

  /** @returns whether there may be more */
  private async deliverBatch(): Promise<boolean> {
    const due = bounded(await this.ranges.due(MAX_RANGES));
    if (due.length === 0) return false;
    // Read after the parts: the consumers that the parts were recorded for are committed by now.
    const consumers = this.named(await this.consumerNames.names());
    try {
      await this.deliver(consumers, due);
    } catch (error) {
      await this.deliverSeparately(consumers, due, error);
    }
    return true;
  }

  private async deliver(consumers: readonly OutboxConsumer[], ranges: OutboxRange[]): Promise<void> {
    const entries = consumers.length > 0 ? await this.entryReader.read(ranges) : [];
    await this.work.transaction(async (work) => {
      await this.leadership.hold(work.manager);
      await this.ranges.take(work.manager, ranges);
      for (const consumer of consumers) await consumer.consume(work, entries);
    });
  }

  /** @throws the failure of the batch, if each part fails too, or during the shutdown */
  private async deliverSeparately(
    consumers: readonly OutboxConsumer[],
    ranges: readonly OutboxRange[],
    failure: unknown,
  ): Promise<void> {
    const failed: OutboxRange[] = [];
    const reasons = new Set<string>();
    for (const part of ranges) {
      if (this.isStopping) throw failure;
      await this.deliver(consumers, [part]).catch((error: unknown) => {
        failed.push(part);
        reasons.add(String(error));
      });
    }
    if (failed.length === ranges.length) throw failure;
    if (failed.length === 0) return;
    await this.work.transaction(async ({ manager }) => {
      await this.leadership.hold(manager);
      await this.ranges.postpone(manager, failed);
    });
    const rooms = [...new Set(failed.map(({ roomId }) => roomId))].join(', ');
    const text = `Postponed parts of the outbox that cannot be processed, of the rooms ${rooms}: ${[...reasons].join('; ')}`;
    this.log.warn(LogRecord.from(text, { rooms }));
  }

  /** @throws Error if a consumer is of another release, whose processes process the outbox then */
  private named(names: readonly string[]): OutboxConsumer[] {
    return names.map((name) => {
      const consumer = this.consumers.get(name);
      if (!consumer) throw new Error(`this process does not have the outbox consumer ${name}`);
      return consumer;
    });
  }
}

function bounded(parts: readonly OutboxRange[]): OutboxRange[] {
  let numbers = 0;
  return parts.filter(({ after, upTo }) => {
    const fits = numbers < MOST_NUMBERS;
    numbers += upTo - after;
    return fits;
  });
}
