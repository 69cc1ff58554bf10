import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface LivenessReport {
  readonly status: 'ok';
}

export interface ReadinessReport {
  /** `degraded` still serves. */
  readonly status: 'ok' | 'degraded' | 'unavailable' | 'draining';
  readonly checks: Readonly<Record<string, 'ok' | 'unreachable'>>;
}

/** Whether Redis answers, where the deployment has one. */
export abstract class TransportProbe {
  abstract readonly healthy: (() => boolean) | undefined;
}

const reached = (answers: boolean) => (answers ? 'ok' : 'unreachable');

const PATIENCE_MS = 2_000;

/** Whether this process can serve, and why not. */
@Injectable()
export class Readiness {
  private draining = false;

  constructor(
    private readonly source: DataSource,
    private readonly transport: TransportProbe,
  ) {}

  /** From now on no new connection is wanted here. */
  drain(): void {
    this.draining = true;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  async report(): Promise<ReadinessReport> {
    const database = reached(await this.databaseAnswers());
    const redis = this.transport.healthy ? reached(this.transport.healthy()) : undefined;
    const checks: ReadinessReport['checks'] = redis ? { database, redis } : { database };
    if (this.draining) return { status: 'draining', checks };
    if (database !== 'ok') return { status: 'unavailable', checks };
    return { status: redis === 'unreachable' ? 'degraded' : 'ok', checks };
  }

  private async databaseAnswers(): Promise<boolean> {
    const tooLate = new Promise<boolean>((resolve) => {
      setTimeout(resolve, PATIENCE_MS, false).unref();
    });
    const answered = this.source.query('SELECT 1').then(
      () => true,
      () => false,
    );
    return Promise.race([answered, tooLate]);
  }
}
