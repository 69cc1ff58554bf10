import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { Signals } from './signals.js';

interface Signal {
  readonly id: number;
  readonly kind: string;
  readonly payload: unknown;
  /** Every transaction before this one was over. */
  readonly horizon: number;
}

/** The horizon's row stands even where there is no signal. */
type Row = Signal | { readonly id: null; readonly horizon: number };

const POLL_MS = 300;
const CLEAN_MS = 3_600_000;
const KEPT = '1 day';

/**
 * Reads, in a running server, what was announced, and keeps the table short. What was committed by transactions that
 * were over at the last reading has been heard; of the others it is remembered what was.
 */
@Injectable()
export class SignalReader implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(SignalReader.name);
  private readonly heard = new Set<number>();
  private horizon: number | undefined;
  private timers: NodeJS.Timeout[] = [];
  private polling: Promise<void> | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly signals: Signals,
  ) {}

  /** Whatever is announced once the first socket is open comes after the first reading. */
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
        if (!this.heard.has(id)) this.deliver(kind, payload);
      }
      this.heard.clear();
      for (const { id } of signals) this.heard.add(id);
      this.horizon = rows[0]?.horizon;
    } catch (error) {
      this.log.warn(`Cannot read signals: ${String(error)}`);
    }
  }

  /** A listener that fails must not keep later signals, such as revoked tokens, from the other listeners. */
  private deliver(kind: string, payload: unknown): void {
    try {
      this.signals.hear(kind, payload);
    } catch (error) {
      this.log.error(`The listener for signals of ${kind} failed: ${String(error)}`);
    }
  }

  private async clean(): Promise<void> {
    try {
      await this.source.query(`DELETE FROM signals WHERE created_at < now() - $1::interval`, [KEPT]);
    } catch (error) {
      this.log.warn(`Cannot remove old signals: ${String(error)}`);
    }
  }
}
