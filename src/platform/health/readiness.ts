import { Injectable } from '@nestjs/common';

import { ReadOnlyDatabase } from '../database/failures.js';
import type { DroppedPackets } from '../redis/dropped-packets.js';
import { DatabaseProbe } from './database-probe.js';

export interface LivenessReport {
  readonly status: 'ok';
}

export interface ReadinessReport {
  /** `degraded` still serves. */
  readonly status: 'ok' | 'degraded' | 'unavailable' | 'draining';
  readonly checks: Readonly<Record<string, 'ok' | 'unreachable' | 'read_only' | 'stalled'>>;
}

/** The state of Redis. */
export abstract class TransportProbe {
  /** Whether Redis responds. Undefined: the deployment has none. */
  abstract readonly healthy: (() => boolean) | undefined;
  /** The packets of Redis that this node did not believe. */
  abstract readonly dropped: DroppedPackets;
}

const reached = (answers: boolean) => (answers ? 'ok' : 'unreachable');

/** Whether this process can serve requests, and why not. */
@Injectable()
export class Readiness {
  private draining = false;
  private stalled: () => boolean = () => false;

  constructor(
    private readonly database: DatabaseProbe,
    private readonly transport: TransportProbe,
  ) {}

  /** Called at the shutdown: this process should get no new connections. */
  drain(): void {
    this.draining = true;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** @param stalled returns whether nothing that is accepted is dispatched */
  watchDispatch(stalled: () => boolean): void {
    this.stalled = stalled;
  }

  get isStalled(): boolean {
    return this.stalled();
  }

  async report(): Promise<ReadinessReport> {
    const database = await this.databaseNow();
    const redis = this.transport.healthy ? reached(this.transport.healthy()) : undefined;
    const checks: ReadinessReport['checks'] = {
      database,
      ...(redis && { redis }),
      ...(this.isStalled && { dispatch: 'stalled' as const }),
    };
    if (this.draining) return { status: 'draining', checks };
    if (database !== 'ok' || this.isStalled) return { status: 'unavailable', checks };
    return { status: redis === 'unreachable' ? 'degraded' : 'ok', checks };
  }

  private databaseNow(): Promise<'ok' | 'unreachable' | 'read_only'> {
    return this.database.answer().then(
      () => 'ok',
      (error: unknown) => (error instanceof ReadOnlyDatabase ? 'read_only' : 'unreachable'),
    );
  }
}
