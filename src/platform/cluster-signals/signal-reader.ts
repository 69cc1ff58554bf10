import { Injectable, Logger, Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { PeriodicTask } from '../async/periodic-task.js';
import { DatabaseHistory } from '../database/history/database-history.js';
import { DatabasePulse } from '../database/pulse/database-pulse.js';
import { statement } from '../database/statement.js';
import { jsonFromStored } from '../database/stored-text.js';
import { MissingIds } from './missing-ids.js';
import { Signals, SignalsModule } from './signals.js';

const CLEAN_MS = 3_600_000;
const KEPT = '1 day';

const isAfter = (highest: string, missing: string): string => `id > ${highest} OR id = ANY (${missing})`;

/** The latest signals before the start, between which those of uncommitted transactions are missing. */
const LATEST = 1_000;

/**
 * Polls for signals in a running server, and deletes old ones. Signals are delivered in the order of their commits; those
 * of longer transactions are found by their missing ids. Raw SQL: the clock of the database decides which are old.
 */
@Injectable()
export class SignalReader implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(SignalReader.name);
  private missing: MissingIds | undefined;
  private readonly polling = new PeriodicTask(() => this.poll(), this.log, 'Cannot read signals');
  private readonly cleaning = new PeriodicTask(() => this.clean(), this.log, 'Cannot delete old signals');

  constructor(
    private readonly source: DataSource,
    private readonly signals: Signals,
    history: DatabaseHistory,
    pulse: DatabasePulse,
  ) {
    pulse.ask({
      name: 'signals',
      expression: (highest, missing) =>
        `EXISTS (SELECT FROM signals WHERE ${isAfter(`${highest}::bigint`, `${missing}::bigint[]`)})`,
      parameters: () => [this.missing?.highest ?? 0, this.missing?.list() ?? []],
      answered: (areThere) => {
        if (areThere === true || !this.missing) void this.polling.runNow();
      },
    });
    // Ids may be given again. What lost signals announced is read again, as everything is.
    history.onEpoch(() => {
      this.missing = undefined;
    });
  }

  /** Polls once before the first socket opens, so that no later signal is missed. */
  async onApplicationBootstrap(): Promise<void> {
    this.cleaning.start(CLEAN_MS);
    await this.polling.runNow();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.cleaning.stop();
    await this.polling.stop();
  }

  private async poll(): Promise<void> {
    const { missing } = this;
    if (!missing) this.missing = new MissingIds(await this.latestIds(), performance.now());
    else await this.deliverAfter(missing);
  }

  /** In ascending order. */
  private async latestIds(): Promise<number[]> {
    const rows = await LATEST_IDS.rows(this.source, { most: LATEST });
    return rows.map(({ id }) => id).reverse();
  }

  private async deliverAfter(missing: MissingIds): Promise<void> {
    const signals = await AFTER.rows(this.source, { highest: missing.highest, missing: missing.list() });
    missing.arrived(
      signals.map(({ id }) => id),
      performance.now(),
    );
    for (const { kind, payload } of signals) this.deliver(kind, jsonFromStored(payload));
  }

  /** A failing listener must not block later signals, such as revoked tokens, for other listeners. */
  private deliver(kind: string, payload: unknown): void {
    try {
      this.signals.deliver(kind, payload);
    } catch (error) {
      this.log.error(`The listener for signals of ${kind} failed: ${String(error)}`);
    }
  }

  private async clean(): Promise<void> {
    await CLEAN.changes(this.source, {});
  }
}

const AFTER = statement('signals.after', {
  parameters: { highest: 'int8', missing: 'int8[]' },
  columns: { id: 'int8', kind: 'text', payload: 'json' },
  text: ({ highest, missing }) =>
    `SELECT id, kind, payload FROM signals WHERE ${isAfter(highest, missing)} ORDER BY id`,
});

const LATEST_IDS = statement('signals.latest_ids', {
  parameters: { most: 'int8' },
  columns: { id: 'int8' },
  text: ({ most }) => `SELECT id FROM signals ORDER BY id DESC LIMIT ${most}`,
});

const CLEAN = statement('signals.clean', {
  parameters: {},
  columns: {},
  text: () => `DELETE FROM signals WHERE created_at < now() - interval '${KEPT}'`,
});

/** For a server, which also receives signals. */
@Module({ imports: [SignalsModule], providers: [SignalReader] })
export class SignalReaderModule {}
