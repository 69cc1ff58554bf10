import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import type { HealthCheckResult, HealthIndicatorResult } from '@nestjs/terminus';

import { Config } from '../config/config.js';
import { ReadOnlyDatabase } from '../database/failures.js';
import { DatabaseProbe } from './database-probe.js';
import type { HealthDetail, HealthPart } from './health-parts.js';
import { HealthParts } from './health-parts.js';
import { DiskSpace, inWords, isLittle } from './disk-space.js';
import { Readiness, TransportProbe } from './readiness.js';

export interface HealthReport {
  /** `degraded` still serves. */
  readonly status: 'ok' | 'degraded' | 'error' | 'shutting_down';
  /**
   * `database`, `dispatch` if nothing is dispatched, `redis` if there is one, `disk` if the database or the files of
   * messages are on one, `scanner` if files are scanned.
   */
  readonly details: Readonly<Record<string, HealthDetail>>;
}

/** Checks all dependencies of the process, for operators. */
@Injectable()
export class HealthReporter {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly database: DatabaseProbe,
    private readonly disk: DiskSpace,
    private readonly transport: TransportProbe,
    private readonly readiness: Readiness,
    private readonly config: Config,
    private readonly parts: HealthParts,
  ) {}

  async make(): Promise<HealthReport> {
    const { status, details } = await this.checked();
    return {
      status: this.readiness.isDraining ? 'shutting_down' : status,
      details: Object.fromEntries(
        Object.entries(details).map(([name, detail]) => [name, detailOf(detail as HealthDetail)]),
      ),
    };
  }

  /** Terminus throws if a check fails. */
  private async checked(): Promise<HealthCheckResult> {
    const { healthy } = this.transport;
    try {
      return await this.health.check([
        () => this.databaseNow(),
        ...(this.readiness.isStalled ? [() => this.dispatchNow()] : []),
        ...(healthy ? [() => this.redisNow(healthy)] : []),
        ...(this.disk.isMonitored ? [() => this.diskNow()] : []),
        ...this.parts.all.map(
          ([name, check]) =>
            () =>
              this.partNow(name, check()),
        ),
      ]);
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      return error.getResponse() as HealthCheckResult;
    }
  }

  private async databaseNow(): Promise<HealthIndicatorResult> {
    const check = this.indicators.check('database');
    return this.database.answer().then(
      (seconds) => check.up({ seconds: Number(seconds.toFixed(6)) }),
      (error: unknown) =>
        check.down(
          error instanceof ReadOnlyDatabase
            ? 'It is read-only: nothing can be sent.'
            : 'It does not respond: nothing can be sent or read.',
        ),
    );
  }

  private dispatchNow(): HealthIndicatorResult {
    return this.indicators.check('dispatch').down('Changes are stored, and none is dispatched: restart this process.');
  }

  private redisNow(healthy: () => boolean): HealthIndicatorResult {
    const check = this.indicators.check('redis');
    const { dropped } = this.transport;
    const messages = [
      ...(healthy() ? [] : ['It is unavailable: messages reach the connections of other processes with a delay.']),
      ...(dropped.total > 0 ? [`It has delivered packets that were not believed: ${dropped.describe()}.`] : []),
    ];
    const detail = {
      dropped_packets: dropped.total,
      ...(messages.length > 0 && { message: messages.join(' ') }),
    };
    return healthy() ? check.up(detail) : check.degraded(detail);
  }

  private async diskNow(): Promise<HealthIndicatorResult> {
    const check = this.indicators.check('disk');
    return this.disk.left().then(
      (space) =>
        isLittle(space) ? check.degraded(`It is almost full: ${inWords(space)}.`) : check.up(`${inWords(space)}.`),
      () => check.degraded('Its free space cannot be read.'),
    );
  }

  private partNow(name: string, { status, message }: HealthPart): HealthIndicatorResult {
    const check = this.indicators.check(name);
    return status === 'up' ? check.up(message) : check.degraded(message);
  }
}

const detailOf = ({ status, message, seconds, dropped_packets }: HealthDetail): HealthDetail => ({
  status,
  ...(message === undefined ? {} : { message }),
  ...(seconds === undefined ? {} : { seconds }),
  ...(dropped_packets === undefined ? {} : { dropped_packets }),
});
