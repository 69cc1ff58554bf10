import { Injectable, Logger, Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { inBatches } from '../../platform/async/in-batches.js';
import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { Leaderships } from '../../platform/database/leases/leadership.js';
import type { Leadership } from '../../platform/database/leases/leadership.js';
import { DatabasePulse } from '../../platform/database/pulse/database-pulse.js';
import { AuditSealsRepository, IS_UNSEALED } from './audit-seals.repository.js';

/** The entries that are sealed at once. */
const BATCH = 500;

/**
 * Seals the entries of the audit log, on one process at a time and after their commits, so that who writes an entry
 * waits for nothing. An entry of a long transaction is sealed after later ones.
 */
@Injectable()
class AuditSealing implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly leadership: Leadership;
  private readonly sealing = new PeriodicTask(
    () => this.seal(),
    new Logger(AuditSealing.name),
    'Cannot seal the audit log',
  );
  private isStopping = false;

  constructor(
    private readonly seals: AuditSealsRepository,
    private readonly pulse: DatabasePulse,
    leaderships: Leaderships,
  ) {
    this.leadership = leaderships.create('audit-seals');
  }

  onApplicationBootstrap(): void {
    this.pulse.runWhen('audit_seals', IS_UNSEALED, this.sealing);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.sealing.stop();
    await this.leadership.giveUp();
  }

  private async seal(): Promise<void> {
    await inBatches(
      BATCH,
      (most) => this.seals.seal(most),
      async () => !this.isStopping && (await this.leadership.lead()),
    );
  }
}

/** For a server: a command only verifies. */
@Module({ providers: [AuditSealing, AuditSealsRepository] })
export class AuditSealingModule {}
