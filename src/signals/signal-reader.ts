import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { Signals } from './signals.js';

interface Signal {
  readonly id: number;
  readonly kind: string;
  readonly payload: unknown;
  readonly now: Date;
}

/** The clock's row stands even where there is no signal. */
type Row = Signal | { readonly id: null; readonly now: Date };

const POLL_MS = 300;
const CLEAN_MS = 3_600_000;
/** A transaction that announces something commits within this time of announcing it. */
const LONGEST_TRANSACTION = '60 seconds';
const KEPT = '1 day';

/** Reads, in a running server, what was announced, and keeps the table short. */
@Injectable()
export class SignalReader implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(SignalReader.name);
  private readonly heard = new Set<number>();
  private heardUntil: Date | undefined;
  private timers: NodeJS.Timeout[] = [];
  private polling: Promise<void> | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly signals: Signals,
  ) {}

  onApplicationBootstrap(): void {
    const poll = (): void => {
      this.polling ??= this.poll().finally(() => {
        this.polling = undefined;
      });
    };
    const clean = (): void => void this.clean();
    this.timers = [setInterval(poll, POLL_MS), setInterval(clean, CLEAN_MS)];
    poll();
  }

  async onApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.polling;
  }

  private async poll(): Promise<void> {
    try {
      const rows = await this.source.query<Row[]>(
        `SELECT s.id, s.kind, s.payload, clock.now
         FROM (SELECT clock_timestamp() AS now) clock
         LEFT JOIN signals s ON s.created_at > coalesce($1, clock.now) - $2::interval
         ORDER BY s.id`,
        [this.heardUntil ?? null, LONGEST_TRANSACTION],
      );
      const signals = rows.filter((row): row is Signal => row.id !== null);
      for (const { id, kind, payload } of signals) {
        if (!this.heard.has(id)) this.signals.hear(kind, payload);
      }
      this.heard.clear();
      for (const { id } of signals) this.heard.add(id);
      this.heardUntil = rows[0]?.now;
    } catch (error) {
      this.log.warn(`Cannot read signals: ${String(error)}`);
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
