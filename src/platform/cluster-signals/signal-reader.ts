import { Injectable, Logger, Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { jsonFromStored } from '../database/stored-text.js';
import { Signals, SignalsModule } from './signals.js';

interface Signal {
  readonly id: number;
  readonly kind: string;
  readonly payload: unknown;
  /** All transactions before this id have ended. */
  readonly horizon: number;
}

/** Without signals there is one row, with the horizon only. */
type Row = Signal | { readonly id: null; readonly horizon: number };

const POLL_MS = 300;
const CLEAN_MS = 3_600_000;
const KEPT = '1 day';

/**
 * Polls for signals in a running server, and deletes old ones. Signals of transactions that had ended at the last poll
 * are delivered already; of later transactions, the ids of the delivered signals are remembered. Raw SQL: a poll reads
 * the signals and the snapshot that bounds them in one statement, and the clock of the database decides which are old.
 */
@Injectable()
export class SignalReader implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(SignalReader.name);
  private readonly delivered = new Set<number>();
  private horizon: number | undefined;
  private timers: NodeJS.Timeout[] = [];
  private polling: Promise<void> | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly signals: Signals,
  ) {}

  /** Polls once before the first socket opens, so that no later signal is missed. */
  async onApplicationBootstrap(): Promise<void> {
    const poll = (): void => {
      this.polling ??= this.poll().finally(() => {
        this.polling = undefined;
      });
    };
    const clean = (): void => void this.clean();
    this.timers = [setInterval(poll, POLL_MS), setInterval(clean, CLEAN_MS)];
    poll();
    await this.polling;
  }

  async onApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.polling;
  }

  private async poll(): Promise<void> {
    try {
      const rows = await this.source.query<Row[]>(
        `SELECT s.id, s.kind, s.payload, here.horizon
         FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon) here
         LEFT JOIN signals s ON s.transaction >= coalesce($1, here.horizon)
         ORDER BY s.id`,
        [this.horizon ?? null],
      );
      const signals = rows.filter((row): row is Signal => row.id !== null);
      for (const { id, kind, payload } of signals) {
        if (!this.delivered.has(id)) this.deliver(kind, jsonFromStored(payload));
      }
      this.delivered.clear();
      for (const { id } of signals) this.delivered.add(id);
      this.horizon = rows[0]?.horizon;
    } catch (error) {
      this.log.warn(`Cannot read signals: ${String(error)}`);
    }
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
    try {
      await this.source.query(`DELETE FROM signals WHERE created_at < now() - $1::interval`, [KEPT]);
    } catch (error) {
      this.log.warn(`Cannot delete old signals: ${String(error)}`);
    }
  }
}

/** For a server, which also receives signals. */
@Module({ imports: [SignalsModule], providers: [SignalReader] })
export class SignalReaderModule {}
